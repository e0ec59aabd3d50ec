import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { CallArguments } from '../../../../../domain/call.ts'
import type { commandRow } from '../../../../../domain/calls/device-command.ts'
import { Fault } from '../../../../../domain/fault.ts'
import { pause } from '../../../../client/pause.ts'

/** Order of a person to a running run. */
export type RunOrdered = CallArguments<typeof commandRow>['body']

export type RunButton = 'SKIP' | 'EXTEND' | 'SHORTEN' | 'ABORT'

/** Reasons that an order was never sent. */
export type NotSent = 'taken_back' | 'aborted' | 'left' | 'stopped'

/**
 * State of an order. `held`: it can still be taken back. `unknown`: it was sent and no answer came, so it may have reached
 * the device. `overtaken`: the same, because an abort went ahead of it.
 */
export type OrderState =
  | { is: 'held'; until: number }
  | { is: 'sending'; since: number; tries: number }
  | { is: 'sent'; command: string | null }
  | { is: 'refused'; error: unknown }
  | { is: 'unknown' }
  | { is: 'overtaken' }
  | { is: 'not_sent'; why: NotSent }

export interface Order {
  /** Also its operation id: however often it is sent, it acts once. */
  id: string
  pressed: RunButton
  state: OrderState
}

export interface OrderPorts {
  /** Sends it once. Gives the uuid in the command ledger, or null. @throws Fault */
  send: (ordered: RunOrdered, opId: string, signal: AbortSignal) => Promise<string | null>
  makeId: () => string
  /** Called whenever an order has come to its end. */
  settled?: (order: Order) => void
}

/** So long an order other than an abort can be taken back. */
export const takeBackMs = 5000
/** Time between two tries of an abort that nobody answered. */
const againMs = 2000
const keptWords = 4

export interface RunOrderBook {
  /** Newest first: those on their way, and the last ones that have ended. */
  orders: ReadonlySignal<readonly Order[]>
  /**
   * Takes an order. An abort is sent at once and overtakes whatever is held or on its way; any other is held for
   * `takeBackMs` first. False where the same or another one is under way already: the buttons say so.
   */
  press: (pressed: RunButton, ordered: RunOrdered) => boolean
  takeBack: (id: string) => void
  sendNow: (id: string) => void
  /** Ends the tries of an abort that nobody answers. */
  stop: (id: string) => void
  /** The page is left: what is held is not sent. Gives what was dropped. */
  leave: () => readonly Order[]
  /** End the book with the page. Return the orders that were dropped or that nobody here will get an answer to. */
  end: () => readonly Order[]
}

interface Entry {
  order: Order
  ordered: RunOrdered
  end: AbortController
  /** Some try of it has left this machine. */
  mayHaveGone: boolean
  timer?: ReturnType<typeof setTimeout>
}

/** Open the orders of one run from this page, each followed to its final state. */
export function openRunOrders(ports: OrderPorts): RunOrderBook {
  return new OrderBook(ports)
}

class OrderBook implements RunOrderBook {
  readonly #ports: OrderPorts
  readonly #shown = signal<readonly Order[]>([])
  readonly orders: ReadonlySignal<readonly Order[]> = this.#shown
  /** Orders that have no final state yet. */
  readonly #entries = new Map<string, Entry>()

  constructor(ports: OrderPorts) {
    this.#ports = ports
  }

