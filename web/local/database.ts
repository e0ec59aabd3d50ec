import {
  createRxDatabase,
  type DexieStorageInternals,
  type RxCollection,
  type RxDatabase,
} from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { type LocalCollection, localCollections } from '../../domain/entity.ts'
import { type StoredDocument, storedSchema, tableIndexes } from './stored-document.ts'
import { databaseName, type Partition } from './partition.ts'

type Collections = Record<LocalCollection, RxCollection<StoredDocument>>

/** The connection below a collection, as the database's own storage opened it. */
export type Connection = Awaited<DexieStorageInternals>['dexieDb']

export interface LocalDatabase {
  rx: RxDatabase<Collections>
  /** Connections for reading page by page and for emptying in one step, without the database's queries. */
  connections: Readonly<Record<LocalCollection, Connection>>
}

/** Opens the database of an account in a company. Nothing of another account is in it. */
export async function openDatabase(partition: Partition): Promise<LocalDatabase> {
  const rx = await createRxDatabase<Collections>({
    name: databaseName(partition),
    // Write to the disk before a change is reported as saved, so that a power cut loses nothing (ruling 3).
    storage: getRxStorageDexie({
      chromeTransactionDurability: 'strict',
      onCreate: (connection, name) => {
        if (localCollections.some((own) => name.endsWith(`--${own}`))) keepLean(connection)
      },
    }),
    multiInstance: true,
    closeDuplicates: true,
  })
  await rx.addCollections(
    Object.fromEntries(
      localCollections.map((name) => [name, { schema: storedSchema, autoMigrate: false }]),
    ),
  )
  const opened = await Promise.all(
    localCollections.map(async (name) => {
      const { dexieDb } = await (rx[name].storageInstance.internals as DexieStorageInternals)
      return [name, dexieDb] as const
    }),
  )
  return { rx, connections: Object.fromEntries(opened) as LocalDatabase['connections'] }
}

/** Has the table made with the indexes that are used, instead of those that the storage would name. */
function keepLean(connection: Connection): void {
  const { version } = connection
  connection.version = (number) => {
    const made = version.call(connection, number)
    const { stores } = made
    made.stores = (tables) => stores.call(made, { ...tables, docs: tableIndexes })
    return made
  }
}
