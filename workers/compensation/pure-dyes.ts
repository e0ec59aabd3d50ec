import { cartridges } from '../../domain/catalog/cartridges.ts'
import { dyeLimits } from '../../domain/catalog/calibration.ts'
import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { DyePlate, MeasuredDyes } from '../../domain/entities/dye-calibration.ts'
import { Fault } from '../../domain/fault.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import { curveOf, findChannel, type Readings } from '../curves/readings.ts'
import { conditionOf, matrixOf, pseudoInverse } from '../numbers/linear-system.ts'
import { findMedian, findSpread } from '../numbers/median.ts'
import { findBrightest } from './plates.ts'
import { scaleColumns } from './report.ts'

/** Larger condition numbers say no more: nothing of a dye is left. */
const mostCondition = 1e6

/** Light of a well, a.u., in the order of the channels. */
interface Light {
  well: string
  light: number[]
  left_out?: string
}

/** Wells of one dye, without the background. */
interface DyeWells {
  channel: WavelengthName
  all: Light[]
  counted: Light[]
}

/**
 * Measure a plate of which each well holds one dye or none, all in one run (a column of the matrix is the median over the wells
 * of a dye of its light in each channel as a part of that in its own). The light of a well is the median of its readings.
 *
 * A well cannot be tested by a matrix that was made of it: the residual of each is what the matrix of the other wells leaves
 * in another dye. Wells that are left out are measured as well, by the matrix without them.
 *
 * @throws Fault `invalid` for a well without readings, a dye without light (`dye_not_seen`) or one that is brightest in
 * another channel (`dye_elsewhere`). The wells themselves were checked by `findDyePlateProblems`.
 */
export function measurePureDyes(
  readings: Readings,
  plate: DyePlate,
  cartridge: Analysis['cartridge_type'],
): MeasuredDyes {
  const channels = plate.dyes.map(({ channel }) => channel)
  const left = new Map(plate.left_out.map(({ well, reason }) => [well, reason]))
  const read = (well: string): Light => {
    const reason = left.get(well)
    const light = readLight(readings, channels, well, cartridge)
    return { well, light, ...(reason !== undefined && { left_out: reason }) }
  }
  const blanks = plate.blanks.map(read)
  const dark = blanks.filter(counts)
  const background = channels.map((_, at) =>
    orZero(findMedian(dark.map(({ light }) => light[at]!))),
  )
  // Take the larger one: few wells without dye may be alike by chance, and then any light would seem far above them.
  const noise = channels.map((channel, at) =>
    Math.max(
      orZero(findSpread(dark.map(({ light }) => light[at]!))),
      repeatability(readings, channel, dark, cartridge),
    ),
  )
  const dyes = plate.dyes.map(({ channel, wells }): DyeWells => {
    const all = wells.map((well) => {
      const one = read(well)
      return { ...one, light: one.light.map((value, at) => value - background[at]!) }
    })
    return { channel, all, counted: all.filter(counts) }
  })
  const columns = dyes.map((_, at) => columnOf(dyes, at))
  const matrix = channels.map((_, row) => columns.map((column) => column[row]!))
  const condition = conditionOf(scaleColumns(matrixOf(matrix)))
  const wells = dyes.flatMap((dye, at) =>
    dye.all.map((one) => ({ dye: at, one, ...findLeft(dyes, columns, at, one) })),
  )
  const measured = {
    channels,
    matrix,
    background,
    condition: Number.isFinite(condition) ? Math.min(condition, mostCondition) : mostCondition,
    dyes: dyes.map(({ channel, counted }, at) => ({
      channel,
      light: findMedian(counted.map(({ light }) => light[at]!)),
      ...sumResidual(
        channels,
        at,
        wells.filter(({ dye, one }) => dye === at && counts(one)).map(({ parts }) => parts),
      ),
    })),
    wells: [
      ...wells
        .map(({ dye, one, residual }) => say(one, channels[dye]!, residual))
        .sort((a, b) => (b.residual ?? 0) - (a.residual ?? 0)),
      ...blanks.map((one) => say(one, null, null)),
    ],
  }
  const counted = dyes.map((dye) => dye.counted.length)
  return { ...measured, failures: findFailures(measured, { counted, dark: dark.length, noise }) }
}

/** Round a share to a millionth, far below what any optics repeats: a person reads it, and types it elsewhere. */
const round = (share: number) => Math.round(share * 1e6) / 1e6

const counts = ({ left_out }: Light) => left_out === undefined
const orZero = (value: number) => (Number.isFinite(value) ? value : 0)

function say(
  { well, left_out }: Light,
  channel: WavelengthName | null,
  residual: number | null,
): MeasuredDyes['wells'][number] {
  return { well, channel, residual, ...(left_out !== undefined && { left_out }) }
}

