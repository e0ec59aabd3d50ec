import { useEffect, useRef, useState } from 'react'
import { bkernelCalls, type RehearsalStep } from '../../../../domain/calls/bkernels.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'

interface Rehearsing {
  /** Last answer of the service; null before the first. */
  step: RehearsalStep | null
  isWorking: boolean
  failure: readonly string[]
}

const nothing: Rehearsing = { step: null, isWorking: false, failure: [] }

/**
 * Ask the service for one part of a rehearsal after the other, until it is complete. What was calculated is kept by the service: a
 * rehearsal that was stopped goes on where it was.
 * @param onDone called once it is kept with the plan.
 */
export function useRehearsal(id: string, onDone: () => void) {
  const [state, setState] = useState<Rehearsing>(nothing)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [id])
  const work = async (signal: AbortSignal) => {
    setState({ ...nothing, isWorking: true })
    try {
      for (let before = { done: -1, runs: -1 }; ;) {
        const opId = crypto.randomUUID()
        // Ask part after part, since each begins where the last one ended.
        // oxlint-disable-next-line no-await-in-loop
        const step = await call(bkernelCalls.rehearse, { params: { id } }, { opId, signal })
        if (signal.aborted) return
        // Stop where only companies are left that do not answer now: a person asks them again.
        const isStuck = step.done === before.done && step.runs === before.runs
        setState({ step, isWorking: step.version === null && !isStuck, failure: [] })
        if (step.version) return onDone()
        if (isStuck) return
        before = step
      }
    } catch (error) {
      if (signal.aborted) return
      setState((before) => ({ ...before, isWorking: false, failure: errorTexts(error) }))
    }
  }
  return {
    ...state,
    start: () => {
      stop.current?.abort()
      stop.current = new AbortController()
      void work(stop.current.signal)
    },
    stop: () => {
      stop.current?.abort()
      setState((before) => ({ ...before, isWorking: false }))
    },
  }
}
