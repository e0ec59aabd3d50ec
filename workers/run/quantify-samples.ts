import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { Interval, SampleResult, WellResult } from '../../domain/results.ts'
import type { LayoutSample } from './controls.ts'
import { studentQuantile } from '../numbers/distributions.ts'
import { findRelativeQuantities, type Efficiency } from '../plate/relative-quantity.ts'
import { readQuantity } from '../plate/standard-quantity.ts'
import { writeInterval } from './describe-assay.ts'
import { countsAsCq, type MeasuredAssay } from './measure-assay.ts'

interface Run {
  evaluation: Evaluation
  samples: readonly LayoutSample[]
  wells: readonly WellResult[]
  /** By the name of the target. */
  assays: ReadonlyMap<string, MeasuredAssay>
  results: SampleResult[]
}

/** Return the amount of one sample by the standard curve of its target; null where there is none. */
export function readCopies(
  { standards }: MeasuredAssay,
  result: SampleResult,
  wells: readonly WellResult[],
): Interval | null {
  if (standards?.outcome !== 'fitted' || !isPresent(result)) return null
  const read = readQuantity(
    standards.curve,
    wells.filter(countsAsCq).map(({ cq }) => cq),
  )
  if (read.outcome !== 'read') return null
  // Leave out a power of ten far outside of the standards that has
  // no number, or none but 0, which would say that nothing is there.
  const { value } = read.quantity
  return value > 0 && value < Infinity ? writeInterval(read.quantity) : null
}

/**
 * Write the folds against the calibrator into the samples' results, if the recipe has a relative quantification.
 * Samples of one name are one sample: its reference targets may be in wells of another mix.
 */
export function compareSamples({ evaluation, samples, wells, assays, results }: Run): void {
  const rule = evaluation.quantification
  if (rule?.method !== 'relative') return
  const names = new Map(samples.map(({ uuid, name }) => [uuid, name ?? uuid]))
  const replicates = new Map<string, { sample: string; target: string; cqs: number[] }>()
  for (const well of wells) {
    const sample = well.sample_uuid === null ? undefined : names.get(well.sample_uuid)
    if (sample === undefined || !countsAsCq(well)) continue
    const key = keyOf(sample, well.target)
    const known = replicates.get(key)
    if (known) known.cqs.push(well.cq)
    else replicates.set(key, { sample, target: well.target, cqs: [well.cq] })
  }
  const efficiencies = new Map<string, Efficiency>()
  if (rule.efficiency === 'measured') {
    for (const [target, assay] of assays) efficiencies.set(target, readEfficiency(assay))
  }
  const found = findRelativeQuantities([...replicates.values()], {
    references: rule.reference_targets,
    calibrators: [rule.calibrator],
    efficiencies,
    confidence: 0.95,
    calibratorError: true,
  })
  const byKey = new Map(found.map((one) => [keyOf(one.sample, one.target), one]))
  for (const result of results) {
    const own = byKey.get(keyOf(names.get(result.sample_uuid), result.target))
    if (own && Number.isFinite(own.fold) && isPresent(result)) {
      result.quantity = writeInterval({ value: own.fold, low: own.low, high: own.high })
    }
  }
}

/**
 * Return the efficiency by the run's own standards if it has them, else by the growth of its curves. Where neither
 * measured one it is no number, which leaves no fold: a target that was to be measured does not double by definition.
 */
function readEfficiency({ standards, efficiency }: MeasuredAssay): Efficiency {
  if (standards?.outcome === 'fitted') {
    const { value, low, high } = standards.curve.efficiency
    const t = studentQuantile(0.975, standards.curve.points - 2)
    const error = (high - low) / (2 * t)
    if (value > 1 && error >= 0) return { factor: value, error }
  }
  const { efficiency: factor, error } = efficiency
  // Take that of a single curve, whose error is not known: its fold has no interval.
  return factor > 1 ? { factor, error } : { factor: Number.NaN, error: Number.NaN }
}

/** Return one key for a sample and a target. */
function keyOf(sample: string | undefined, target: string): string {
  return JSON.stringify([sample, target])
}

function isPresent({ call }: SampleResult): boolean {
  return call === 'detected' || call === 'review'
}
