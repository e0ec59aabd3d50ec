import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { commandRow } from '../../../../../domain/calls/device-command.ts'
import { extensionCycles } from '../../../../../domain/catalog/limits.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { RunProgress } from '../../../../../domain/live/event.ts'
import { call } from '../../../../client/call.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { keepLeftOrders, type LeftOrder } from '../../../../state/left-orders.ts'
import { resyncRecords } from '../../../../state/records.ts'
import { account } from '../../../../state/session.ts'
import { showToast } from '../../../../state/toasts.ts'
import { orderText } from './order-words.ts'
import {
  isUnderWay,
  openRunOrders,
  type Order,
  type RunButton,
  type RunOrderBook,
  type RunOrdered,
} from './run-orders.ts'

export interface RunOrders extends Pick<RunOrderBook, 'takeBack' | 'sendNow' | 'stop'> {
  /** Newest first. */
  list: readonly Order[]
  press: (pressed: RunButton) => boolean
}

/** Delays the end of the amplification, or anticipates it (STATE-006 to STATE-008). */
const addedBy = { EXTEND: extensionCycles, SHORTEN: -extensionCycles }

/** One try of an order: the service itself waits 5 s for the device. */
const tryMs = 8000

type Send = (ordered: RunOrdered, opId: string, signal: AbortSignal) => Promise<string | null>

/** Books of runs with an order under way: an abort that nobody has answered goes on when its page is left. */
const books = new Map<string, { book: RunOrderBook; name: string; send: { current: Send } }>()

/** Ask before a page with an open order is closed or reloaded. */
function askFirst(event: BeforeUnloadEvent): void {
  const isOpen = [...books.values()].some(({ book }) => book.orders.peek().some(isUnderWay))
  if (isOpen) event.preventDefault()
}

/** Keep the state of open orders for the next page to show, and send nothing after this page is hidden. */
function endBooks(): void {
  const user = account.peek()?.uuid
  const left = [...books.values()].flatMap(({ book, name }) =>
    book.end().map((order) => ({ ...wordOf(order), caption: name })),
  )
  if (user !== undefined) keepLeftOrders(left.map((word) => ({ ...word, account: user })))
}

function wordOf(order: Order): Pick<LeftOrder, 'kind' | 'text'> {
  return { kind: order.state.is === 'not_sent' ? 'warning' : 'error', text: orderText(order) }
}

/** Send orders to the device of a run, by the service or, with `local`, in the local network. */
export function useRunOrders(
  record: Analysis,
  progress: RunProgress | null,
  local?: { send: (ordered: RunOrdered) => Promise<void> },
): RunOrders {
  useSignals()
  const key = `${record.uuid} ${local ? 'local' : 'service'}`
  const { book, send } = bookOf(key, record.name)
  useLayoutEffect(() => {
    send.current = async (ordered, opId, signal) => {
      if (local) {
        await local.send(ordered)
        return null
      }
      const parts = { params: { id: record.device_uuid ?? '' }, body: ordered }
      return (await call(commandRow, parts, { opId, signal, once: true, timeoutMs: tryMs })).uuid
    }
  })
  useLeaving(key, book, record.name)
  return {
    list: book.orders.value,
    press: (pressed) => book.press(pressed, writeOrder(record.uuid, pressed, progress)),
    takeBack: (id) => book.takeBack(id),
    sendNow: (id) => book.sendNow(id),
    stop: (id) => book.stop(id),
  }
}

function bookOf(key: string, name: string) {
  const known = books.get(key)
  if (known) return known
  const send: { current: Send } = { current: () => Promise.resolve(null) }
  const book = openRunOrders({
    send: (...order) => send.current(...order),
    makeId: makeUuid,
    settled: (order) => {
      resyncRecords()
      if (!watched.has(book)) sayElsewhere(order, name)
    },
  })
  const made = { book, name, send }
  // Listen again, which has no effect with the same listener.
  addEventListener('beforeunload', askFirst)
  addEventListener('pagehide', endBooks)
  books.set(key, made)
  return made
}

/** Books whose words are on the screen. */
const watched = new Set<RunOrderBook>()

/** Report the end of an order as a message if its page is closed. */
function sayElsewhere(order: Order, name: string): void {
  const kind = order.state.is === 'sent' ? 'done' : 'error'
  showToast(kind, orderText(order), undefined, name)
}

/** Drop held orders when the page is left within the five seconds, and say so. */
function useLeaving(key: string, book: RunOrderBook, name: string): void {
  const title = useRef(name)
  useEffect(() => {
    title.current = name
  }, [name])
  useEffect(() => {
    watched.add(book)
    return () => {
      for (const order of book.leave()) {
        showToast('warning', orderText(order), undefined, title.current)
      }
      watched.delete(book)
      if (!book.orders.peek().some(isUnderWay)) books.delete(key)
    }
  }, [book, key])
}

/**
 * Write an order with the state that the sender saw: a late command then affects no other cycle, and no programme that
 * was extended already.
 */
function writeOrder(uuid: string, pressed: RunButton, progress: RunProgress | null): RunOrdered {
  const run = { analysis_uuid: uuid }
  if (pressed === 'ABORT') return { name: pressed, ...run }
  if (pressed === 'SKIP') {
    const cycle = progress ? { cycle: progress.cycle } : {}
    return { name: pressed, ...run, position: progress?.position ?? 0, ...cycle }
  }
  const of = progress ? { of: progress.cycles } : {}
  return { name: 'EXTEND', ...run, cycles: addedBy[pressed], ...of }
}
