import type { LocalDocument } from '../../domain/sync/pending.ts'
import { withoutBase } from '../sync/without-base.ts'
import { readOld } from './read-old.ts'
import { ask } from './empty-tables.ts'
import { joinPending } from './join-pending.ts'
import { type Partition, shape } from './partition.ts'
import { bucketName, storageBuckets } from './storage-buckets.ts'
import { type RawRow, readRow, rowOf } from './write-page.ts'

/** A row of the records' database as it was last written there. */
interface Kept {
  id: string
  /** The account's view of the company when it was written: in another one its base may be somebody else's. */
  scope: string
  shape: number
  row: RawRow
}

const table = 'rows'
const durability = 'strict'

/**
 * Second copy of pending operations, in a storage bucket of its own, which is a database of its own on the disk. After a write
 * that a crash cut off, Chromium continues writing behind it, and deletes all of an origin's databases when it next opens them:
 * the pending operations are then restored from here. Databases of other browsers are not damaged in this way.
 */
export class SecondCopy {
  readonly #name: string
  readonly #scope: string
  #opening: Promise<IDBDatabase> | null = null
  #closed = false

  constructor({ user, company }: Partition, scope: string) {
    this.#name = `waiting-${user}-${company}`
    this.#scope = scope
  }

  /** Write or delete a row; ignore one that is older than the stored row. */
  async note(id: string, row: RawRow | null, height: number): Promise<void> {
    await this.#write((rows) => {
      const known = rows.get(id) as IDBRequest<Kept | undefined>
      known.addEventListener('success', () => {
        if (known.result && heightOf(known.result.row) > height) return
        if (row) rows.put(this.#kept(row))
        else rows.delete(id)
      })
    })
  }

  /**
   * Return a function that adds the copied rows to a table which was emptied. An operation may have been sent
   * meanwhile; it is sent again unchanged, and the service applies it once.
   */
  async lost(): Promise<(waiting: readonly RawRow[]) => RawRow[]> {
    const kept = await this.#all()
    return (waiting) => {
      const rows = new Map(waiting.map((row) => [row.id, row]))
      for (const one of kept) {
        const document = this.#bringBack(one)
        const before = rows.get(one.id)
        const known = before && readRow(before)
        // Leave a document alone whose pending operations cannot be read.
        if (!document || (before && !known)) continue
        const joined = joinPending(known ?? null, document)
        const body = joined.body ?? document.body
        rows.set(one.id, rowOf({ ...joined, body }, before ?? one.row))
      }
      return [...rows.values()]
    }
  }

  /** Make it hold what the records' database holds: what was written last before a crash may be in one of them only. */
  async align(records: IDBDatabase): Promise<void> {
    const kept = new Map((await this.#all()).map((one) => [one.id, one]))
    const rows = await readKeepable(records)
    const gone = new Set([...kept.keys()].filter((id) => !rows.has(id)))
    const changed = [...rows.values()].filter((row) => kept.get(row.id)?.row._rev !== row._rev)
    if (gone.size + changed.length === 0) return
    await this.#write((table) => {
      const reading = table.getAll() as IDBRequest<Kept[]>
      reading.addEventListener('success', () => {
        const now = new Map(reading.result.map((one) => [one.id, one]))
        // Keep rows that were written here since they were read: they are newer.
        const isAsRead = (id: string) => now.get(id)?.row._rev === kept.get(id)?.row._rev
        for (const row of changed) if (isAsRead(row.id)) table.put(this.#kept(row))
        for (const id of gone) if (isAsRead(id)) table.delete(id)
      })
    })
  }

  close(): void {
    this.#closed = true
    void this.#opening?.then((database) => database.close()).catch(() => undefined)
  }

  #kept(row: RawRow): Kept {
    return { id: row.id, scope: this.#scope, shape, row }
  }

  #bringBack({ scope, shape: made, row }: Kept): LocalDocument | null {
    const document = made === shape ? readRow(row) : readOld(row)
    const rest = document && (scope === this.#scope ? document : withoutBase(document))
    if (!rest) return null
    const pending = rest.pending.map((one) => ({ ...one, tries: Math.max(1, one.tries) }))
    return { ...rest, seq: 0, pending }
  }

  async #all(): Promise<Kept[]> {
    const database = await this.#open()
    return ask(database.transaction(table).objectStore(table).getAll() as IDBRequest<Kept[]>)
  }

  async #write(step: (rows: IDBObjectStore) => void): Promise<void> {
    const database = await this.#open()
    const writing = database.transaction(table, 'readwrite', { durability })
    step(writing.objectStore(table))
    await new Promise<void>((resolve, reject) => {
      writing.addEventListener('complete', () => resolve())
      writing.addEventListener('abort', () => reject(writing.error ?? new Error('not kept')))
    })
  }

  /** Open the copy, again where it was closed under it. */
  #open(): Promise<IDBDatabase> {
    if (this.#closed) return Promise.reject(new Error('the second copy is closed'))
    const again = () => {
      this.#opening = null
    }
    this.#opening ??= openKept(this.#name, again).catch((error: unknown) => {
      again()
      throw error
    })
    return this.#opening
  }
}

async function openKept(name: string, onClose: () => void): Promise<IDBDatabase> {
  const bucket = await storageBuckets()?.open(bucketName, { durability })
  if (!bucket) throw new Error('this browser has no buckets')
  const { indexedDB: factory } = bucket
  const opening = factory.open(name, 1)
  opening.addEventListener('upgradeneeded', () =>
    opening.result.createObjectStore(table, { keyPath: 'id' }),
  )
  const database = await ask(opening)
  database.addEventListener('close', onClose)
  database.addEventListener('versionchange', () => {
    database.close()
    onClose()
  })
  return database
}

/** Read rows with a waiting operation or an unread notice. */
async function readKeepable(records: IDBDatabase): Promise<Map<string, RawRow>> {
  const docs = records.transaction('docs').objectStore('docs')
  const found = await Promise.all(
    ['oldest', 'met'].map((index) => ask(docs.index(index).getAll() as IDBRequest<RawRow[]>)),
  )
  const living = found.flat().filter(({ _deleted }) => _deleted === '0')
  return new Map(living.map((row) => [row.id, row]))
}

function heightOf({ _rev }: Pick<RawRow, '_rev'>): number {
  return parseInt(_rev, 10) || 0
}
