import { type ReadonlySignal, signal } from '@preact/signals-react'
import { aboutCalls } from '../../domain/calls/about.ts'
import { offlineProbeMs, serviceLostMs } from '../../domain/catalog/limits.ts'
import { call } from '../client/call.ts'
import { keepItem } from '../keep-item.ts'

/**
 * Reasons that no calls are made to the service: this machine has no network, the service does not answer, or the person
 * chose to work on the lab's own network alone.
 */
export type OfflineCause = 'network' | 'service' | 'chosen'

export type Mode =
  | { state: 'online'; since: number }
  | { state: 'offline'; cause: OfflineCause; since: number }

/** Offline by choice outlives a reload. */
const chosenAs = 'offline-chosen'

const current = signal<Mode>(firstMode())

/** Online: the service is asked. Offline: no call is made at all, what was kept here is shown, devices are met by their hostname (spec §4). */
export const mode: ReadonlySignal<Mode> = current

function firstMode(): Mode {
  const since = Date.now()
  if (localStorage.getItem(chosenAs)) return { state: 'offline', cause: 'chosen', since }
  return navigator.onLine
    ? { state: 'online', since }
    : { state: 'offline', cause: 'network', since }
}

function goOffline(cause: OfflineCause): void {
  const { value: before } = current
  if (before.state === 'offline' && before.cause === cause) return
  const since = before.state === 'offline' ? before.since : Date.now()
  current.value = { state: 'offline', cause, since }
}

function goOnline(): void {
  failingSince = null
  if (current.peek().state === 'offline') current.value = { state: 'online', since: Date.now() }
}

/** Work without the service until the person changes that. */
export function workOffline(): void {
  keepItem(chosenAs, '1')
  goOffline('chosen')
}

/**
 * Work with the service again. Return false if it does not answer: then the mode stays offline, and goes online by
 * itself later.
 */
export async function workOnline(): Promise<boolean> {
  localStorage.removeItem(chosenAs)
  if (await answers()) {
    goOnline()
    return true
  }
  goOffline(navigator.onLine ? 'service' : 'network')
  return false
}

let failingSince: number | null = null
const unheard = signal(0)
/** Number of consecutive calls without an answer: the live bus checks its connection then. */
export const unanswered: ReadonlySignal<number> = unheard
let asking: Promise<boolean> | null = null

const outcome = signal({ failing: 0, answeredAt: 0 })
/** Outcome of the last calls: the number of consecutive failures, and the time of the last success. */
export const calls: ReadonlySignal<{ failing: number; answeredAt: number }> = outcome

/** Note the outcome of every call: if the service answered at all, and if the answer was more than a failure. */
export function noteAnswer(came: boolean, worked = came): void {
  outcome.value = worked
    ? { failing: 0, answeredAt: Date.now() }
    : { ...outcome.peek(), failing: outcome.peek().failing + 1 }
  if (came) {
    failingSince = null
    unheard.value = 0
    return
  }
  unheard.value += 1
  failingSince ??= Date.now()
  if (current.peek().state === 'offline' || Date.now() - failingSince < serviceLostMs) return
  void answers().then((there) => {
    if (!there && current.peek().state === 'online') goOffline('service')
  })
}

/** Ask the service for a sign of life, one request for however many callers. */
function answers(): Promise<boolean> {
  if (!navigator.onLine) return Promise.resolve(false)
  const signal = AbortSignal.timeout(5000)
  asking ??= call(aboutCalls.health, {}, { signal, background: true, probe: true })
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      asking = null
    })
  return asking
}

/**
 * Follow the browser's network, the choice of a person in whatever tab of this browser, and ask from time to time whether a
 * service that was lost is back.
 */
export function watchMode(): void {
  const isChosen = () => localStorage.getItem(chosenAs) !== null
  const comeBack = async () => {
    if (current.peek().state === 'offline' && !isChosen() && (await answers()) && !isChosen())
      goOnline()
  }
  addEventListener('storage', ({ key }) => {
    if (key !== chosenAs && key !== null) return
    const { value: now } = current
    if (isChosen()) goOffline('chosen')
    // Go online once it is no choice any more, with or without an answer.
    else if (now.state === 'offline' && now.cause === 'chosen') void workOnline()
  })
  addEventListener('offline', () => !isChosen() && goOffline('network'))
  addEventListener('online', () => void comeBack())
  setInterval(() => void comeBack(), offlineProbeMs)
}