function readLight(
  readings: Readings,
  channels: readonly string[],
  well: string,
  cartridge: Analysis['cartridge_type'],
): number[] {
  const index = wellIndex(cartridges[cartridge], well)
  return channels.map((channel) => {
    const light = findMedian(curveOf(readings, findChannel(readings, channel), index))
    if (Number.isFinite(light)) return light
    throw new Fault('invalid', `${well} was not measured in ${channel}`, {
      reason: 'well_not_measured',
      params: { well, channel },
    })
  })
}

/**
 * Return the standard error, a.u., of the light of a well without dye, by how much its readings differ from one cycle to the
 * next; 0 with one cycle. Differences leave a slow drift out; a median of n readings is 1.25 times less exact than their mean.
 */
function repeatability(
  readings: Readings,
  channel: string,
  dark: readonly Light[],
  cartridge: Analysis['cartridge_type'],
): number {
  const curves = dark.map(({ well }) =>
    curveOf(readings, findChannel(readings, channel), wellIndex(cartridges[cartridge], well)),
  )
  const steps = curves.flatMap((curve) => [...curve.subarray(1)].map((y, at) => y - curve[at]!))
  const cycles = curves[0]?.length ?? 0
  return orZero((1.2533 * findSpread(steps)) / Math.sqrt(2 * cycles))
}

/** Return a column of the matrix from the counted wells of a dye, less one of them. @throws Fault as `measurePureDyes` */
function columnOf(dyes: readonly DyeWells[], dye: number, without?: Light): number[] {
  const { channel, counted } = dyes[dye]!
  const rest = counted.length > 1 ? counted.filter((one) => one !== without) : counted
  const medians = dyes.map((_, at) => findMedian(rest.map(({ light }) => light[at]!)))
  const own = medians[dye]!
  if (!(own > 0)) {
    throw new Fault('invalid', `No light of the dye ${channel} in any channel`, {
      reason: 'dye_not_seen',
      params: { dye: channel },
    })
  }
  const brightest = dyes[findBrightest(medians)]!.channel
  if (brightest !== channel) {
    throw new Fault('invalid', `The wells of ${channel} are brightest in ${brightest}`, {
      reason: 'dye_elsewhere',
      params: { dye: channel, channel: brightest },
    })
  }
  return dyes.map((_, at) =>
    at === dye ? 1 : round(findMedian(rest.map(({ light }) => light[at]! / light[dye]!))),
  )
}

/** Return what is left of a well's dye in every other one, as a part of its own, by the matrix of the other wells. */
function findLeft(
  dyes: readonly DyeWells[],
  columns: readonly number[][],
  dye: number,
  one: Light,
): { parts: number[]; residual: number } {
  const own = counts(one) ? columnOf(dyes, dye, one) : columns[dye]!
  const mixing = columns.map((column, at) => (at === dye ? own : column))
  const inverse = pseudoInverse(
    matrixOf(dyes.map((_, row) => mixing.map((column) => column[row]!))),
  )
  const found = dyes.map((_, row) =>
    one.light.reduce((sum, light, at) => sum + inverse.values[row * dyes.length + at]! * light, 0),
  )
  // Take all of it where the well has no light of its dye.
  const parts = found.map((light, at) =>
    at === dye ? 0 : found[dye]! > 0 ? Math.min(1, Math.abs(light / found[dye]!)) : 1,
  )
  return { parts, residual: Math.max(...parts) }
}

/** Return the dye that gets most of another's light: rms over the wells. */
function sumResidual(
  channels: readonly WavelengthName[],
  dye: number,
  wells: readonly (readonly number[])[],
): { residual: number; into: WavelengthName } {
  const rms = channels.map((_, at) =>
    at === dye
      ? -1
      : Math.sqrt(wells.reduce((sum, parts) => sum + parts[at]! * parts[at]!, 0) / wells.length),
  )
  const most = findBrightest(rms)
  return { residual: rms[most]!, into: channels[most]! }
}

function findFailures(
  { dyes, condition }: Pick<MeasuredDyes, 'dyes' | 'condition'>,
  { counted, dark, noise }: { counted: readonly number[]; dark: number; noise: readonly number[] },
): MeasuredDyes['failures'] {
  const failures: MeasuredDyes['failures'] = []
  const judge = (
    isMet: boolean,
    limit: keyof typeof dyeLimits,
    channel: WavelengthName | null,
    value: number,
    allowed: number = dyeLimits[limit],
  ) => {
    if (!isMet) failures.push({ limit, channel, value, allowed })
  }
  judge(dark >= dyeLimits.blanks, 'blanks', null, dark)
  judge(condition <= dyeLimits.condition, 'condition', null, condition)
  for (const [at, { channel, light, residual }] of dyes.entries()) {
    const least = dyeLimits.light * noise[at]!
    judge(counted[at]! >= dyeLimits.wells, 'wells', channel, counted[at]!)
    judge(light >= least, 'light', channel, light, least)
    judge(residual <= dyeLimits.residual, 'residual', channel, residual)
  }
  return failures
}
