import type { BaselineRule, Evaluation, TargetRule } from '../domain/entities/evaluation-recipe.ts'
import { callNames, type Results } from '../domain/results.ts'
import { addReading, extendReadings, type CurvePoint } from './run/assemble.ts'
import { judgeAgain, type JudgedRun } from './run/judge-run.ts'
import {
  measureAgain,
  measureCycle,
  measureEstimates,
  measureMelt,
  measureRun,
  type MeasuredTarget,
  type RunReadings,
} from './run/measure-run.ts'
import { type BenchStep, noCall } from './bench-step.ts'
import type { Readings } from './curves/readings.ts'
import { curveLayers, meltLayers, type CurveLayers, type MeltLayers } from './run/views.ts'
import type { Observation } from './watch/observation.ts'
import { watchRun } from './watch/watch-run.ts'
import type { Judgement } from './run/judge-target.ts'

/** Run to work on: its curves so far, with room for later ones, and the settings to judge it. */
export interface OpenRun extends RunReadings, Judgement {}

/**
 * Open run with its results. Each change recalculates only the parts that depend on it: a threshold the calls of its
 * target, a baseline the curves of its target. The results equal those of `analyse` for the same input, to the bit.
 *
 * A new cycle changes everything, in two steps. `addPoints` answers within a frame: curves, layers, and Cq and calls
 * read at thresholds are right. Slower parts are still those of the cycle before: estimates by other methods, Cq and
 * calls that are read from them (consensus), doubts from a comparison with them (`methods_part`, `strays_from_shape`),
 * flags of outliers and places, assays, amounts. `refine` updates them.
 */
export interface Workbench {
  open: (run: OpenRun) => BenchStep
  /** Add points, new or repeated ones; the room for them grows as needed. */
  addPoints: (points: readonly CurvePoint[]) => BenchStep
  /** Calculate the parts that `addPoints` postponed; none after any other change. */
  refine: () => BenchStep
  /** Set a fixed threshold for a target. */
  setThreshold: (target: string, value: number) => BenchStep
  setBaseline: (target: string, rule: BaselineRule) => BenchStep
  /** Set another recipe; parts that it does not change are not calculated again. */
  setEvaluation: (evaluation: Evaluation) => BenchStep
  setSamples: (samples: Judgement['samples']) => BenchStep
  setExclusions: (exclusions: Judgement['exclusions']) => BenchStep
  readResults: () => Results
  readLayers: () => CurveLayers
  readMelt: () => MeltLayers | null
  /** List observations for a person to check; `programme` is the temperature of each cycle's reading. */
  readWatch: (programme: readonly number[]) => Observation[]
}

interface State {
  run: OpenRun
  measured: readonly MeasuredTarget[]
  judged: JudgedRun
  /** True while a part of the calculation is postponed. */
  isHasty: boolean
}

