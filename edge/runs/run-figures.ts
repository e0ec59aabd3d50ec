import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { RunFigures } from '../../domain/rules/fleet-facts.ts'
import { isTime, type Results, type WellResult } from '../../domain/results.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import { fitLine } from '../../workers/curves/baseline.ts'
import { curveOf, findChannel, type Readings } from '../../workers/curves/readings.ts'
import { findMedian } from '../../workers/numbers/median.ts'

/** Least cycles of a baseline whose noise is measured. */
const leastCycles = 5

/**
 * Measure the figures of a run by which device software is judged (decision 72): nothing of them names a sample or its result.
 * @param amplification readings that the results were computed from
 */
export function measureRun(
  { wells }: Pick<Results, 'wells'>,
  amplification: Readings,
  { samples, cartridge_type }: Pick<Analysis, 'samples' | 'cartridge_type'>,
): RunFigures {
  const positive = new Set(
    samples.filter(({ sample_type: type }) => type === 'positive').map(({ uuid }) => uuid),
  )
  const controls = wells.flatMap((well) =>
    // Leave out times to threshold, which are in minutes and are no Cq.
    well.cq !== null && !isTime(well) && positive.has(well.sample_uuid ?? '') ? well.cq : [],
  )
  const shape = cartridges[cartridge_type]
  const noise = findMedian(
    wells.map((well) => noiseOf(well, amplification, wellIndex(shape, well.well))),
  )
  const invalid = wells.filter(({ call }) => call === 'invalid').length
  return {
    noise: Number.isFinite(noise) ? noise : null,
    control_cq: controls.length === 0 ? null : sum(controls) / controls.length,
    invalid: wells.length === 0 ? null : invalid / wells.length,
  }
}

/** Return the logarithm of the scatter about the baseline, as a share of its level; NaN where it has none. */
function noiseOf({ channel, baseline }: WellResult, readings: Readings, at: number): number {
  const number = findChannel(readings, channel)
  if (!baseline || number < 0 || at < 0 || at >= readings.wells) return Number.NaN
  const { start, end } = baseline
  if (end - start + 1 < leastCycles) return Number.NaN
  // Fit the readings themselves: the line of the results may be of curves that were divided by a reference.
  const { intercept, slope, noise } = fitLine(curveOf(readings, number, at), { start, end })
  return Math.log(noise / Math.abs(intercept + (slope * (start + end)) / 2))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
