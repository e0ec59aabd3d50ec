import { analysisWindow, refreshPageSize } from '../../domain/catalog/limits.ts'
import type { Clock, DocumentStore, Report, SearchService, Service } from './ports.ts'
import { Pull } from './pull.ts'
import { Push } from './push.ts'
import { streamsOf } from './streams.ts'

export interface SyncOptions {
  store: DocumentStore
  service: Service
  /** Refreshes tables by searches, where the edge does not support the pull. */
  search?: SearchService
  clock: Clock
  /** From 0 up to 1. */
  random: () => number
  /** Permissions of the account: a table without permission is skipped and stays empty (spec §6). */
  permissions: readonly string[]
  /** The account's view of the company, as the store was opened for. */
  scope: string
  /** Records in a page: 500, in the desktop app 100 (spec §7). */
  pageSize?: number
  /** Analyses that the first pull brings, beside those that have not ended. */
  window?: number
  /** Called when the edge answers for another view: pulling has stopped, and the store must be opened again. */
  onScope?: (scope: string) => void
  report?: Report
}

export interface SyncStatus {
  pulling: boolean
  /** Documents being sent right now. */
  sending: number
  /** True when the last call was answered; null before the first. */
  reachable: boolean | null
  /** Time at which every table was last pulled to the end since the start (ms); null: not yet. */
  pulledAt: number | null
}

export interface Sync {
  /** A hint: something is new at the edge. Pulled at once; several hints are one pull. */
  resync: () => void
  /** The full refresh of a page that opens or comes back; not within 30 s of the last one. Whether it was begun. */
  refresh: () => boolean
  /** Pull as many older analyses as well. */
  fetchOlder: () => void
  /** Something waits in a document since now: call it after each local write. */
  poke: () => void
  /** By hand: what waits, is parked or backs off is sent now, of all documents or of one (`kind|uuid`). */
  retry: (id?: string) => Promise<void>
  /** Nothing is written any more once it returns; what was under way is done again by the next start. */
  stop: () => void
  status: () => SyncStatus
  /** Returns how to stop listening. */
  onStatus: (listener: (status: SyncStatus) => void) => () => void
}

/**
 * Replicate a store with the edge: pull changes, send waiting operations. Start with a full refresh and a check of the
 * queue. All work goes through ports, so that the simulation runs the same code as the browser.
 */
export function startSync(options: SyncOptions): Sync {
  const { store, service, clock, random, permissions, scope } = options
  const report = options.report ?? (() => undefined)
  const listeners = new Set<(status: SyncStatus) => void>()
  let reachable: boolean | null = null
  const status = (): SyncStatus => ({
    pulling: pull.running,
    sending: push.sending,
    reachable,
    pulledAt: pull.pulledAt,
  })
  const onChange = () => {
    for (const listener of listeners) listener(status())
  }
  const onAnswer = (came: boolean) => {
    const before = reachable
    reachable = came
    if (came) push.answered()
    if (before !== came) onChange()
  }
  const common = { store, service, clock, random, report, onAnswer, onChange }
  const push = new Push(common)
  const pull = new Pull({
    ...common,
    search: options.search,
    streams: streamsOf(permissions),
    scope,
    pageSize: options.pageSize ?? refreshPageSize,
    window: options.window ?? analysisWindow,
    onScope: (other) => options.onScope?.(other),
  })
  pull.refresh()
  push.poke()
  return {
    resync: () => pull.resync(),
    refresh: () => pull.refresh(),
    fetchOlder: () => pull.fetchOlder(),
    poke: () => push.poke(),
    retry: async (id) => {
      await push.retry(id)
      pull.resync()
    },
    stop: () => {
      push.stop()
      pull.stop()
      listeners.clear()
    },
    status,
    onStatus: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
