import { type LocalCollection, localCollections } from '../../domain/entity.ts'
import { Fault } from '../../domain/fault.ts'
import type { LocalDocument } from '../../domain/sync/pending.ts'
import type { DocumentStore, MarkPlace, PulledRecord, StreamMark } from '../sync/ports.ts'
import { collectionOf, type StreamName } from '../sync/streams.ts'
import type { LocalDatabase, Row } from './database.ts'
import { keepOpen } from './keep-open.ts'
import {
  DamagedDocument,
  isWhole,
  openDocument,
  packDocument,
  salvageDocument,
  type StoredDocument,
  unpackDocument,
} from './stored-document.ts'
import { PageChanges } from './page-changes.ts'
import { collectionOfKind, streamOfKind } from './tables.ts'
import { restartKinds } from './restart-kinds.ts'
import { emptiedDocument, type RawRow, rowOf, writePage } from './write-page.ts'

/** Row as the database returns it, or as it is on the disk. */
type StoredRow = StoredDocument & { _deleted: boolean | '0' | '1' }

/** Reserve that frees space for pending operations when the disk is full. */
export interface Room {
  /** Gives back some; false when there is nothing left to give. */
  make: () => Promise<boolean>
}

/** Second copy of pending operations (second-copy.ts). */
export interface Copy {
  note: (id: string, row: RawRow | null, height: number) => Promise<void>
  close: () => void
}

/** A document that was written, here or in another tab. */
export interface Change {
  id: string
  kind: string
  /** Something waits in it, or its journal holds something. */
  waits: boolean
  /** Null for one that has gone. */
  read: () => LocalDocument | null
}

/** Longer than a disk takes that works. */
const copyWithinMs = 3000

const fresh: StreamMark = { seq: 0, refreshed: 0, pulledAt: 0, aside: [] }

/**
 * The documents of one account over the local database. A write is one compare-and-set of the database's storage: it
 * holds between tabs as well. Every promise resolves when the disk has it.
 */
export class LocalStore implements DocumentStore {
  readonly #database: LocalDatabase
  readonly #room: Room | null
  readonly #copy: Copy | null
  readonly #changes: PageChanges
  #closed = false
  /** Called after a table was closed and opened again, perhaps empty; awaited before it is read or written. */
  onReopened: ((collection: LocalCollection) => Promise<void>) | null = null
  readonly #turns = new Map<string, Promise<void>>()

  constructor(database: LocalDatabase, room: Room | null = null, copy: Copy | null = null) {
    this.#database = database
    this.#room = room
    this.#copy = copy
    this.#changes = new PageChanges(database.name, (ids) => this.#rowsTold(ids))
  }

  /** Stop all reading, writing and reporting: the store has no owner any more. */
  close(): void {
    this.#closed = true
    this.#changes.close()
    this.#copy?.close()
  }

  async find(id: string): Promise<LocalDocument | null> {
    const collection = collectionOfId(id)
    const row = await this.#row(collection, id)
    return row && !row._deleted ? this.#read(collection, row) : null
  }

  /** @param byHand what a person did: it resolves when the second copy has it as well. */
  change(
    id: string,
    step: (document: LocalDocument | null) => LocalDocument | null,
    { byHand = false } = {},
  ): Promise<LocalDocument | null> {
    // Do one after the other in this tab, so that only another tab can come between.
    const before = this.#turns.get(id) ?? Promise.resolve()
    const done = before.then(() => this.#change(id, step, byHand))
    const turn = done.then(
      () => undefined,
      () => undefined,
    )
    this.#turns.set(id, turn)
    void turn.then(() => this.#turns.get(id) === turn && this.#turns.delete(id))
    return done
  }

  async #change(
    id: string,
    step: (document: LocalDocument | null) => LocalDocument | null,
    byHand: boolean,
  ): Promise<LocalDocument | null> {
    const collection = collectionOfId(id)
    for (;;) {
      const row = await this.#row(collection, id)
      const known = row && !row._deleted ? await this.#read(collection, row) : null
      const next = step(known)
      if (next === known) return known
      const write = () => this.#write(collection, [{ previous: row, next, id }])
      const refused = await (next && next.pending.length > 0 ? this.#withRoom(write) : write())
      if (refused.length > 0) continue
      const noted = this.#noteTwice(id, row, next)
      if (byHand) await noted
      return next
    }
  }

  /** Write a second copy of what the database has: one that is full, slow or gone keeps nobody waiting. */
  async #noteTwice(id: string, row: Row | null, next: LocalDocument | null): Promise<void> {
    const had = row?.oldest !== undefined || row?.met !== undefined
    const has = next !== null && next.pending.length + next.journal.length > 0
    if (!this.#copy || (!had && !has)) return
    // Count on from the number that the database has given it.
    const height = (row ? parseInt(row._rev, 10) : 0) + 1
    const kept = has ? rowOf(next, row ?? undefined) : null
    await Promise.race([
      this.#copy.note(id, kept, height).catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, copyWithinMs)),
    ])
  }

  async waiting(): Promise<LocalDocument[]> {
    const found = await this.#indexed('oldest')
    return found
      .filter(({ pending }) => pending.length > 0)
      .sort((one, other) => compare(one.oldest, other.oldest) || compare(one.id, other.id))
  }

  /** Documents in which two people met, and nobody has said yet that they have seen it. */
  met(): Promise<LocalDocument[]> {
    return this.#indexed('met')
  }

  async #indexed(index: 'oldest' | 'met'): Promise<LocalDocument[]> {
    const found = await Promise.all(
      localCollections.map(async (collection) => {
        const rows = await this.#on(collection, () =>
          this.#table(collection).where(index).above('').toArray(),
        )
        return this.#readAll(collection, rows)
      }),
    )
    return found.flat()
  }

