import { useCallback, useEffect, useState } from 'react'
import { errorTexts } from '../i18n/faults.ts'

export interface Loaded<Value> {
  value: Value | null
  failure: string[]
  /** Asks again; what is shown stays until the answer is there. */
  again: () => void
}

/** Load the answer of a call, for lists without a local table. `load` must stay the same function. */
export function useAnswer<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    load(stop.signal).then(
      (answer) => {
        setValue(answer)
        setFailure([])
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(errorTexts(error))
      },
    )
    return () => stop.abort()
  }, [load, round])
  const again = useCallback(() => setRound((before) => before + 1), [])
  return { value, failure, again }
}
