import { log10 } from '../numbers/log.ts'
import type { CqReplicates, Efficiency } from '../plate/relative-quantity.ts'
import { fitStandardCurve, type StandardOutcome } from '../plate/standard-curve.ts'
import { studentQuantile } from '../numbers/distributions.ts'
import type { RunOffset } from './calibrate-runs.ts'
import type { StudyWell } from './study-well.ts'

/** Standards of one target over all runs, with their line. */
export interface StudyStandards {
  target: string
  points: { run: number; log10Quantity: number; cq: number }[]
  line: StandardOutcome
}

/** Subtract the offset of its run from each Cq; NaN for the wells of a run that is tied to no other. */
export function calibrateWells(
  wells: readonly StudyWell[],
  offsets: readonly RunOffset[],
): StudyWell[] {
  if (offsets.length === 0) return [...wells]
  const found = new Map(offsets.map((one) => [keyOf(one.run, one.target), one.cycles]))
  return wells.map((well) => ({
    ...well,
    cq: well.cq - (found.get(keyOf(well.run, well.target)) ?? 0),
  }))
}

const keyOf = (run: number, target: string) => JSON.stringify([run, target])

/** Fit one standard curve for each target that has standards, over the wells of all runs. */
export function fitStudyStandards(
  wells: readonly StudyWell[],
  confidence: number,
): StudyStandards[] {
  const standards = wells.filter(({ type, quantity }) => type === 'standard' && quantity !== null)
  return [...Map.groupBy(standards, ({ target }) => target)].map(([target, own]) => {
    const points = own
      .filter(({ cq }) => Number.isFinite(cq))
      .map(({ run, quantity, cq }) => ({ run, log10Quantity: log10(quantity!), cq }))
    return { target, points, line: fitStandardCurve(points, confidence) }
  })
}

/** Return the efficiency of a standard curve with its standard error, null where it has none. */
export function readStandardEfficiency({ line }: StudyStandards): Efficiency | null {
  if (line.outcome !== 'fitted') return null
  const { efficiency, points, confidence } = line.curve
  const reach = 2 * studentQuantile((1 + confidence) / 2, points - 2)
  const error = (efficiency.high - efficiency.low) / reach
  return efficiency.value > 1 && error >= 0 ? { factor: efficiency.value, error } : null
}

/**
 * Pool the wells of each sample and target over the runs. The error of the runs' calibration is added to that of the
 * mean, each run's with the share of its wells.
 */
export function poolReplicates(
  wells: readonly StudyWell[],
  offsets: readonly RunOffset[],
): CqReplicates[] {
  const errors = new Map(offsets.map((one) => [keyOf(one.run, one.target), one.error]))
  const pools = Map.groupBy(wells, ({ sample, target }) => JSON.stringify([sample, target]))
  return [...pools.values()].map((own) => {
    const { sample, target } = own[0]!
    const known = own.filter(({ cq }) => Number.isFinite(cq))
    const replicates = { sample, target, cqs: own.map(({ cq }) => cq) }
    if (offsets.length === 0) return replicates
    let offsetVariance = 0
    for (const [run, shared] of Map.groupBy(known, (well) => well.run)) {
      const part = ((errors.get(keyOf(run, target)) ?? 0) * shared.length) / known.length
      offsetVariance += part * part
    }
    return { ...replicates, offsetVariance }
  })
}