  async mark(stream: StreamName): Promise<StreamMark> {
    const found = await this.find(markId(stream))
    return found?.body ? (found.body as unknown as StreamMark) : fresh
  }

  async takePage(
    stream: StreamName,
    records: readonly PulledRecord[],
    { from, to, more = false }: { from: MarkPlace; to: StreamMark; more?: boolean },
  ): Promise<void> {
    const collection = collectionOf(stream)
    // Expect no new records of what has changed since, also where the first pull has ended at a window.
    const isBegun = from.first !== undefined && from.first.newest !== to.first?.newest
    const mostlyNew = to.pulledAt === 0 || (from.seq === 0 && !isBegun)
    const page = { markId: markId(stream), from, to, mostlyNew }
    const rows = await this.#on(collection, () =>
      writePage(this.#database.connections[collection].backendDB(), records, page),
    )
    this.#changes.tell(rows, more)
  }

  /**
   * Put records on their documents, and leave the mark of their stream as it is. They were read after the mark: write only where it
   * has not moved since, as what it has passed meanwhile may be newer.
   */
  async takeFound(stream: StreamName, records: readonly PulledRecord[], from: MarkPlace) {
    const collection = collectionOf(stream)
    const page = { markId: markId(stream), from, to: null, mostlyNew: false }
    const rows = await this.#on(collection, () =>
      writePage(this.#database.connections[collection].backendDB(), records, page),
    )
    this.#changes.tell(rows)
  }

