import type { AnalysisSource } from '../domain/entities/analysis.ts'
import type { Evaluation } from '../domain/entities/evaluation-recipe.ts'
import { type ResultSummary, type Results, summarise } from '../domain/results.ts'
import {
  type ChangeCounts,
  countChanges,
  diffResults,
  type ResultChange,
} from '../domain/rules/diff-results.ts'
import { fitToCurves } from '../domain/rules/fit-to-curves.ts'
import { decodeCurves } from './run/blob.ts'
import { listCurveSettings, listTargetSettings } from './run/curve-settings.ts'
import type { Judgement } from './run/judge-target.ts'
import type { CurveLayers } from './run/views.ts'
import type { BenchStep } from './bench-step.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

/** A finished run whose readings are tried on two methods. */
export interface HeldRun extends Omit<Judgement, 'evaluation'> {
  id: string
  /** The file of its curves. */
  curves: Uint8Array
  /** Evaluation that it ran with. */
  own: Evaluation
  /** File that an imported run is of: what was done to its curves is not done again. */
  source: Pick<AnalysisSource, 'curves'> | undefined
}

/** Two evaluations of the same readings. */
export interface MethodPair {
  /** Null where none is in force: each run is compared with the method that it ran with. */
  inForce: Evaluation | null
  draft: Evaluation
}

/** Differences that a draft would make in one run: numbers alone, so that 50 of them cross to the page in a frame. */
export interface RunComparison {
  id: string
  /** Version of the calculation. */
  engine: string
  counts: ChangeCounts
  /** Counts of the samples' calls and whether every control held. */
  summaries: { inForce: ResultSummary; draft: ResultSummary }
  /** Detail of the run on show, or of all where all are listed; null for the others. */
  detail: RunDetail | null
}

export interface RunDetail {
  changes: readonly ResultChange[]
  steps: { inForce: BenchStep; draft: BenchStep }
  /** Key of what the curves are made by: layers that were read with the same key are those of now. */
  curvesKey: string
}

/** Curves of one run under both evaluations; one object where both take the same curves. */
export interface BenchLayers {
  inForce: CurveLayers
  draft: CurveLayers
  curvesKey: string
}

/**
 * Runs that are judged by a draft beside the method in force. Each is a workbench, so that a step of the draft
 * calculates what hangs on it and no more, and what comes out is what `analyse` says of the same input, to the bit.
 */
export interface MethodBench {
  hold: (run: HeldRun) => void
  drop: (id: string) => void
  /** Throws the faults of `decodeCurves` and of an evaluation that cannot judge the run. */
  compare: (id: string, pair: MethodPair, isDetailed: boolean) => RunComparison
  readLayers: (id: string, pair: MethodPair) => BenchLayers
}

interface OnBench {
  run: HeldRun
  bench: Workbench
  /** Null until the first comparison. */
  base: { evaluation: Evaluation; results: Results; step: BenchStep } | null
}

export function createMethodBench(): MethodBench {
  const held = new Map<string, OnBench>()
  const find = (id: string): OnBench => {
    const one = held.get(id)
    if (!one) throw new Error(`Run ${id} is not held`)
    return one
  }
  return {
    hold: (run) => void held.set(run.id, { run, bench: createWorkbench(), base: null }),
    drop: (id) => void held.delete(id),
    compare(id, pair, isDetailed) {
      const one = find(id)
      const fitting = fitPair(one.run, pair)
      const { base, step } = judgePair(one, fitting)
      const results = one.bench.readResults()
      const changes = diffResults(base.results, results)
      const steps = { inForce: base.step, draft: step }
      return {
        id,
        engine: results.engine.version,
        counts: countChanges(changes),
        summaries: { inForce: summarise(base.results), draft: summarise(results) },
        detail: isDetailed ? { changes, steps, curvesKey: keyOf(fitting) } : null,
      }
    },
    readLayers(id, pair) {
      const one = find(id)
      const { bench, run } = one
      const fitting = fitPair(run, pair)
      const curvesKey = keyOf(fitting)
      judgePair(one, fitting)
      const draft = bench.readLayers()
      if (curvesOf(fitting.inForce) === curvesOf(fitting.draft)) {
        return { inForce: draft, draft, curvesKey }
      }
      bench.setEvaluation(fitting.inForce)
      const inForce = bench.readLayers()
      bench.setEvaluation(fitting.draft)
      return { inForce, draft, curvesKey }
    },
  }
}

/** Two evaluations as the curves of one run take them. */
type FittingPair = Record<'inForce' | 'draft', Evaluation>

function fitPair({ own, source }: HeldRun, { inForce, draft }: MethodPair): FittingPair {
  return {
    inForce: inForce ? fitToCurves(inForce, source) : own,
    draft: fitToCurves(draft, source),
  }
}

/** Judge a run by both evaluations; the one in force only where it is another than before. */
function judgePair(
  one: OnBench,
  { inForce, draft }: FittingPair,
): { base: NonNullable<OnBench['base']>; step: BenchStep } {
  const { run, bench } = one
  const isKnown = one.base && JSON.stringify(one.base.evaluation) === JSON.stringify(inForce)
  if (!one.base || !isKnown) {
    const { curves, id: _id, own: _own, source: _source, ...judgement } = run
    const step = one.base
      ? bench.setEvaluation(inForce)
      : bench.open({ ...decodeCurves(curves), ...judgement, evaluation: inForce })
    one.base = { evaluation: inForce, results: bench.readResults(), step }
  }
  return { base: one.base, step: bench.setEvaluation(draft) }
}

function keyOf({ inForce, draft }: FittingPair): string {
  return `${curvesOf(inForce)} ${curvesOf(draft)}`
}

/** Write down what the curves of an evaluation depend on. */
function curvesOf(evaluation: Evaluation): string {
  const own = evaluation.targets.map((target) => listTargetSettings(target, ['curves', 'baseline']))
  return JSON.stringify([listCurveSettings(evaluation), own])
}
