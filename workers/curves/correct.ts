import type { BaselineRule } from '../../domain/entities/evaluation-recipe.ts'
import { fitLine, subtractLine } from './baseline.ts'
import { chooseWindow } from './baseline-window.ts'
import { normalise } from './passive-reference.ts'
import { curveOf, type Readings } from './readings.ts'

/** One channel of a run after normalisation and baseline correction, `[well * points + point]`. */
export interface CorrectedChannel {
  wells: number
  points: number
  /** Rn: reporter over passive reference, or the reporter where there is none. */
  normalised: Float64Array
  /** dRn: Rn minus its baseline line. */
  corrected: Float64Array
  /** Per well: first and last baseline cycle, line and noise; NaN where there is no line. */
  starts: Float64Array
  ends: Float64Array
  slopes: Float64Array
  intercepts: Float64Array
  noises: Float64Array
}

/**
 * Normalises and corrects every well of a channel. `passive` is the position of the passive
 * reference, null for none; a position of -1 (a channel the readings do not have) leaves gaps, for a
 * curve cannot be normalised by what was not read. A given `result` of the same shape is filled anew.
 */
export function correctChannel(
  readings: Readings,
  channel: number,
  passive: number | null,
  rule: BaselineRule,
  result: CorrectedChannel = createCorrected(readings.wells, readings.points),
): CorrectedChannel {
  const { wells, points } = readings
  if (channel < 0 || passive === -1) return clear(result)
  const scratch = new Float64Array(2 * points)
  for (let well = 0; well < wells; well++) {
    const reporter = curveOf(readings, channel, well)
    const reference = passive === null ? null : curveOf(readings, passive, well)
    const rn = wellOf(result.normalised, well, points)
    normalise(reporter, reference, rn)
    const window = rule.method === 'window' ? rule : chooseWindow(rn, scratch)
    const line = fitLine(rn, window)
    subtractLine(rn, line, wellOf(result.corrected, well, points))
    result.starts[well] = window.start
    result.ends[well] = window.end
    result.slopes[well] = line.slope
    result.intercepts[well] = line.intercept
    result.noises[well] = line.noise
  }
  return result
}

/** The part of one well in an array `[well * points + point]`. */
export function wellOf(values: Float64Array, well: number, points: number): Float64Array {
  return values.subarray(well * points, (well + 1) * points)
}

/** A corrected channel with room for its curves, or over the room given. */
export function createCorrected(
  wells: number,
  points: number,
  normalised: Float64Array = new Float64Array(wells * points),
  corrected: Float64Array = new Float64Array(wells * points),
): CorrectedChannel {
  const perWell = () => new Float64Array(wells)
  return {
    wells,
    points,
    normalised,
    corrected,
    starts: perWell(),
    ends: perWell(),
    slopes: perWell(),
    intercepts: perWell(),
    noises: perWell(),
  }
}

function clear(result: CorrectedChannel): CorrectedChannel {
  const { normalised, corrected, starts, ends, slopes, intercepts, noises } = result
  for (const part of [normalised, corrected, starts, ends, slopes, intercepts, noises]) {
    part.fill(Number.NaN)
  }
  return result
}
