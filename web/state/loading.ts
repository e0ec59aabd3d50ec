import { type ReadonlySignal, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { keepItem } from '../keep-item.ts'

/** Orders to load a cartridge: a well, a sample with all its wells, or a column at a time. */
export const loadingOrders = ['well', 'sample', 'column'] as const
export type LoadingOrder = (typeof loadingOrders)[number]

const Loading = v.strictObject({
  order: v.picklist(loadingOrders),
  /** Wells that are done, with what was to be in them: other samples there are not done. */
  done: v.record(v.string(), v.string()),
  /** Milliseconds; null before the first one. */
  started_at: v.nullable(v.number()),
})
export type Loading = v.InferOutput<typeof Loading>

const fresh: Loading = { order: 'well', done: {}, started_at: null }
const current = signal<Loading>(fresh)
let key = ''

/** Progress of loading the cartridge of the current plan. Kept in this browser after every step. */
export const loading: ReadonlySignal<Loading> = current

/** Open what is known of loading the cartridge of a plan: it goes on after a reload. */
export function openLoading(plan: string): void {
  const wanted = `loading-${plan}`
  if (wanted === key) return
  key = wanted
  current.value = parseKept(localStorage.getItem(wanted)) ?? fresh
}

export function changeLoading(change: Partial<Loading>): void {
  current.value = { ...current.peek(), ...change }
  // Ignore a full or forbidden storage: it lives as long as the page.
  keepItem(key, JSON.stringify(current.peek()))
}

/** Forget the loading of a plan that was launched or discarded. */
export function forgetLoading(plan: string): void {
  localStorage.removeItem(`loading-${plan}`)
  if (key === `loading-${plan}`) {
    key = ''
    current.value = fresh
  }
}

function parseKept(text: string | null): Loading | null {
  try {
    const read = v.safeParse(Loading, JSON.parse(text ?? 'null'))
    return read.success ? read.output : null
  } catch {
    return null
  }
}
