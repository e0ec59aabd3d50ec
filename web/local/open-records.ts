import { analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { localCollections } from '../../domain/entity.ts'
import type { Account } from '../../domain/calls/session.ts'
import type { LocalDocument } from '../../domain/sync/pending.ts'
import type { PulledRecord, Service, StreamMark } from '../sync/ports.ts'
import { pageSizeHere } from '../host/host.ts'
import { type Sync, type SyncStatus, startSync } from '../sync/engine.ts'
import { isWindow } from '../sync/mark.ts'
import { streamsOf } from '../sync/streams.ts'
import { type LocalDatabase, openDatabase } from './database.ts'
import { LocalStore } from './document-store.ts'
import {
  dropColdAnalyses,
  emptyOthers,
  emptyTables,
  openScope,
  reopenWaiting,
  waitingIn,
} from './empty-tables.ts'
import { lazyCopy } from './lazy-copy.ts'
import { type Leadership, type Order, startLeadership } from './leader.ts'
import { Outbox } from './outbox.ts'
import { databaseName, olderDatabases } from './partition.ts'
import { ReadModel } from './read-model.ts'
import { dropKeptFiles, makeRoom } from './reserve.ts'
import { browserClock, browserSearch, serviceUntil } from './service.ts'

/** The records of the account on this machine, while its pages are open. */
export interface LocalRecords {
  store: LocalStore
  model: ReadModel
  outbox: Outbox
  /** Fetches an analysis that is not here, and keeps it; false: the service does not have it. It fails without an answer. */
  fetchAnalysis: (uuid: string) => Promise<boolean>
  /** Has the leading tab do it. */
  tell: (order: Order, id?: string) => void
  /** False: this tab cannot send now, and another one of this browser takes it over. */
  setAble: (able: boolean) => void
  close: () => Promise<void>
  /** Closes them after a sign-out: all that was pulled goes, what waits stays. */
  leave: () => Promise<void>
}

export interface RecordHooks {
  /** The edge answers for another view of the company than the account has. */
  onScope: () => void
  onPulled: (picture: PulledPicture) => void
  /** Receives documents with pending operations, oldest first, and those in which edits of two people met. */
  onOutbox: (waiting: readonly LocalDocument[], met: readonly LocalDocument[]) => void
  onStatus?: (status: SyncStatus) => void
}

/** Extent of the company's records on this machine. */
export interface PulledPicture {
  pulledAt: number | null
  complete: boolean
  /** Time of change (ISO) back to which analyses were pulled; null where all were, or none. */
  since: string | null
  /** True where the pull of analyses has ended there, and older ones are fetched on request; false: they are on their way. */
  isWindow: boolean
}

/** Told between two reads of the same list when much changes. */
const tellEveryMs = 100

/** Between the first word of a closed table and the try to read it again: it leaves the browser time to close. */
const closedForMs = 100

/** Open the account's database, with what waited in an older one, and replicate it while this tab leads. */
export async function openLocalRecords(
  account: Pick<Account, 'uuid' | 'company_uuid' | 'scope' | 'permissions'>,
  hooks: RecordHooks,
): Promise<LocalRecords> {
  const partition = { user: account.uuid, company: account.company_uuid }
  const copy = lazyCopy(partition, account.scope)
  const database = await openDatabase(partition)
  const room = makeRoom([
    dropKeptFiles,
    () => emptyOthers(partition),
    () => dropColdAnalyses(database),
  ])
  const store = new LocalStore(database, room, copy)
  const isKnown = await openScope(database, account.scope, copy)
  const old = await olderDatabases(partition)
  if (old.length > 0) await (await import('./carry-over.ts')).carryOver(partition, store, old)
  if (isKnown) {
    const waits = async () => (await store.waiting()).length > 0
    copy.align(database.connections[waitingIn].backendDB(), waits)
  }
  const model = new ReadModel(store)
  const watching = watchStore(store, account.permissions, hooks)
  const leadership = replicate(databaseName(partition), store, account, {
    ...hooks,
    onStatus: (status) => {
      watching.tellPulled(status.pulledAt)
      hooks.onStatus?.(status)
    },
  })
  store.onReopened = async (name) => {
    // Leave a copy that cannot be read now to the next start.
    if (name === waitingIn)
      await reopenWaiting(database, account.scope, copy).catch(() => undefined)
  }
  const stopWatching = watchClosed(database, () => {
    model.reload()
    leadership.tell('resync')
  })
  void emptyOthers(partition)
    .then(room.fill)
    .catch(() => undefined)
  const closing = new AbortController()
  const service = serviceUntil(closing.signal)
  const stop = () => {
    closing.abort()
    stopWatching()
    leadership.stop()
    watching.stop()
    model.stop()
  }
  return {
    store,
    model,
    outbox: new Outbox(store),
    fetchAnalysis: (uuid) => fetchAnalysis(store, service, uuid),
    tell: (order, id) => leadership.tell(order, id),
    setAble: (able) => leadership.setAble(able),
    close: async () => {
      stop()
      store.close()
      await database.close()
    },
    leave: async () => {
      stop()
      await emptyTables(database)
      store.close()
      await database.close()
    },
  }
}

/** Tries until records are written: each page of a pull that comes between is one more. */
const mostTries = 10

/**
 * Fetch an analysis that this machine does not have, and keep it as if it had been pulled; all that changes later is.
 * @returns false where the service does not have it, or the account may not see it.
 * @throws Fault where the service gives no answer.
 */
async function fetchAnalysis(
  store: LocalStore,
  service: Pick<Service, 'standing'>,
  uuid: string,
): Promise<boolean> {
  const id = `${analysis.kind}|${uuid}`
  for (let tries = 0; tries < mostTries; tries += 1) {
    // Read the mark before the record: it may be deleted, and that be pulled, while the answer is on its way.
    const mark = await store.mark('analyses')
    const found = await service.standing(uuid)
    if (!found) return false
    const { record: body, seq } = found
    const record: PulledRecord = { kind: analysis.kind, uuid, seq, body }
    await store.takeFound('analyses', [record], mark)
    if ((await store.find(id))?.body) return true
  }
  throw new Fault('internal', 'What is pulled meanwhile is always newer')
}

/**
 * Report that tables were closed under the page: each is opened again at its next access, and lost records are pulled
 * again. Report once for many: while the browser closes a table, each try to open it closes it again.
 * @returns ends it.
 */
function watchClosed({ connections }: LocalDatabase, tell: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let ended = false
  const note = () => {
    if (ended) return
    waiting ??= setTimeout(() => {
      waiting = undefined
      tell()
    }, closedForMs)
  }
  for (const name of localCollections) connections[name].on('close', note)
  return () => {
    ended = true
    clearTimeout(waiting)
  }
}

function replicate(
  name: string,
  store: LocalStore,
  { scope, permissions }: Pick<Account, 'scope' | 'permissions'>,
  hooks: { onScope: () => void; onStatus: (status: SyncStatus) => void },
): Leadership {
  let sync: Sync | null = null
  let leading = new AbortController()
  const follow = () => {
    sync?.stop()
    sync = null
    leading.abort()
  }
  const stopHearing = store.onChange((changes) => {
    if (changes.some(({ waits }) => waits)) sync?.poke()
  })
  const leadership = startLeadership({
    name,
    onLead: () => {
      leading = new AbortController()
      sync = startSync({
        store,
        service: serviceUntil(leading.signal),
        search: browserSearch,
        clock: browserClock,
        random: Math.random,
        permissions,
        scope,
        pageSize: pageSizeHere(),
        onScope: hooks.onScope,
      })
      sync.onStatus(hooks.onStatus)
    },
    onFollow: follow,
    onOrder: (order, id) => {
      // Pull changes where it is too early for a full refresh.
      if (order === 'refresh') void (sync?.refresh() || sync?.resync())
      else void sync?.[order](id)
    },
  })
  return {
    leads: () => leadership.leads(),
    tell: (order, id) => leadership.tell(order, id),
    setAble: (able) => leadership.setAble(able),
    stop: () => {
      stopHearing()
      follow()
      leadership.stop()
    },
  }
}

/** Keep telling how old the records are and what waits, from whatever tab it comes. */
function watchStore(store: LocalStore, permissions: readonly string[], hooks: RecordHooks) {
  const streams = streamsOf(permissions)
  let newest: number | null = null
  const tellMarks = async () => {
    const marks: StreamMark[] = await Promise.all(streams.map(({ name }) => store.mark(name)))
    const oldest = Math.min(...marks.map(({ pulledAt }) => pulledAt))
    const complete = marks.every(({ pulledAt }) => pulledAt > 0)
    const known = complete && Number.isFinite(oldest) ? oldest : 0
    const first = marks[streams.findIndex(({ name }) => name === 'analyses')]?.first
    hooks.onPulled({
      pulledAt: Math.max(known, newest ?? 0) || null,
      complete,
      since: first?.since ?? null,
      isWindow: isWindow(first),
    })
  }
  // Look for what waited until a look that began after the last such write has found nothing, since an acknowledgement says nothing of it: a first
  // sync of very many pages need not look again after each of them.
  let [mayWait, written] = [true, 0]
  const tellWaiting = async () => {
    const before = written
    const [documents, met] = [await store.waiting(), await store.met()]
    if (before === written) mayWait = documents.length + met.length > 0
    hooks.onOutbox(documents, met)
  }
  const marks = everyNowAndThen(tellMarks)
  const waiting = everyNowAndThen(tellWaiting)
  const stop = store.onChange((changes) => {
    if (changes.some(({ kind }) => kind === '~mark')) marks()
    if (changes.some(({ waits }) => waits)) {
      written += 1
      mayWait = true
    }
    if (mayWait && changes.some(({ waits, kind }) => waits || hadWaiting.has(kind))) waiting()
  })
  marks()
  waiting()
  return {
    stop,
    tellPulled: (at: number | null) => {
      if (at === null || at === newest) return
      newest = at
      marks()
    },
  }
}

/** Kinds of which something may wait: their last acknowledgement says nothing of it any more. */
const hadWaiting = new Set(['analysis'])

/** Run it soon, once for all that ask meanwhile. */
function everyNowAndThen(work: () => Promise<void>): () => void {
  let set = false
  return () => {
    if (set) return
    set = true
    setTimeout(() => {
      set = false
      void work().catch(() => undefined)
    }, tellEveryMs)
  }
}
