import { type ComponentType, useEffect, useReducer, useState } from 'react'
import { partTimeoutMs } from '../domain/catalog/limits.ts'
import { Fault } from '../domain/fault.ts'
import { t } from './i18n/intl.ts'
import { Progress } from './parts/progress/Progress.tsx'

/** A component that is fetched when it is first drawn, or before, where it is known that it will be. */
export type Later<Props> = ComponentType<Props> & { load: () => Promise<void> }

/**
 * Load a part for which a page waits as a whole. Unlike `React.lazy` it is shown as soon as it is loaded: React keeps
 * the fallback for 300 ms once it has been drawn. A failed part is fetched again by the next component that draws it.
 */
export function loadLater<Props extends object>(
  fetchIt: () => Promise<ComponentType<Props>>,
  options: {
    /** Called after each drawing into the document. */
    onDrawn?: () => void
    /** Leave its place empty until it comes, as of a dialog, which has none on the page. */
    isQuiet?: boolean
  } = {},
): Later<Props> {
  const { onDrawn, isQuiet = false } = options
  let found: ComponentType<Props> | null = null
  let coming: Promise<void> | null = null
  const load = () =>
    (coming ??= inTime(fetchIt()).then(
      (component) => {
        found = component
      },
      (error: unknown) => {
        coming = null
        throw error
      },
    ))

  function Loaded(props: Props) {
    const [, drawAgain] = useReducer((count: number) => count + 1, 0)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    const Found = found
    useEffect(() => {
      // Check the component that was drawn: it may have arrived since.
      if (Found) return undefined
      let isGone = false
      load().then(
        () => isGone || drawAgain(),
        (error: unknown) => isGone || setFailure({ error }),
      )
      return () => {
        isGone = true
      }
    }, [Found])
    useEffect(() => {
      if (Found) onDrawn?.()
    }, [Found])
    // Throw it to the boundary around the page, which says what happened.
    if (failure) throw failure.error
    if (Found) return <Found {...props} />
    return isQuiet ? null : <Progress label={t('app.opening')} />
  }
  return Object.assign(Loaded, { load })
}

/** @throws Fault `timeout` when it has not come by then (spec §9): the browser itself would wait for ever. */
function inTime<Value>(coming: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Fault('timeout', 'A part of the app did not come')),
    partTimeoutMs,
  )
  return Promise.race([coming, promise]).finally(() => clearTimeout(timer))
}