export function createWorkbench(): Workbench {
  let state: State | null = null

  const settle = (
    run: OpenRun,
    measured: readonly MeasuredTarget[],
    isHasty = false,
  ): BenchStep => {
    const judged = judgeAgain(measured, run, state?.judged ?? null, isHasty)
    state = { run, measured, judged, isHasty }
    return describeStep(state)
  }
  const known = (): State => {
    if (!state) throw new Error('No run is open')
    return state
  }
  const refine = (): BenchStep => {
    const { run, measured, isHasty } = known()
    if (!isHasty) return describeStep(known())
    return settle(run, measureEstimates(measured, run.evaluation))
  }
  const setEvaluation = (evaluation: Evaluation): BenchStep => {
    refine()
    const { run, measured } = known()
    const next = { ...run, evaluation: keepParts(evaluation, run.evaluation) }
    return settle(next, measureAgain(next, next.evaluation, measured, run.evaluation))
  }
  return {
    open(run) {
      state = null
      return settle(run, measureRun(run, run.evaluation))
    },
    addPoints(points) {
      const { run, measured } = known()
      const next = joinPoints(run, points)
      if (!points.some(({ phase }) => phase === 'AMP')) {
        return settle(next, measureMelt(next, next.evaluation, measured), known().isHasty)
      }
      return settle(next, measureCycle(next, next.evaluation, measured), true)
    },
    refine,
    setThreshold(name, value) {
      const { run, measured, isHasty } = known()
      const evaluation = changeTarget(run, name, { threshold: { method: 'fixed', value } })
      return settle({ ...run, evaluation }, measured, isHasty)
    },
    setBaseline: (name, baseline) => setEvaluation(changeTarget(known().run, name, { baseline })),
    setEvaluation,
    setSamples(samples) {
      refine()
      const { run, measured } = known()
      const next = { ...run, samples }
      // Measure again if targets are bound to a mix: samples say which mix is in which well.
      const isMixed = run.evaluation.targets.some(({ well_types }) => well_types !== undefined)
      return settle(next, isMixed ? measureRun(next, next.evaluation) : measured)
    },
    setExclusions(exclusions) {
      refine()
      const { run, measured } = known()
      return settle({ ...run, exclusions }, measured)
    },
    readResults: () => known().judged.results,
    readLayers() {
      const { run, measured } = known()
      return curveLayers(run.amplification, run.evaluation, null, measured)
    },
    readMelt() {
      const { melt } = known().run
      return melt && meltLayers(melt)
    },
    readWatch: (programme) => watchState(known(), programme),
  }
}

function watchState({ run, judged }: State, programme: readonly number[]): Observation[] {
  const { amplification, cartridge_type, samples, planned_cycles } = run
  const { results } = judged
  return watchRun({ amplification, results, cartridge_type, samples, planned_cycles, programme })
}

function changeTarget(
  { evaluation }: OpenRun,
  name: string,
  change: Partial<TargetRule>,
): Evaluation {
  const targets = evaluation.targets.map((one) => (one.name === name ? { ...one, ...change } : one))
  return { ...evaluation, targets }
}

/** Put the equal objects of another recipe into a recipe, because `judgeAgain` compares objects. */
function keepParts(evaluation: Evaluation, known: Evaluation): Evaluation {
  const keep = <Part>(part: Part, same: Part | undefined): Part =>
    same !== undefined && JSON.stringify(part) === JSON.stringify(same) ? same : part
  return {
    ...evaluation,
    targets: evaluation.targets.map((target) =>
      keep(
        target,
        known.targets.find(({ name }) => name === target.name),
      ),
    ),
    controls: keep(evaluation.controls, known.controls),
  }
}

function joinPoints(run: OpenRun, points: readonly CurvePoint[]): OpenRun {
  const amplification = addPhase(run.amplification, 'AMP', points) ?? run.amplification
  return { ...run, amplification, melt: addPhase(run.melt, 'VAL', points) }
}

function addPhase(
  curves: Readings | null,
  phase: CurvePoint['phase'],
  points: readonly CurvePoint[],
): Readings | null {
  if (!curves) return null
  const own = points.filter((point) => point.phase === phase)
  const needed = own.reduce((most, { index }) => Math.max(most, index), 0)
  const room = needed > curves.points ? extendReadings(curves, needed) : curves
  for (const point of own) addReading(room, point)
  return room
}

function describeStep({ run, measured, judged }: State): BenchStep {
  const wells = measured[0]?.curves.wells ?? 0
  const size = wells * run.evaluation.targets.length
  const step: BenchStep = {
    wells,
    cq: new Float64Array(size).fill(Number.NaN),
    calls: new Uint8Array(size).fill(noCall),
    thresholds: new Float64Array(size).fill(Number.NaN),
  }
  for (const [index, { wells: own }] of judged.byTarget.entries()) {
    for (const [well, result] of own.entries()) {
      if (!result) continue
      const at = index * wells + well
      step.cq[at] = result.cq ?? Number.NaN
      step.calls[at] = callNames.indexOf(result.call)
      step.thresholds[at] = result.threshold ?? Number.NaN
    }
  }
  return step
}
