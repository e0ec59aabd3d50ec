import { useEffect, useRef, useState } from 'react'
import type { CallData } from '../../../../domain/call.ts'
import { calibrationCalls, type EffectOnRun } from '../../../../domain/calls/calibrations.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'

/** Runs that were calculated so far, with what the service says of all of them; null before the first page. */
export interface Effect {
  of: Omit<CallData<typeof calibrationCalls.effect>, 'data'> | null
  runs: readonly EffectOnRun[]
  isWorking: boolean
  failure: readonly string[]
}

const nothing: Effect = { of: null, runs: [], isWorking: false, failure: [] }

/**
 * Ask the service, page by page, which results a calibration would change. What was calculated stays on show when a page fails, but is never
 * called complete.
 */
export function useEffectOf(uuid: string): Effect & { ask: () => void } {
  const [effect, setEffect] = useState<Effect>(nothing)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => {
    setEffect(nothing)
    return () => stop.current?.abort()
  }, [uuid])
  const ask = async (signal: AbortSignal) => {
    setEffect({ ...nothing, isWorking: true })
    let runs: EffectOnRun[] = []
    try {
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = { page: String(page) }
        const answer = await call(
          calibrationCalls.effect,
          { params: { id: uuid }, query },
          { signal },
        )
        const { data, ...of } = answer
        pages = of.pages
        runs = [...runs, ...data]
        setEffect({ of, runs, isWorking: page < pages, failure: [] })
      }
    } catch (error) {
      if (signal.aborted) return
      setEffect((before) => ({ ...before, isWorking: false, failure: errorTexts(error) }))
    }
  }
  return {
    ...effect,
    ask: () => {
      stop.current?.abort()
      stop.current = new AbortController()
      void ask(stop.current.signal)
    },
  }
}
