import { cartridges } from '../catalog/cartridges.ts'
import type { Analysis } from '../entities/analysis.ts'
import type { Compensation, Evaluation } from '../entities/evaluation-recipe.ts'
import type { DyeCalibration, DyePlate } from '../entities/dye-calibration.ts'
import { type FaultDetail, problem } from '../fault.ts'
import type { Reason } from '../reasons/reason.ts'
import { wellIndex } from './well.ts'

type Run = Pick<Analysis, 'cartridge_type' | 'method' | 'source'>

/** Return true if a run can calibrate colours: finished, with the light as it was measured, in two channels or more. */
export function isDyeRun(run: Run & Pick<Analysis, 'curves_hash'>): boolean {
  return run.curves_hash !== null && isRaw(run) && run.method.process.channels.length > 1
}

/** Return true for readings of which nothing was taken off or divided: other software may have separated the dyes already. */
function isRaw({ source }: Pick<Analysis, 'source'>): boolean {
  return !source || source.curves === 'raw'
}

/** Find what cannot be right about the wells of a plate of pure dyes: wells outside of it or named twice, channels not read. */
export function findDyePlateProblems(plate: DyePlate, run: Run): FaultDetail[] {
  const { cartridge_type, method } = run
  const shape = cartridges[cartridge_type]
  const read = method.process.channels.map(({ wavelength }) => wavelength)
  const seen = new Set<string>()
  const problems: FaultDetail[] = []
  const refuse = (reason: Reason, field: string, message: string, params = {}) =>
    problems.push(problem(reason, field, message, params))
  const look = (wells: readonly string[], field: string) => {
    for (const [at, well] of wells.entries()) {
      if (wellIndex(shape, well) < 0) {
        refuse('dye_well_outside', `${field}.${at}`, `${well} is not on this plate`, { well })
      } else if (seen.has(well)) {
        refuse('dye_well_twice', `${field}.${at}`, `${well} is named twice`, { well })
      }
      seen.add(well)
    }
  }
  if (!isRaw(run)) refuse('dye_curves_processed', 'run_uuid', 'These curves were processed before')
  for (const [at, { channel, wells }] of plate.dyes.entries()) {
    const place = `dyes.${at}`
    if (!read.includes(channel)) {
      refuse('channel_not_measured', `${place}.channel`, `${channel} was not measured`, { channel })
    }
    if (plate.dyes.findIndex((one) => one.channel === channel) < at) {
      refuse('dye_twice', `${place}.channel`, `${channel} is named twice`, { channel })
    }
    look(wells, `${place}.wells`)
  }
  look(plate.blanks, 'blanks')
  const left = new Set<string>()
  for (const [at, { well }] of plate.left_out.entries()) {
    const field = `left_out.${at}.well`
    if (!seen.has(well)) refuse('dye_well_outside', field, `${well} holds no dye`, { well })
    if (left.has(well)) refuse('dye_well_twice', field, `${well} is named twice`, { well })
    left.add(well)
  }
  return problems
}

/** Return the compensation that a calibration gives a method, with where it is from. */
export function compensationOf(calibration: DyeCalibration): Compensation {
  const { channels, matrix } = calibration
  return {
    channels: [...channels],
    matrix: matrix.map((row) => [...row]),
    from: originOf(calibration),
  }
}

/** Return what a compensation says of the calibration that it is from. */
export function originOf({
  uuid,
  name,
  device_name,
  measured_at,
}: DyeCalibration): NonNullable<Compensation['from']> {
  return { calibration_uuid: uuid, run_name: name, device_name, measured_at }
}

/** Return an evaluation for another company: the matrix without the calibration, which stays with the one that made it. */
export function withoutCalibration(evaluation: Evaluation): Evaluation {
  if (!evaluation.compensation?.from) return evaluation
  const { from: _from, ...compensation } = evaluation.compensation
  return { ...evaluation, compensation }
}
