import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { AnalysisEvent, DeviceNotice, TopicError } from '../../domain/live/event.ts'
import type { Topic } from '../../domain/live/topic.ts'
import type { Bus, BusHooks } from '../live/bus.ts'
import type { HeardStatus } from '../live/receive.ts'
import type { Wanted } from '../live/topic-book.ts'

export type LiveState = 'off' | 'connecting' | 'connected' | 'lost'

const current = signal<{ state: LiveState; since: number }>({ state: 'off', since: Date.now() })
const heard = signal<ReadonlyMap<string, HeardStatus>>(new Map())

export const live: ReadonlySignal<{ state: LiveState; since: number }> = current
export const deviceStatuses: ReadonlySignal<ReadonlyMap<string, HeardStatus>> = heard

type AnalysisListener = (event: AnalysisEvent) => void
const analysisListeners = new Map<string, Set<AnalysisListener>>()
const connectedListeners = new Set<() => void>()
type NoticeListener = (notice: DeviceNotice) => void
const noticeListeners = new Map<string, Set<NoticeListener>>()
const wanted = new Map<symbol, Wanted>()

/** Connection that is open or being opened; a result of an earlier one is ignored. */
let opening: Promise<Bus> | null = null
let bus: Bus | null = null

/** So long after a load that failed the next is tried. */
const loadAgainMs = 10_000
let retry: ReturnType<typeof setTimeout> | undefined

let updating = false
/**
 * Update the subscriptions once per turn, in which one list often replaces another: only the difference reaches the
 * service.
 */
function update(): void {
  if (updating) return
  updating = true
  queueMicrotask(() => {
    updating = false
    bus?.update()
  })
}

/**
 * Subscribe to a topic of these devices (spec §7 "Live socket"): also before the bus exists, and again after each
 * reconnect. Messages arrive in `deviceStatuses`, `onAnalysis` and the listeners of `openLive`.
 * @returns how to stop.
 */
export function subscribeTopic(topic: Topic, recipients: readonly string[]): () => void {
  const mine = Symbol(topic)
  wanted.set(mine, { topic, recipients: [...recipients] })
  update()
  return () => {
    if (wanted.delete(mine)) update()
  }
}

/** Listen to the events of one analysis, at once and in their order. Returns how to stop listening. */
export function onAnalysis(uuid: string, listener: AnalysisListener): () => void {
  const listeners = analysisListeners.get(uuid) ?? new Set()
  analysisListeners.set(uuid, listeners.add(listener))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) analysisListeners.delete(uuid)
  }
}

/** Listen to events of one device that happen once, such as a lid that opens. Returns a function that stops listening. */
export function onDeviceNotice(device: string, listener: NoticeListener): () => void {
  const listeners = noticeListeners.get(device) ?? new Set()
  noticeListeners.set(device, listeners.add(listener))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) noticeListeners.delete(device)
  }
}

/** Listen to each connection of the bus, after which missed events must be fetched. */
export function onConnected(listener: () => void): () => void {
  connectedListeners.add(listener)
  return () => connectedListeners.delete(listener)
}

/** Callbacks of the live bus to the rest of the state. */
export interface LiveHooks {
  /** There is something new to pull. */
  onHint: () => void
  /** A message has come, or was read on another page. */
  onReceived: () => void
  /** Something happened on a device; `gateway` for what a gateway or its Bluetooth tells. */
  onNotice: (device: string, notice: DeviceNotice, gateway: boolean) => void
  /** A message came with an error instead of an event. */
  onError: (error: TopicError) => void
  /** 401 from the live stream: nobody is signed in any more. */
  onRefused: () => void
  /** Called when the service ends the connection for good: check if the session is still valid. */
  onEnded: () => void
}

/** Open the live bus and keep it open until `closeLive`. Its programme is loaded only now. */
export function openLive(hooks: LiveHooks): void {
  if (opening) return
  clearTimeout(retry)
  setState('connecting')
  const mine: Promise<Bus> = import('../live/bus.ts').then(({ startBus }) =>
    startBus(
      wantedNow,
      busHooks(hooks, () => opening === mine),
    ),
  )
  opening = mine
  mine.then(
    (started) => {
      if (opening === mine) bus = started
      else started.stop()
    },
    () => {
      // Stop where the programme could not be loaded.
      if (opening !== mine) return
      opening = null
      setState('lost')
      retry = setTimeout(() => openLive(hooks), loadAgainMs)
    },
  )
}

const wantedNow = () => wanted.values()

function busHooks(hooks: LiveHooks, isMine: () => boolean): BusHooks {
  return {
    ...hooks,
    onState(state) {
      if (!isMine()) return
      const before = current.peek().state
      setState(state)
      if (state === 'connected' && before !== 'connected') tellConnected(hooks)
    },
    onRun(event) {
      for (const listener of analysisListeners.get(event.analysis_uuid) ?? []) listener(event)
    },
    onNotice({ topic, uuid, payload }) {
      if (!('kind' in payload)) return
      hooks.onNotice(uuid, payload, topic !== 'bcube-events')
      for (const listener of noticeListeners.get(uuid) ?? []) listener(payload)
    },
    onStatuses: keepStatuses,
  }
}

/** Interval in which statuses are gathered (ms): a frame. */
const gatherMs = 16
const gathered = new Map<string, HeardStatus>()
let gathering: ReturnType<typeof setTimeout> | undefined

/** Keep statuses, those of a frame together: after a connection each of thousands of devices is heard for the first time. */
export function keepStatuses(batch: ReadonlyMap<string, HeardStatus>): void {
  for (const [uuid, status] of batch) gathered.set(uuid, status)
  gathering ??= setTimeout(() => {
    heard.value = new Map([...heard.peek(), ...gathered])
    forgetGathered()
  }, gatherMs)
}

function forgetGathered(): void {
  clearTimeout(gathering)
  gathering = undefined
  gathered.clear()
}

/** End the connection: at sign-out, offline, and when the account changes. */
export function closeLive(): void {
  clearTimeout(retry)
  bus?.stop()
  bus = null
  opening = null
  setState('off')
  forgetGathered()
  heard.value = new Map()
}

/** Look now whether the line is alive: a call went unanswered, or the page was looked at again. */
export function probeLive(): void {
  bus?.probe()
}

/** Try again at once, because the service answers again. */
export function wakeLive(): void {
  bus?.wake()
}

/** Refresh the token of the socket after a refresh of the session (spec §4 "Socket"). */
export function refreshLive(): void {
  bus?.refreshed()
}

function setState(state: LiveState): void {
  if (current.peek().state !== state) current.value = { state, since: Date.now() }
}

function tellConnected({ onHint, onReceived }: LiveHooks): void {
  onHint()
  onReceived()
  for (const listener of connectedListeners) listener()
}
