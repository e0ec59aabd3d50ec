import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Flag, WellResult } from '../../domain/results.ts'
import type { MeasuredTarget } from './measure-run.ts'
import { findKineticOutliers, type KineticOutlier } from '../plate/kinetic-outliers.ts'
import { findPositionEffects } from '../plate/position-effects.ts'
import { reviewReplicates } from '../plate/replicate-outliers.ts'
import type { Layout } from './layout.ts'
import { findCommonStep } from './find-common-step.ts'
import { countsAsCq } from './measure-assay.ts'

/** Largest difference of Cq among replicates, in cycles, as is usual (Hellemans 2007). */
const replicateRange = 0.5
/** Part of plates without a fault that are flagged, for all patterns together. */
const alpha = 0.01
/** Least size of a pattern, in cycles, that anybody needs to know of. */
const leastPattern = 0.2

/** Cycles after a Cq in which a step still moves it: those up to the plateau. */
const afterCq = 8

/** Efficiencies of the wells with a Cq, and the wells whose growth differs from the others. */
export interface GrowthReview {
  efficiencies: Float64Array
  outliers: readonly KineticOutlier[]
}

/**
 * Flag the wells of one target that differ from the others: replicates out of line and curves with another growth; and
 * those whose Cq a step moves that most wells have. Add to the results' flags; no call changes. An earlier review of the
 * same curves saves the work if the same wells have a Cq.
 */
export function flagWells(
  results: readonly (WellResult | undefined)[],
  { curves, estimates }: MeasuredTarget,
  earlier: GrowthReview | undefined,
): GrowthReview {
  for (const wells of groupReplicates(results)) {
    const counted = wells.filter(countsAsCq)
    const { outliers, limit } = reviewReplicates(
      counted.map(({ cq }) => cq),
      { most: replicateRange, expected: 0 },
    )
    for (const { index, difference } of outliers) {
      counted[index]!.flags.push({ name: 'replicate_outlier', value: difference, limit })
    }
  }
  const step = findCommonStep(curves, estimates.consensus)
  for (const result of step === null ? [] : results) {
    const isAfter = result && countsAsCq(result) && result.cq > step! - afterCq
    if (isAfter) result.flags.push({ name: 'common_step', value: step, limit: null })
  }
  const efficiencies = Float64Array.from(results, (result, well) =>
    result && countsAsCq(result) ? (estimates.growths[well]?.efficiency ?? Number.NaN) : Number.NaN,
  )
  const review = reviewGrowth(efficiencies, earlier)
  for (const [well, outlier] of review.outliers.entries()) {
    if (!outlier.isOutlier) continue
    results[well]?.flags.push({ name: 'kinetic_outlier', value: outlier.spreads, limit: null })
  }
  return review
}

function reviewGrowth(efficiencies: Float64Array, earlier: GrowthReview | undefined): GrowthReview {
  const isSame = earlier?.efficiencies.every((value, well) => Object.is(value, efficiencies[well]))
  if (earlier && isSame) return earlier
  const features = Array.from(efficiencies, (efficiency) => [efficiency])
  return { efficiencies, outliers: findKineticOutliers(features, alpha) }
}

/** Find patterns of the place on the plate in the Cqs of one target, if replicates can show them. */
export function flagPlate(
  results: readonly (WellResult | undefined)[],
  { cartridge_type, samples }: Layout,
): Flag[] {
  const { rows, columns } = cartridges[cartridge_type]
  const numbers = new Map(samples.map(({ uuid }, number) => [uuid, number]))
  const values = new Float64Array(rows * columns).fill(Number.NaN)
  const groups = new Int32Array(rows * columns).fill(-1)
  for (const [well, result] of results.entries()) {
    if (!result?.sample_uuid || !countsAsCq(result)) continue
    values[well] = result.cq
    groups[well] = numbers.get(result.sample_uuid) ?? -1
  }
  return findPositionEffects({ rows, columns, values, groups }, { alpha, least: leastPattern })
    .filter(({ isPresent }) => isPresent)
    .map(({ pattern, size }) => ({ name: pattern, value: size, limit: leastPattern }))
}

function groupReplicates(results: readonly (WellResult | undefined)[]): WellResult[][] {
  const groups = new Map<string, WellResult[]>()
  for (const result of results) {
    if (!result?.sample_uuid) continue
    const known = groups.get(result.sample_uuid)
    if (known) known.push(result)
    else groups.set(result.sample_uuid, [result])
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}