  async restart(
    stream: StreamName,
    kinds: readonly string[],
    { from, to }: { from: MarkPlace; to: StreamMark },
  ): Promise<void> {
    const collection = collectionOf(stream)
    const rows = await this.#on(collection, () =>
      restartKinds(this.#database.connections[collection].backendDB(), kinds, {
        markId: markId(stream),
        from,
        to,
      }),
    )
    this.#changes.tell(rows)
  }

  /** Return the newest of a kind. */
  async newest(kind: string, limit: number): Promise<LocalDocument[]> {
    const collection = collectionOfKind(kind)
    const rows = await this.#on(collection, () =>
      this.#table(collection)
        .where('[kind+created_at]')
        .between([kind, ''], [kind, '\uffff'])
        .reverse()
        .limit(limit)
        .toArray(),
    )
    return this.#readAll(collection, rows)
  }

  /** Return the next ones of a kind after `uuid`, in the order of their ids; fewer than asked for at the end. */
  async slice(
    kind: string,
    after: string,
    limit: number,
  ): Promise<{ documents: LocalDocument[]; last: string | null }> {
    const collection = collectionOfKind(kind)
    const rows = await this.#on(collection, () =>
      this.#table(collection)
        .where('id')
        .between(`${kind}|${after}`, `${kind}|\uffff`, false, false)
        .limit(limit)
        .toArray(),
    )
    const last = rows.length < limit ? null : (rows.at(-1)?.uuid ?? null)
    return { documents: await this.#readAll(collection, rows), last }
  }

  /** Told of every change, in whatever tab; `more`: others follow at once. Returns how to stop. */
  onChange(listener: (changes: Change[], more: boolean) => void): () => void {
    const take = (rows: readonly StoredRow[], more = false) => listener(rows.map(changeOf), more)
    const stopPages = this.#changes.follow(take)
    const following = localCollections.map((collection) =>
      this.#database.tables[collection].follow((rows) => {
        for (const { id } of rows) this.#changes.noteSingle(id)
        take(rows)
      }),
    )
    return () => {
      stopPages()
      for (const end of following) end()
    }
  }

  async #rowsTold(ids: readonly string[]): Promise<RawRow[]> {
    const collection = collectionOfId(ids[0] ?? '')
    const rows = await this.#on(collection, () => this.#table(collection).bulkGet([...ids]))
    return rows.flatMap((row) => (row && isWhole(row) ? [row] : []))
  }

  /** Write documents. Return the ids of those that another write came before. */
  async #write(
    collection: LocalCollection,
    writes: readonly { previous: Row | null; next: LocalDocument | null; id: string }[],
  ): Promise<string[]> {
    const rows = writes.flatMap(({ previous, next }) => {
      if (!next && (!previous || previous._deleted)) return []
      const content = next ? packDocument(next) : emptiedDocument(previous as Row)
      const document = { ...content, _deleted: next === null }
      return [{ ...(previous ? { previous } : {}), document }]
    })
    if (rows.length === 0) return []
    return this.#on(collection, () => this.#database.tables[collection].write(rows))
  }

  /** Ask for room as long as the disk is full. @throws Fault `refused` with reason `machine_full`. */
  async #withRoom<Value>(write: () => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!isFullFault(error) || !(await this.#room?.make())) throw error
      }
    }
  }

  #on<Value>(collection: LocalCollection, work: () => PromiseLike<Value>): Promise<Value> {
    // Refuse now, or the database would open itself again.
    if (this.#closed) return Promise.reject(new Error('the records of this account are closed'))
    const connection = this.#database.connections[collection]
    return keepOpen(connection, work, async () => this.onReopened?.(collection))
  }

  async #row(collection: LocalCollection, id: string): Promise<Row | null> {
    const [row] = await this.#rows(collection, [id])
    return row ?? null
  }

  #rows(collection: LocalCollection, ids: string[]): Promise<Row[]> {
    return this.#on(collection, () => this.#database.tables[collection].find(ids))
  }

  #table(collection: LocalCollection) {
    return this.#database.connections[collection].table<RawRow>('docs')
  }

  async #readAll(collection: LocalCollection, rows: readonly RawRow[]): Promise<LocalDocument[]> {
    const living = rows.filter(({ _deleted }) => _deleted !== '1')
    const read = await Promise.all(living.map((row) => this.#read(collection, row)))
    return read.filter((document) => document !== null)
  }

  /** Read a document. Put a damaged copy right: what waits stays, the rest is pulled again. */
  async #read(collection: LocalCollection, row: StoredDocument): Promise<LocalDocument | null> {
    try {
      return unpackDocument(row)
    } catch (error) {
      if (!(error instanceof DamagedDocument) && !(error instanceof SyntaxError)) throw error
    }
    const rest = salvageDocument(row)
    // Keep pending operations that cannot be read: only a person may discard them.
    if (!rest && row.pending !== '') return null
    const [previous] = await this.#rows(collection, [row.id])
    if (previous) await this.#write(collection, [{ previous, next: rest, id: row.id }])
    if (row.seq > 0 && !row.kind.startsWith('~')) await this.#askAgain(row)
    return rest
  }

  async #askAgain({ kind, seq }: StoredDocument): Promise<void> {
    await this.change(markId(streamOfKind(kind)), (document) => {
      const known = document?.body as unknown as StreamMark | null
      if (!document || !known) return document
      if (known.aside.some(({ to }) => to === seq)) return document
      const aside = [...known.aside, { after: seq - 1, to: seq }]
      return { ...document, body: { ...known, aside } }
    })
  }
}

function isFullFault(error: unknown): boolean {
  return error instanceof Fault && error.first.reason === 'machine_full'
}

function markId(stream: StreamName): string {
  return `~mark|${stream}`
}

function collectionOfId(id: string): LocalCollection {
  const [kind = '', rest = ''] = id.split('|')
  return kind === '~mark' ? collectionOf(rest as StreamName) : collectionOfKind(kind)
}

function changeOf(row: StoredRow): Change {
  const { id, pending, met } = row
  const kind = id.slice(0, id.indexOf('|'))
  return { id, kind, waits: pending !== '' || met === '1', read: () => readQuietly(row) }
}

function readQuietly(row: StoredRow): LocalDocument | null {
  try {
    return row._deleted === true || row._deleted === '1' ? null : openDocument(row)
  } catch {
    return null
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
