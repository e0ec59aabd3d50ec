import { useEffect, useState } from 'react'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { readResults, type Results } from '../../../../domain/results.ts'
import type { RunCurves } from '../../../../workers/run/blob.ts'
import type { CurveLayers, MeltLayers } from '../../../../workers/run/views.ts'
import { inWorker } from '../../../../workers/pool.ts'
import { loadBlob } from '../../../local/blobs.ts'

/** A run's curves and the results on show, each as far as it has been loaded. */
export interface Evaluated {
  curves: RunCurves | null
  layers: CurveLayers | null
  melt: MeltLayers | null
  results: Results | null
  /** Error of loading. */
  error: unknown
  retry: () => void
}

type Loaded = Omit<Evaluated, 'retry'>

const nothing: Loaded = { curves: null, layers: null, melt: null, results: null, error: null }

/** Load the curve file and one result file of an analysis and draw their layers up in a worker. */
export function useEvaluated(record: Analysis, user: string, resultHash: string | null): Evaluated {
  const [loaded, setLoaded] = useState<Loaded>(nothing)
  const [attempt, setAttempt] = useState(0)
  const { uuid, curves_hash: curvesHash } = record

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const load = async () => {
      const read = (hash: string) => loadBlob({ user, analysis: uuid, hash, signal })
      const [curves, results] = await Promise.all([
        curvesHash
          ? read(curvesHash).then((bytes) => inWorker('decodeCurves', signal, bytes))
          : null,
        resultHash
          ? read(resultHash).then((bytes) => readResults(new TextDecoder().decode(bytes)))
          : null,
      ])
      const evaluation = results?.evaluation ?? record.method.evaluation
      const [layers, melt] = await Promise.all([
        curves && inWorker('curveLayers', signal, curves.amplification, evaluation),
        curves?.melt ? inWorker('meltLayers', signal, curves.melt) : null,
      ])
      setLoaded({ curves, layers, melt, results, error: null })
    }
    load().catch((error: unknown) => {
      if (!signal.aborted) setLoaded((before) => ({ ...before, error }))
    })
    return () => stop.abort()
    // Depend on the hashes alone, which name what is loaded: the record changes with every edit.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [uuid, user, curvesHash, resultHash, attempt])

  return { ...loaded, retry: () => setAttempt((before) => before + 1) }
}
