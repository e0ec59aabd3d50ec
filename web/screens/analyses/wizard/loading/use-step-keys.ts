import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'

/** Of keys nearer to each other than this none is a person's. */
const scannerGapMs = 50
/** So long behind a letter a blank or Enter belongs to a label, and so long a letter waits for what follows it. */
const labelGapMs = 150

/** Space or Enter: done. Backspace or U: taken back. Buttons other than «Done» keep their own keys, and so does a label that is read. */
export function useStepKeys({ finish, undo }: { finish: () => void; undo: () => void }) {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, isLetter: false })
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const act = useRef({ finish, undo })
  useLayoutEffect(() => {
    act.current = { finish, undo }
  })
  useEffect(() => () => clearTimeout(waiting.current), [])
  return (event: KeyboardEvent) => {
    const { key, timeStamp } = event
    const gap = timeStamp - last.current.at
    const isLabel = gap < (last.current.isLetter ? labelGapMs : scannerGapMs)
    last.current = { at: timeStamp, isLetter: key.length === 1 && key !== ' ' }
    // It was the first letter of a label.
    clearTimeout(waiting.current)
    const target = event.target as HTMLElement
    const isOther = target.closest('button, input, a, select') && !target.closest('[data-done]')
    if (isOther || event.ctrlKey || event.metaKey || event.altKey) return
    const isDone = key === ' ' || key === 'Enter'
    const isLetterU = key.toLowerCase() === 'u'
    if (!isDone && !isLetterU && key !== 'Backspace') return
    event.preventDefault()
    if (isLabel || event.repeat) return
    if (isDone) act.current.finish()
    else if (isLetterU) waiting.current = setTimeout(() => act.current.undo(), labelGapMs)
    else act.current.undo()
  }
}
