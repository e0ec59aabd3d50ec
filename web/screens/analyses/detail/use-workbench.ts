import { useCallback, useEffect, useRef, useState } from 'react'
import type { BaselineRule } from '../../../../domain/entities/evaluation-recipe.ts'
import type { Results } from '../../../../domain/results.ts'
import type { CurveLayers } from '../../../../workers/run/views.ts'
import { openWorkbench, type OpenWorkbench } from '../../../../workers/open-workbench.ts'
import type { BenchStep } from '../../../../workers/bench-step.ts'
import type { OpenRun } from '../../../../workers/workbench.ts'

/** A run on the workbench, for settings that are tried out before they are kept. */
export interface WorkbenchControl {
  /** Cq, calls and thresholds after the last change that was computed; null until the first. */
  step: BenchStep | null
  /** Error of the calculation. */
  error: unknown
  /** May be called with every pointer event: positions that were overtaken are left out. */
  setThreshold: (target: string, value: number) => void
  setBaseline: (target: string, rule: BaselineRule) => void
  /** Everything that follows from the settings as they are, such as when the pointer is let go. */
  readResults: () => Promise<Results | null>
  readLayers: () => Promise<CurveLayers | null>
}

/**
 * Keep a run in a worker of its own while the page shows it, so that a threshold or a baseline can be dragged. Another
 * object `run` opens the run again: keep it in a memo. Nothing is stored.
 */
export function useWorkbench(run: OpenRun | null): WorkbenchControl {
  const bench = useRef<OpenWorkbench | null>(null)
  const [step, setStep] = useState<BenchStep | null>(null)
  const [error, setError] = useState<unknown>(null)

  const show = useCallback(
    async (from: OpenWorkbench | null, answer?: Promise<BenchStep | null>) => {
      try {
        const next = await answer
        if (next && bench.current === from) setStep(next)
      } catch (failure) {
        if (bench.current === from) setError(failure)
      }
    },
    [],
  )
  useEffect(() => {
    if (!run) return
    const opened = openWorkbench()
    bench.current = opened
    setStep(null)
    setError(null)
    void show(opened, opened.open(run))
    return () => {
      bench.current = null
      opened.close()
    }
  }, [run, show])

  return {
    step,
    error,
    setThreshold: useCallback(
      (target: string, value: number) =>
        void show(bench.current, bench.current?.setThreshold(target, value)),
      [show],
    ),
    setBaseline: useCallback(
      (target: string, rule: BaselineRule) =>
        void show(bench.current, bench.current?.setBaseline(target, rule)),
      [show],
    ),
    readResults: useCallback(async () => (await bench.current?.readResults()) ?? null, []),
    readLayers: useCallback(async () => (await bench.current?.readLayers()) ?? null, []),
  }
}
