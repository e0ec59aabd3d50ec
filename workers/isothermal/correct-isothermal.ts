import type { BaselineRule } from '../../domain/entities/evaluation-recipe.ts'
import { fitLine, subtractLine, type Window } from '../curves/baseline.ts'
import { bridgeGaps } from '../curves/bridge-gaps.ts'
import { createCorrected, fillWithGaps, wellOf, type CorrectedChannel } from '../curves/correct.ts'
import { bridgeSpikes } from '../curves/lone-spikes.ts'
import { divideByReference } from '../curves/passive-reference.ts'
import type { PlainRise } from '../curves/plain-rise.ts'
import { curveOf, type Readings } from '../curves/readings.ts'
import { findRise, isAmplified } from './rises.ts'

/** First reading of a baseline: the block warms up during the first two. */
const firstReading = 3
/** Fewest readings of a baseline, and from which its slope is believed. */
const fewestReadings = 4
const fewestForSlope = 8
/** Length of the baseline before a rise, in times the rise takes from 10 to 90 %: a drift is straight that long. */
const longestPart = 3
/** Distance from the end of the baseline to the start of a rise, in the same times: some rises have a slow foot. */
const footPart = 0.4

/**
 * Normalise and correct every well of a channel of an isothermal run. The automatic baseline is the line (over few readings the
 * mean) before the rise, or over the whole curve where nothing amplifies. Arguments as for `correctChannel`.
 */
export function correctIsothermal(
  readings: Readings,
  channel: number,
  passive: number | null,
  rule: BaselineRule,
  result: CorrectedChannel = createCorrected(readings.wells, readings.points),
): CorrectedChannel {
  const { wells, points } = readings
  result.rises = Array.from({ length: wells }, () => null)
  if (channel < 0 || passive === -1) return fillWithGaps(result)
  const scratch = new Float64Array(2 * points)
  for (let well = 0; well < wells; well++) {
    const reference = passive === null ? null : curveOf(readings, passive, well)
    const rn = wellOf(result.rn, well, points)
    divideByReference(curveOf(readings, channel, well), reference, rn)
    result.spikes[well] = bridgeSpikes(rn, scratch)
    const rise = findRise(bridgeGaps(rn, scratch.subarray(0, points)))
    result.rises[well] = rise
    subtractBaseline(result, well, rule, rise)
  }
  return result
}

function subtractBaseline(
  result: CorrectedChannel,
  well: number,
  rule: BaselineRule,
  rise: PlainRise | null,
): void {
  const { corrected, points } = result
  const rn = wellOf(result.rn, well, points)
  const window = rule.method === 'window' ? rule : findWindow(points, rise)
  const line = fitLine(rn, window)
  const isNone = rule.method === 'none'
  const taken = isNone ? { ...line, intercept: 0, slope: 0 } : line
  subtractLine(rn, taken, wellOf(corrected, well, points))
  result.starts[well] = isNone ? Number.NaN : window.start
  result.ends[well] = isNone ? Number.NaN : window.end
  result.slopes[well] = taken.slope
  result.intercepts[well] = taken.intercept
  // Prefer the noise that the rise leaves of the whole curve: a short baseline says little of it.
  result.noises[well] = rise && isAmplified(rise) ? rise.height / rise.rise : line.noise
  result.floors[well] = 0
}

/** Find the readings before a rise that are its baseline; all where nothing amplifies. */
function findWindow(points: number, rise: PlainRise | null): Window {
  if (!rise || !isAmplified(rise)) return { start: firstReading, end: points, whole: true }
  const end = Math.max(fewestReadings, Math.floor(rise.start - (footPart * 4.4) / rise.rate))
  const length = Math.max(fewestForSlope, Math.ceil((longestPart * 4.4) / rise.rate))
  const start = Math.max(Math.min(firstReading, end - fewestReadings + 1), end - length + 1)
  return { start, end, level: end - start + 1 < fewestForSlope }
}