  press(pressed: RunButton, ordered: RunOrdered): boolean {
    const open = [...this.#entries.values()]
    const isAbort = pressed === 'ABORT'
    if (open.some(({ order }) => !isAbort || order.pressed === 'ABORT')) return false
    for (const entry of open) this.#overtake(entry)
    const until = Date.now() + takeBackMs
    const order: Order = { id: this.#ports.makeId(), pressed, state: { is: 'held', until } }
    const entry: Entry = { order, ordered, end: new AbortController(), mayHaveGone: false }
    this.#entries.set(order.id, entry)
    const others = this.#shown.peek().filter((one) => one.pressed !== pressed)
    this.#shown.value = [order, ...others].slice(0, keptWords)
    if (isAbort) void this.#send(entry)
    else entry.timer = setTimeout(() => void this.#send(entry), takeBackMs)
    return true
  }

  takeBack(id: string): void {
    const entry = this.#heldOf(id)
    if (entry) this.#set(entry, { is: 'not_sent', why: 'taken_back' })
  }

  sendNow(id: string): void {
    const entry = this.#heldOf(id)
    if (entry) void this.#send(entry)
  }

  stop(id: string): void {
    const entry = this.#entries.get(id)
    if (entry?.order.state.is === 'sending') this.#giveUp(entry)
  }

  leave(): readonly Order[] {
    const held = [...this.#entries.values()].filter(({ order }) => order.state.is === 'held')
    for (const entry of held) this.#set(entry, { is: 'not_sent', why: 'left' })
    return held.map(({ order }) => order)
  }

  end(): readonly Order[] {
    const dropped = this.leave()
    const open = [...this.#entries.values()]
    for (const entry of open) {
      // Expect that a request on its way may still reach the service after the page has gone.
      entry.mayHaveGone = true
      this.#giveUp(entry)
    }
    return [...dropped, ...open.map(({ order }) => order)]
  }

  async #send(entry: Entry): Promise<void> {
    clearTimeout(entry.timer)
    const { id, pressed } = entry.order
    const since = Date.now()
    for (let tries = 1; ; tries += 1) {
      this.#set(entry, { is: 'sending', since, tries })
      try {
        const command = await this.#ports.send(entry.ordered, id, entry.end.signal)
        if (this.#entries.has(id)) this.#set(entry, { is: 'sent', command })
        return
      } catch (error) {
        // Ignore an order that was overtaken or stopped meanwhile: its outcome was reported.
        if (!this.#entries.has(id)) return
        if (!isPassing(error)) return this.#set(entry, { is: 'refused', error })
        const isGone = !wasNeverSent(error)
        entry.mayHaveGone ||= isGone
        if (pressed !== 'ABORT') {
          return this.#set(entry, isGone ? { is: 'unknown' } : { is: 'refused', error })
        }
      }
      await pause(againMs, entry.end.signal)
      if (!this.#entries.has(id)) return
    }
  }

  #set(entry: Entry, state: OrderState): void {
    const order = { ...entry.order, state }
    entry.order = order
    const isOpen = isUnderWay(order)
    if (!isOpen) {
      clearTimeout(entry.timer)
      this.#entries.delete(order.id)
    }
    this.#shown.value = this.#shown.peek().map((one) => (one.id === order.id ? order : one))
    if (!isOpen) this.#ports.settled?.(order)
  }

  #overtake(entry: Entry): void {
    const isHeld = entry.order.state.is === 'held'
    this.#set(entry, isHeld ? { is: 'not_sent', why: 'aborted' } : { is: 'overtaken' })
    entry.end.abort()
  }

  #giveUp(entry: Entry): void {
    this.#set(entry, entry.mayHaveGone ? { is: 'unknown' } : { is: 'not_sent', why: 'stopped' })
    entry.end.abort()
  }

  #heldOf(id: string): Entry | null {
    const entry = this.#entries.get(id)
    return entry?.order.state.is === 'held' ? entry : null
  }
}

/** Return true if an order has no final state yet. */
export function isUnderWay({ state }: Order): boolean {
  return state.is === 'held' || state.is === 'sending'
}

/** Return true if there was no answer, or the service is unavailable: the same order may be sent again. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof Fault && (wasNeverSent(error) || error.status >= 500 || error.status === 0)
  )
}

/** Return true if this machine has no network, or works without the service. */
function wasNeverSent(error: unknown): boolean {
  return error instanceof Fault && error.code === 'offline'
}
