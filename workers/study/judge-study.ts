import type { StudyDesign } from '../../domain/entities/study.ts'
import { wellOf } from '../curves/correct.ts'
import { findCq } from '../curves/threshold.ts'
import type { OpenStudyRun, StudyCurves } from './open-study-run.ts'
import { quantifyStudy, type StudyFigures } from './quantify-study.ts'
import { judgeGenotypes, type StudyGenotype } from './study-genotypes.ts'
import type { StudyWell } from './study-well.ts'

/** Parts of an opened run that the figures need: curves only of the targets that have a threshold of the study. */
export type JudgedRun = Pick<OpenStudyRun, 'wells' | 'held' | 'genotypes'> & {
  curves: readonly Pick<StudyCurves, 'target' | 'points' | 'unit' | 'values'>[]
}

export interface JudgedStudy {
  /** Wells of all runs with the Cq that the figures were calculated from, before the runs were calibrated. */
  wells: StudyWell[]
  genotypes: StudyGenotype[]
  figures: StudyFigures
}

/** Calculate the figures of a study from its opened runs; those of targets with a threshold need their curves. */
export function judgeStudy(runs: readonly JudgedRun[], design: StudyDesign): JudgedStudy {
  const thresholds = new Map(
    design.targets.flatMap(({ name, threshold }) =>
      threshold === null ? [] : [[name, threshold]],
    ),
  )
  const unlike = findUnlike(runs, thresholds)
  const wells = readAtThresholds(runs, thresholds, unlike)
  const genotypes = runs.flatMap((run) => run.genotypes)
  const figures = { ...quantifyStudy(wells, design), genotypes: judgeGenotypes(genotypes, design) }
  const held = [...new Set(runs.flatMap((run) => run.held))]
  if (held.length > 0) {
    figures.notices.push({ code: 'held_back', run: null, target: null, names: held })
  }
  for (const target of unlike) {
    figures.notices.push({ code: 'units_differ', run: null, target, names: [] })
  }
  return { wells, genotypes, figures }
}

/**
 * Return the targets whose one threshold covers runs of different units: 0.2 suits curves that a passive reference divides, but is
 * below the noise of raw fluorescence, where it would still give a Cq.
 */
function findUnlike(
  runs: readonly JudgedRun[],
  thresholds: ReadonlyMap<string, number>,
): Set<string> {
  const curves = runs.flatMap((run) => run.curves)
  const byTarget = Map.groupBy(curves, ({ target }) => target)
  const several = [...byTarget].filter(([, own]) => new Set(own.map(({ unit }) => unit)).size > 1)
  return new Set(several.flatMap(([target]) => (thresholds.has(target) ? [target] : [])))
}

/**
 * Read the Cqs of all runs at the study's thresholds: of targets with one, from the corrected curves; of the others the
 * signed Cq stays. Wells whose signed call lets them not count stay without, and so do those of targets whose threshold is no
 * line for all of them.
 */
function readAtThresholds(
  runs: readonly JudgedRun[],
  thresholds: ReadonlyMap<string, number>,
  unlike: ReadonlySet<string>,
): StudyWell[] {
  return runs.flatMap(({ wells, curves }) => {
    const found = new Map<StudyWell, number>()
    const byTarget = Map.groupBy(wells, ({ target }) => target)
    for (const { target, points, values } of curves) {
      const threshold = thresholds.get(target)
      if (threshold === undefined) continue
      for (const [at, well] of (byTarget.get(target) ?? []).entries()) {
        const counts = Number.isFinite(well.cq) && !unlike.has(target)
        found.set(well, counts ? findCq(wellOf(values, at, points), threshold) : Number.NaN)
      }
    }
    return wells.map((well) => (found.has(well) ? { ...well, cq: found.get(well)! } : well))
  })
}
