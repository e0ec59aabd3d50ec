import { findRunOffsets } from '../plate/inter-run.ts'
import { findMean } from '../plate/relative-quantity.ts'
import type { StudyWell } from './study-well.ts'

/** Cycles by which a run reads a target later than the mean of the runs, with the standard error of its calibrators. */
export interface RunOffset {
  run: number
  target: string
  /** NaN for a run that shares no calibrator with the others. */
  cycles: number
  error: number
}

/**
 * Find the offset of each run, target by target, from samples measured in several runs (inter-run calibrators,
 * Hellemans 2007, Genome Biol 8:R19, formulas 13 to 16). Cq is linear in the logarithm of a quantity, so that the offset of
 * a Cq times log2 of the efficiency is the calibration factor of that paper. The error is that of the mean of the
 * run's own calibrators; NaN where one was measured in a single well. A target measured in one run alone needs none.
 */
export function findStudyOffsets(
  wells: readonly StudyWell[],
  calibrators: readonly string[],
): RunOffset[] {
  if (calibrators.length === 0) return []
  const byTarget = Map.groupBy(wells, ({ target }) => target)
  return [...byTarget].flatMap(([target, own]) => {
    const runs = [...new Set(own.map(({ run }) => run))].sort((a, b) => a - b)
    if (runs.length < 2) return []
    const means = runs.map((run) =>
      calibrators.map((name) =>
        findMean(
          own.filter((well) => well.run === run && well.sample === name).map(({ cq }) => cq),
        ),
      ),
    )
    const cycles = findRunOffsets(means.map((list) => list.map(({ value }) => value)))
    return runs.map((run, at) => {
      const measured = means[at]!.filter(({ value }) => Number.isFinite(value))
      const variance = measured.reduce((sum, mean) => sum + mean.variance, 0)
      return { run, target, cycles: cycles[at]!, error: Math.sqrt(variance) / measured.length }
    })
  })
}
