import { useCallback, useState } from 'react'
import { headerKey } from '../../../../../domain/rules/list-words.ts'
import type { ControlWish } from '../../../../../workers/files/sample-list/judge-rows.ts'

interface Answers {
  /** Keys of headers that are not to be read. */
  ignored: readonly string[]
  controls: ControlWish
}

const none: Answers = { ignored: [], controls: 'ask' }

/**
 * What a person says of one file beyond the settings: it is not remembered, as in the next one the same header
 * may hold what must not be passed over.
 */
export function useListAnswers() {
  const [answers, setAnswers] = useState(none)
  const ignore = useCallback((header: string) => {
    const key = headerKey(header)
    setAnswers((before) => ({
      ...before,
      ignored: [...before.ignored.filter((one) => one !== key), key],
    }))
  }, [])
  const read = useCallback((header: string) => {
    const key = headerKey(header)
    setAnswers((before) => ({ ...before, ignored: before.ignored.filter((one) => one !== key) }))
  }, [])
  const settle = useCallback(
    (controls: ControlWish) => setAnswers((before) => ({ ...before, controls })),
    [],
  )
  const reset = useCallback(() => setAnswers(none), [])
  return { answers, ignore, read, settle, reset }
}
