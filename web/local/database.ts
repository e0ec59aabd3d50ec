import {
  createRevision,
  type DexieStorageInternals,
  fillWithDefaultSettings,
  now,
  randomToken,
  type RxDocumentData,
  type RxStorageInstance,
} from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { type LocalCollection, localCollections } from '../../domain/entity.ts'
import { type StoredDocument, storedSchema, tableIndexes } from './stored-document.ts'
import { databaseName, type Partition } from './partition.ts'

/** The Dexie connection below a table. */
export type Connection = Awaited<DexieStorageInternals>['dexieDb']

export type Row = RxDocumentData<StoredDocument>
/** A row as it was read, or none, and what is to be in its place. */
interface Write {
  previous?: Row
  document: StoredDocument & { _deleted: boolean }
}

/** A table of RxDB's storage: a write is refused where another tab came before, and told to all tabs. */
interface Table {
  /** Find rows with these ids, also removed ones. */
  find: (ids: string[]) => Promise<Row[]>
  /** Compare and set. Return ids of rows that another write came before. */
  write: (writes: readonly Write[]) => Promise<string[]>
  /** Report each row that `write` of any tab has set. Return how to stop. */
  follow: (listener: (rows: Row[]) => void) => () => void
}

export interface LocalDatabase {
  name: string
  tables: Readonly<Record<LocalCollection, Table>>
  /** Connections for reading page by page and for emptying in one step, without the storage's queries. */
  connections: Readonly<Record<LocalCollection, Connection>>
  /** Close it when what was begun is on the disk. */
  close: () => Promise<void>
}

/** Keep what is open, by name, so that a page never has the same database open twice. */
const opened = new Map<string, LocalDatabase>()

/**
 * Open the database of an account in a company. Nothing of another account is in it. Only the storage of RxDB is used:
 * the layers above it, of collections and queries, would be a sixth of what is fetched before the first list.
 */
export async function openDatabase(partition: Partition): Promise<LocalDatabase> {
  const name = databaseName(partition)
  await opened.get(name)?.close()
  const token = randomToken(10)
  const made = await Promise.all(
    localCollections.map(async (collection) => {
      const instance: Instance = await storage.createStorageInstance<StoredDocument>({
        databaseInstanceToken: token,
        databaseName: name,
        collectionName: collection,
        schema: fillWithDefaultSettings(storedSchema),
        options: {},
        multiInstance: true,
        devMode: false,
      })
      const { dexieDb } = await instance.internals
      return { collection, connection: dexieDb, table: tableOf(instance, token) }
    }),
  )
  let closed: Promise<void> | null = null
  const database: LocalDatabase = {
    name,
    tables: byCollection(made, ({ table }) => table),
    connections: byCollection(made, ({ connection }) => connection),
    close: () => (closed ??= close()),
  }
  const close = async () => {
    await Promise.all(made.map(({ table }) => table.close()))
    if (opened.get(name) === database) opened.delete(name)
  }
  opened.set(name, database)
  return database
}

const storage = getRxStorageDexie({
  // Write to the disk before a change is reported as saved, so that a power cut loses nothing (ruling 3).
  chromeTransactionDurability: 'strict',
  addons: [keepLean],
})

type Instance = RxStorageInstance<StoredDocument, DexieStorageInternals, object>

function byCollection<Made extends { collection: LocalCollection }, Value>(
  made: readonly Made[],
  read: (one: Made) => Value,
): Record<LocalCollection, Value> {
  const entries = made.map((one) => [one.collection, read(one)])
  return Object.fromEntries(entries) as Record<LocalCollection, Value>
}

function tableOf(instance: Instance, token: string): Table & { close: () => Promise<void> } {
  const running = new Set<Promise<unknown>>()
  const run = <Value>(work: Promise<Value>): Promise<Value> => {
    running.add(work)
    return work.finally(() => running.delete(work))
  }
  return {
    find: (ids) => run(instance.findDocumentsById(ids, true)),
    write: (writes) => run(writeRows(instance, token, writes)),
    follow: (listener) => {
      const following = instance
        .changeStream()
        .subscribe(({ events }) => listener(events.map((event) => event.documentData as Row)))
      return () => following.unsubscribe()
    },
    close: async () => {
      while (running.size > 0) await Promise.allSettled(running)
      await instance.close()
    },
  }
}

async function writeRows(
  instance: Instance,
  token: string,
  writes: readonly Write[],
): Promise<string[]> {
  const rows = writes.map(({ previous, document }) => ({
    ...(previous ? { previous } : {}),
    document: {
      ...document,
      _attachments: {},
      _meta: { ...previous?._meta, lwt: now() },
      _rev: createRevision(token, previous),
    },
  }))
  const { error } = await instance.bulkWrite(rows, 'local-store')
  const other = error.find(({ status }) => status !== 409)
  if (other) throw new Error(`the local database refused a write (${other.status})`)
  return error.map(({ documentId }) => documentId)
}

/**
 * Have the table made with the indexes that are used, instead of those that the storage would name, as addons of Dexie do: each
 * connection has a class of versions of its own.
 */
function keepLean({ Version }: Connection): void {
  const versions: Pick<ReturnType<Connection['version']>, 'stores'> = Version.prototype
  const { stores } = versions
  versions.stores = function (tables) {
    return stores.call(this, { ...tables, docs: tableIndexes })
  }
}
