import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { cartridges, type CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { Evaluation, TargetRule } from '../../../../../domain/entities/evaluation-recipe.ts'
import { type Results, callNames, type WellResult } from '../../../../../domain/results.ts'
import { plannedCycles } from '../../../../../domain/rules/programme.ts'
import type { RunCurves } from '../../../../../workers/run/blob.ts'
import type { CurveLayers } from '../../../../../workers/run/views.ts'
import { type BenchStep, noCall } from '../../../../../workers/bench-step.ts'
import type { OpenRun } from '../../../../../workers/workbench.ts'
import { useWorkbench } from '../use-workbench.ts'
import { wellIndex } from '../../../../../domain/rules/well.ts'

/** Settings that are tried on a target in place of its own. */
export interface Tried {
  threshold?: number
  baseline?: readonly [number, number]
}

/** Settings that are tried out on the curves: what would follow from them, and nothing that is kept. */
export interface Trial {
  tried: ReadonlyMap<string, Tried>
  /** The evaluation with them. */
  evaluation: Evaluation
  /** Results of the trial, or the saved ones while nothing is tried. */
  results: Results | null
  layers: CurveLayers | null
  /** Error of the calculation. */
  error: unknown
  set: (target: string, change: Tried) => void
  reset: () => void
}

const nothing: ReadonlyMap<string, Tried> = new Map()

/**
 * Try settings on a bench, which is opened when the page has nothing else to do, or with the first change, and again
 * when all changes are taken back: the first analysis of a worker takes three times as long as later ones. During a drag
 * the newest Cqs and calls come with every frame; the rest (samples, controls, assays) follows when it stops.
 */
export function useTrial(
  record: Analysis,
  curves: RunCurves | null,
  base: { results: Results | null; layers: CurveLayers | null },
): Trial {
  const [tried, setTried] = useState(nothing)
  const known = base.results?.evaluation ?? record.method.evaluation
  const begun = tried.size > 0
  const [round, setRound] = useState(0)
  const isWanted = useRest(curves !== null && base.results !== null) || begun
  const run = useMemo(
    () => (isWanted && curves && base.results ? describeRun(record, curves, base.results) : null),
    // Depend on the hashes of its files, which identify the content.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [isWanted, round, curves, base.results],
  )
  const bench = useWorkbench(run)
  const { setThreshold, setBaseline, readResults, readLayers, step } = bench
  const sent = useRef<{ run: OpenRun | null; tried: Trial['tried'] }>({ run, tried: nothing })
  useEffect(() => {
    // Send everything to a bench that was opened again.
    const before = sent.current.run === run ? sent.current.tried : nothing
    if (run) send(tried, before, { setThreshold, setBaseline })
    sent.current = { run, tried }
  }, [run, tried, setThreshold, setBaseline])

  const [followed, setFollowed] = useState<Pick<Trial, 'results' | 'layers'> | null>(null)
  const newest = useRef(0)
  const shape = cartridges[record.cartridge_type]
  const hasBaseline = [...tried.values()].some(({ baseline }) => baseline)
  useEffect(() => {
    const turn = ++newest.current
    if (!begun || !step || !base.results) {
      setFollowed(null)
      return undefined
    }
    const { results } = base
    const targets = results.evaluation.targets.map(({ name }) => name)
    setFollowed((before) => ({
      results: applyStep(before?.results ?? results, step, targets, shape),
      layers: before?.layers ?? null,
    }))
    const settle = async () => {
      const layers = hasBaseline ? await readLayers() : null
      if (turn !== newest.current) return
      if (layers) setFollowed((before) => before && { ...before, layers })
      const whole = await readResults()
      if (whole && turn === newest.current) {
        setFollowed((before) => before && { ...before, results: whole })
      }
    }
    // Wait a moment of rest: in the midst of a drag the next step is there before it.
    const timer = setTimeout(() => void settle().catch(() => null), hasBaseline ? 0 : 60)
    return () => clearTimeout(timer)
    // Open the run again when the results with which it is compared change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [begun, step])

  const evaluation = useMemo(() => applyTried(known, tried), [known, tried])
  return {
    tried,
    evaluation,
    results: followed?.results ?? base.results,
    layers: followed?.layers ?? base.layers,
    error: bench.error,
    set: useCallback(
      (target: string, change: Tried) =>
        setTried((before) => new Map(before).set(target, { ...before.get(target), ...change })),
      [],
    ),
    reset: useCallback(() => {
      setTried(nothing)
      setRound((before) => before + 1)
    }, []),
  }
}

/** Longest wait for a moment of rest; then the bench opens also on a page that is busy or hidden. */
const longestWaitMs = 2000

/** Return true from when the page has had nothing to do since something was there. */
function useRest(isThere: boolean): boolean {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    setRested(false)
    if (!isThere || !('requestIdleCallback' in globalThis)) return undefined
    const waiting = requestIdleCallback(() => setRested(true), { timeout: longestWaitMs })
    return () => cancelIdleCallback(waiting)
  }, [isThere])
  return isThere && rested
}

/** Send what differs from what the bench knows. */
function send(
  tried: ReadonlyMap<string, Tried>,
  sent: ReadonlyMap<string, Tried>,
  bench: Pick<ReturnType<typeof useWorkbench>, 'setThreshold' | 'setBaseline'>,
): void {
  for (const [target, { threshold, baseline }] of tried) {
    const before = sent.get(target)
    if (threshold !== undefined && threshold !== before?.threshold) {
      bench.setThreshold(target, threshold)
    }
    if (baseline && baseline !== before?.baseline) {
      const [start, end] = baseline
      bench.setBaseline(target, { method: 'window', start, end })
    }
  }
}

/** Return the evaluation with the tried settings; the same object without any. */
export function applyTried(evaluation: Evaluation, tried: ReadonlyMap<string, Tried>): Evaluation {
  if (tried.size === 0) return evaluation
  return {
    ...evaluation,
    targets: evaluation.targets.map((target): TargetRule => {
      const { threshold, baseline } = tried.get(target.name) ?? {}
      return {
        ...target,
        ...(threshold !== undefined && { threshold: { method: 'fixed', value: threshold } }),
        ...(baseline && { baseline: { method: 'window', start: baseline[0], end: baseline[1] } }),
      }
    }),
  }
}

function describeRun(record: Analysis, curves: RunCurves, results: Results): OpenRun {
  return {
    amplification: curves.amplification,
    melt: curves.melt,
    evaluation: results.evaluation,
    cartridge_type: record.cartridge_type,
    planned_cycles: plannedCycles(record.method.process),
    samples: record.samples,
    exclusions: record.exclusions,
    input_hash: results.input_hash,
  }
}

/**
 * Return results with the Cqs, calls and thresholds of a step of the workbench; unchanged wells keep their object.
 * Enough for the picture of a drag: samples, controls and reasons are the previous ones.
 */
function applyStep(
  results: Results,
  step: BenchStep,
  targets: readonly string[],
  shape: Pick<CartridgeType, 'rows' | 'columns'>,
): Results {
  let changed = false
  const wells = results.wells.map((well): WellResult => {
    const at = targets.indexOf(well.target) * step.wells + wellIndex(shape, well.well)
    const call = callNames[step.calls[at] ?? noCall]
    if (!call) return well
    const cq = orNull(step.cq[at])
    const threshold = orNull(step.thresholds[at])
    if (cq === well.cq && call === well.call && threshold === well.threshold) return well
    changed = true
    return { ...well, cq, call, threshold }
  })
  return changed ? { ...results, wells } : results
}

function orNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
