import { useEffect, useState } from 'react'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../../domain/results.ts'
import { plannedCycles } from '../../../../../domain/rules/programme.ts'
import { inWorker } from '../../../../../workers/pool.ts'
import type { RunCurves } from '../../../../../workers/run/blob.ts'
import type { Observation } from '../../../../../workers/watch/observation.ts'
import { readingTemperatures } from '../../../../../workers/watch/reading-temperatures.ts'

const nothing: readonly Observation[] = []

/** Return the observations on a finished run: the same as while it ran, from the kept curves. */
export function useWatch(
  record: Analysis,
  curves: RunCurves | null,
  results: Results | null,
): readonly Observation[] | null {
  // Begin with null until it is known.
  const [seen, setSeen] = useState<readonly Observation[] | null>(null)
  const { cartridge_type, samples, method } = record
  useEffect(() => {
    if (!curves || !results) return setSeen(null)
    const stop = new AbortController()
    const run = {
      amplification: curves.amplification,
      cartridge_type,
      samples,
      results: { evaluation: results.evaluation, wells: results.wells, assays: results.assays },
      planned_cycles: plannedCycles(method.process),
      programme: readingTemperatures(method.process),
    }
    inWorker('watchRun', stop.signal, run).then(setSeen, () => {
      // Ignore a failure: nothing depends on it, and without it the page is as it was.
      if (!stop.signal.aborted) setSeen(nothing)
    })
    return () => stop.abort()
  }, [curves, results, cartridge_type, samples, method.process])
  return seen
}
