import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { Fault, type FaultDetail } from '../../../../../domain/fault.ts'
import type { ListWish } from '../../../../../workers/files/sample-list/list-wish.ts'
import type { ToldDialect } from '../../../../../workers/files/sample-list/list-rows.ts'
import type { ListStep } from '../../../../../workers/files/sample-list/list-session.ts'
import type { ListView } from '../../../../../workers/files/sample-list/list-view.ts'
import { type OpenList, openList } from '../../../../../workers/files/sample-list/open-list.ts'
import { fetchFaultTexts } from '../../../../i18n/faults.ts'
import { language } from '../../../../i18n/intl.ts'

export type ListState =
  | { step: 'none' }
  /** Progress from 0 to 1; null while it is unknown. */
  | { step: 'reading'; part: number | null }
  | { step: 'failed'; fault: FaultDetail }
  | { step: 'read'; view: ListView }

/** A file that was chosen; the same one chosen again is another. */
export interface ChosenFile {
  file: File
  told: ToldDialect
}

/** Reading that is over sooner is not worth a word. */
const patientMs = 200

/**
 * Read a chosen file in its worker and preview it on the cartridge, again after each change. Of settings that change
 * while it works only the newest are applied; edits of rows are always applied.
 * @param start the worker, if it is not the one beside the product's code.
 */
export function useOpenList(chosen: ChosenFile | null, wish: ListWish, start?: () => Worker) {
  const [state, setState] = useState<ListState>({ step: 'none' })
  const list = useRef<OpenList | null>(null)
  const [isLong, setIsLong] = useState(false)
  const asked = useRef(0)

  const begin = useCallback(
    () =>
      openList(
        (part) =>
          setState((before) => (before.step === 'reading' ? { step: 'reading', part } : before)),
        start,
      ),
    [start],
  )
  const follow = useCallback(
    async (work: (open: OpenList) => Promise<ListView>) => {
      list.current ??= begin()
      asked.current += 1
      const mine = asked.current
      try {
        const view = await work(list.current)
        // Draw in pieces, so that it does not hold up what a person does meanwhile.
        if (mine === asked.current) startTransition(() => setState({ step: 'read', view }))
      } catch (error) {
        if (mine !== asked.current || isAbort(error)) return
        // Treat a file that was taken away since it was chosen like one that cannot be read.
        const fault = error instanceof Fault ? error : new Fault('invalid', String(error))
        await fetchFaultTexts(fault)
        setState({ step: 'failed', fault: fault.first })
      }
    },
    [begin],
  )

  const settling = useSettling(list, follow)
  const opened = useRef<ChosenFile | null>(null)
  useEffect(() => {
    if (!chosen) return undefined
    if (opened.current === chosen) {
      settling(wish)
      return undefined
    }
    // Leave what is shown while the same file is read in another way, and with it the focus.
    if (opened.current?.file !== chosen.file) setState({ step: 'reading', part: null })
    opened.current = chosen
    setIsLong(false)
    const timer = setTimeout(() => setIsLong(true), patientMs)
    void follow((open) => open.open(chosen.file, wish, chosen.told, language.peek())).finally(() =>
      clearTimeout(timer),
    )
    return undefined
  }, [chosen, wish, follow, settling])

  const stop = useCallback(() => {
    asked.current += 1
    list.current?.close()
    list.current = null
    opened.current = null
    setState({ step: 'none' })
  }, [])
  useEffect(() => {
    // Begin before a file is chosen: a worker takes a moment to start.
    list.current ??= begin()
    return () => {
      list.current?.close()
      list.current = null
    }
  }, [begin])
  const change = useCallback((step: ListStep) => follow((open) => open.change(step)), [follow])
  return { state, isLong, list, change, stop }
}

/** Give the newest wish when the worker is free: a prefix that is typed is not judged letter by letter. */
function useSettling(
  list: { current: OpenList | null },
  follow: (work: (open: OpenList) => Promise<ListView>) => Promise<void>,
) {
  const waiting = useRef<ListWish | null>(null)
  const isBusy = useRef(false)
  return useCallback(
    (wish: ListWish) => {
      waiting.current = wish
      if (isBusy.current) return
      isBusy.current = true
      void (async () => {
        for (let next = waiting.current; next && list.current; next = waiting.current) {
          const newest = next
          waiting.current = null
          await follow((open) => open.settle(newest))
        }
        isBusy.current = false
      })()
    },
    [list, follow],
  )
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
