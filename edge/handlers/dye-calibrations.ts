import type { dyeCalibrationCalls } from '../../domain/calls/dye-calibrations.ts'
import { dyeCalibration, type DyePlate } from '../../domain/entities/dye-calibration.ts'
import { Fault } from '../../domain/fault.ts'
import { findDyePlateProblems } from '../../domain/rules/dye-plate.ts'
import { measurePureDyes } from '../../workers/compensation/pure-dyes.ts'
import { engine } from '../../workers/run/engine.ts'
import type { AccountContext } from '../context.ts'
import { readCurves } from '../runs/evaluate.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { searchHandler } from './reads.ts'
import { newUuid } from './writes.ts'

export const dyeCalibrations: Handlers<typeof dyeCalibrationCalls> = {
  search: searchHandler(dyeCalibration),
  measure: async ({ body }, context) => (await measure(body, context)).measured,
  keep: async ({ body }, context) => {
    const { own, opId, by } = context
    const { measured, input_hash } = await measure(body, context)
    const change = {
      type: 'dye_calibration.keep',
      uuid: newUuid(context),
      run_uuid: body.run_uuid,
      input_hash,
      measured,
      engine: engine.version,
    } as const
    return unwrap(own.change(change, opId, by))
  },
  withdraw: async ({ params, body }, { own, opId, by }) => {
    const change = { type: 'dye_calibration.withdraw', uuid: params.id, ...body } as const
    return unwrap(own.change(change, opId, by))
  },
}

/** Measure a plate of pure dyes from the curves of its run. @throws Fault `invalid` with every well that cannot be right. */
async function measure(plate: DyePlate, { read, env }: AccountContext) {
  const run = await read('analysis', plate.run_uuid)
  const { curves_hash: input_hash, cartridge_type } = run
  if (input_hash === null) {
    throw new Fault('invalid', 'No such finished run', {
      field: 'run_uuid',
      reason: 'run_unknown',
    })
  }
  const [first, ...others] = findDyePlateProblems(plate, run)
  if (first) throw new Fault([first, ...others])
  const { amplification } = await readCurves(env, run, input_hash)
  return { measured: measurePureDyes(amplification, plate, cartridge_type), input_hash }
}
