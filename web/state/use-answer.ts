import { useCallback, useEffect, useState } from 'react'
import { errorTexts } from '../i18n/faults.ts'

export interface Loaded<Value> {
  value: Value | null
  failure: string[]
  /** Asks again; what is shown stays until the answer is there. */
  again: () => void
}

const none: string[] = []

/** Load the answer of a call, for lists without a local table. `load` must stay the same function. */
export function useAnswer<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const { answer, failed, again } = useLoaded(load)
  return { value: answer?.value ?? null, failure: failed?.texts ?? none, again }
}

/**
 * Load the answer of a call about one record. Until that of another one is there, or where it fails, nothing is shown: the answer
 * about the record before would be read, and acted on, as that of this one.
 */
export function useAnswerAbout<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const { answer, failed, again } = useLoaded(load)
  return {
    value: answer?.of === load ? answer.value : null,
    failure: failed?.of === load ? failed.texts : none,
    again,
  }
}

function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>) {
  const [answer, setAnswer] = useState<{ of: typeof load; value: Value } | null>(null)
  const [failed, setFailed] = useState<{ of: typeof load; texts: string[] } | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    load(stop.signal).then(
      (value) => {
        if (stop.signal.aborted) return
        setAnswer({ of: load, value })
        setFailed(null)
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFailed({ of: load, texts: errorTexts(error) })
      },
    )
    return () => stop.abort()
  }, [load, round])
  const again = useCallback(() => setRound((before) => before + 1), [])
  return { answer, failed, again }
}
