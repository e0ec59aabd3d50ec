import { useLayoutEffect, useRef } from 'react'
import { pressSingleKey, type SingleKeys } from './single-keys.ts'

/**
 * Bind single letters that act with any focus, while the caller is drawn and `on`. People who speak to their machine
 * must be able to turn them off (WCAG 2.1.4): offer `KeysToggle` beside.
 */
export function useSingleKeys(on: boolean, keys: SingleKeys): void {
  const latest = useRef(keys)
  // Listen before it is painted: a letter acts on what is seen, and is not lost because it came right after.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    if (!on) return undefined
    const press = (event: KeyboardEvent) => void pressSingleKey(event, latest.current)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [on])
}
