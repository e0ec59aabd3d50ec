import { effect, type Signal, signal } from '@preact/signals-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useAddress } from '../../../../use-address.ts'
import { readIndexes, writeIndexes } from './view-address.ts'

/** The point of the run that is on show, counted from 1; null for the newest. */
export interface Scrub {
  cycle: Signal<number | null>
  /** Point of the melt, which has its own. */
  melt: Signal<number | null>
}

/** Wells that are selected, the one that is pointed at, and the moment: the same in every view of a run. */
export interface Picked {
  selected: ReadonlySet<number>
  onSelect: (wells: ReadonlySet<number>) => void
  pointed: Signal<number | null>
  onPoint: (well: number | null) => void
  scrub: Scrub
}

/** The address follows when things have come to rest: browsers refuse many changes of it in a row. */
const restMs = 300

/**
 * Begin with what the address says and write it there. Moving through the run, or over wells and curves, draws only
 * what shows the moment or that well.
 */
export function usePicked(): Picked {
  const { search, change } = useAddress()
  const [selected, onSelect] = useState<ReadonlySet<number>>(() => readIndexes(search.get('wells')))
  const [pointed] = useState(() => signal<number | null>(null))
  const onPoint = useCallback(
    (well: number | null) => {
      pointed.value = well
    },
    [pointed],
  )
  const [scrub] = useState<Scrub>(() => ({
    cycle: signal(readPoint(search.get('at'))),
    melt: signal(readPoint(search.get('meltAt'))),
  }))
  const newest = useRef(change)
  useEffect(() => {
    newest.current = change
  })
  useEffect(() => {
    const wells = writeIndexes(selected)
    if (wells === (new URLSearchParams(location.search).get('wells') ?? '')) return undefined
    const timer = setTimeout(() => newest.current({ wells }), restMs)
    return () => clearTimeout(timer)
  }, [selected])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = effect(() => {
      const at = String(scrub.cycle.value ?? '')
      const meltAt = String(scrub.melt.value ?? '')
      clearTimeout(timer)
      const now = new URLSearchParams(location.search)
      if ((now.get('at') ?? '') === at && (now.get('meltAt') ?? '') === meltAt) return
      timer = setTimeout(() => newest.current({ at, meltAt }), restMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [scrub])
  return useMemo(
    () => ({ selected, onSelect, pointed, onPoint, scrub }),
    [selected, pointed, onPoint, scrub],
  )
}

function readPoint(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null
}
