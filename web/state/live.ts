import { type ReadonlySignal, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { deviceGuardMs, socketReconnectMs, statusBatchMs } from '../../domain/catalog/limits.ts'
import {
  type AnalysisEvent,
  type DeviceNotice,
  DeviceStatus,
  TopicEvent,
} from '../../domain/live/event.ts'
import { analysisSubject, syncSubject, topicSubject } from '../../domain/live/topic.ts'
import type { LiveConnection } from '../live/connection.ts'

export type LiveState = 'off' | 'connecting' | 'connected' | 'lost'

/** What was last heard of a device and when (this machine's clock); anything shown of it says that age. */
export interface HeardStatus {
  status: DeviceStatus
  heardAt: number
}

const current = signal<{ state: LiveState; since: number }>({ state: 'off', since: Date.now() })
const heard = signal<ReadonlyMap<string, HeardStatus>>(new Map())

export const live: ReadonlySignal<{ state: LiveState; since: number }> = current
export const deviceStatuses: ReadonlySignal<ReadonlyMap<string, HeardStatus>> = heard

type AnalysisListener = (event: AnalysisEvent) => void
const analysisListeners = new Map<string, Set<AnalysisListener>>()
const connectedListeners = new Set<() => void>()

/** Events of one analysis, at once and in the order they came. Returns how to stop listening. */
export function onAnalysis(uuid: string, listener: AnalysisListener): () => void {
  const listeners = analysisListeners.get(uuid) ?? new Set()
  analysisListeners.set(uuid, listeners.add(listener))
  return () => listeners.delete(listener)
}

/** Called each time the bus is (again) there: whatever was missed meanwhile must be fetched. */
export function onConnected(listener: () => void): () => void {
  connectedListeners.add(listener)
  return () => connectedListeners.delete(listener)
}

interface LiveHooks {
  onHint: () => void
  onNotice: (device: string, notice: DeviceNotice) => void
}

/** What is open or being opened; another one by now means that what comes late belongs to nobody. */
let opening: Promise<LiveConnection> | null = null
let retryTimer: ReturnType<typeof setTimeout> | undefined
const longestRetryMs = 30_000

/** Connects, and goes on trying with growing waits while the service cannot be reached (decisions D85). */
export function openLive(hooks: LiveHooks, retryMs = socketReconnectMs): void {
  if (opening) return
  clearTimeout(retryTimer)
  setState('connecting')
  const mine = import('../live/connection.ts').then(({ connectLive }) =>
    connectLive((state) => {
      if (opening !== mine) return
      setState(state)
      if (state !== 'connected') return
      tellConnected(hooks)
      void mine.then((connected) => hearRuns(connected, hooks))
    }),
  )
  opening = mine
  mine.then(
    (connected) => {
      if (opening !== mine) return
      setState('connected')
      subscribe(connected, hooks)
      tellConnected(hooks)
    },
    () => {
      if (opening !== mine) return
      opening = null
      setState('lost')
      retryTimer = setTimeout(() => openLive(hooks, Math.min(2 * retryMs, longestRetryMs)), retryMs)
    },
  )
}

export async function closeLive(): Promise<void> {
  const closing = opening
  opening = null
  clearTimeout(retryTimer)
  setState('off')
  heard.value = new Map()
  shownAt.clear()
  waiting.clear()
  await closing?.then(({ close }) => close()).catch(() => undefined)
}

function setState(state: LiveState): void {
  if (current.peek().state !== state) current.value = { state, since: Date.now() }
}

function tellConnected({ onHint }: LiveHooks): void {
  onHint()
  for (const listener of connectedListeners) listener()
}

/** Swarms whose runs are listened to on the connection that is open. */
let heardSwarms = new Set<string>()

/** Also after a reconnect: a fresh token may be of more swarms. */
function hearRuns({ connection: bus, company, swarms }: LiveConnection, hooks: LiveHooks): void {
  for (const swarm of swarms().filter((uuid) => !heardSwarms.has(uuid))) {
    heardSwarms.add(swarm)
    bus.subscribe(analysisSubject(company, swarm, '*'), {
      callback: (_, message) => receive(message.string(), hooks),
    })
  }
}

function subscribe(live: LiveConnection, hooks: LiveHooks): void {
  const { connection: bus, company } = live
  heardSwarms = new Set()
  hearRuns(live, hooks)
  bus.subscribe(syncSubject(company), { callback: hooks.onHint })
  for (const topic of ['bcube-status', 'bcube-events', 'bgate-events'] as const) {
    bus.subscribe(topicSubject(company, topic, '*'), {
      callback: (_, message) => receive(message.string(), hooks),
    })
  }
}

function receive(text: string, hooks: LiveHooks): void {
  const read = v.safeParse(TopicEvent, parse(text))
  // An event of a newer edge that this page does not know is not an error: the pull brings the truth.
  if (!read.success) return
  const event = read.output
  if (event.topic === 'analysis') {
    for (const listener of analysisListeners.get(event.payload.analysis_uuid) ?? [])
      listener(event.payload)
  } else if (v.is(DeviceStatus, event.payload)) hear(event.payload)
  else hooks.onNotice(event.uuid, event.payload)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const waiting = new Map<string, HeardStatus>()
const shownAt = new Map<string, number>()
let flushTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Statuses are batched for 5 s, and a device shown within the last 5 s waits for the next batch (spec §4
 * "Device states"): always the newest that was heard, with its own time. The first of a device is shown at once.
 */
function hear(status: DeviceStatus): void {
  waiting.set(status.uuid, { status, heardAt: Date.now() })
  if (!shownAt.has(status.uuid)) flush()
  else flushTimer ??= setTimeout(flush, statusBatchMs)
}

function flush(): void {
  clearTimeout(flushTimer)
  flushTimer = undefined
  const now = Date.now()
  const next = new Map(heard.peek())
  for (const [uuid, entry] of waiting) {
    if (now - (shownAt.get(uuid) ?? 0) < deviceGuardMs) continue
    next.set(uuid, entry)
    shownAt.set(uuid, now)
    waiting.delete(uuid)
  }
  heard.value = next
  if (waiting.size > 0) flushTimer = setTimeout(flush, statusBatchMs)
}
