import { plannedCycles } from '../../../../domain/rules/programme.ts'
import { useEffect, useState } from 'react'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import type { CurveLayers, MeltLayers } from '../../../../workers/curves/views.ts'
import { inWorker } from '../../../../workers/pool.ts'
import { followRun, type RunPicture } from '../../../state/run.ts'

/** A run as it goes on: the picture, and what was computed from it for the charts and the plate. */
export interface LiveRun {
  picture: RunPicture | null
  layers: CurveLayers | null
  melt: MeltLayers | null
  /** Results so far: they may still change with every reading. */
  results: Results | null
}

/** A page cannot be read faster than this; readings in between are drawn together. */
const leastBetweenMs = 250

/**
 * Follows a run. Each new reading is worked out in a worker, one at a time: readings that come meanwhile wait
 * as one, so that a fast run or a slow machine drops pictures and never falls behind.
 */
export function useRun(record: Analysis): LiveRun {
  const [run, setRun] = useState<LiveRun>({
    picture: null,
    layers: null,
    melt: null,
    results: null,
  })

  useEffect(() => {
    const stop = new AbortController()
    let newest: RunPicture | null = null
    let drawn = -1
    let working = false

    const work = async (picture: RunPicture) => {
      const { amplification, melt, measured } = picture
      const { evaluation } = record.method
      if (measured.AMP === 0) return { layers: null, melt: null, results: null }
      const input = {
        amplification,
        melt: measured.VAL > 0 ? melt : null,
        evaluation,
        cartridge_type: record.cartridge_type,
        planned_cycles: plannedCycles(record.method.process),
        samples: record.samples,
        exclusions: record.exclusions,
        input_hash: '' as const,
      }
      const [layers, melting, results] = await Promise.all([
        inWorker('curveLayers', stop.signal, amplification, evaluation),
        melt && measured.VAL > 4 ? inWorker('meltLayers', stop.signal, melt) : null,
        inWorker('analyse', stop.signal, input),
      ])
      return { layers, melt: melting, results }
    }
    const advance = async () => {
      if (working || stop.signal.aborted) return
      working = true
      while (newest && newest.version !== drawn && !stop.signal.aborted) {
        const picture: RunPicture = newest
        drawn = picture.version
        const began = performance.now()
        const layers = await work(picture).catch(() => null)
        if (layers && !stop.signal.aborted) setRun({ picture, ...layers })
        const rest = leastBetweenMs - (performance.now() - began)
        if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
      }
      working = false
    }
    const unfollow = followRun(record, (picture) => {
      newest = picture
      void advance()
    })
    return () => {
      stop.abort()
      unfollow()
    }
    // What runs is fixed when it is launched; name and notebook may change meanwhile and mean nothing here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [record.uuid])

  return run
}
