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

/** The Dexie connection below a collection. */
export type Connection = Awaited<DexieStorageInternals>['dexieDb']

export interface LocalDatabase {
  rx: RxDatabase<Collections>
  /** Connections for reading page by page and for emptying in one step, without the database's queries. */
  connections: Readonly<Record<LocalCollection, Connection>>
}

/** Opens the database of an account in a company. Nothing of another account is in it. */
export async function openDatabase(partition: Partition): Promise<LocalDatabase> {
  const made = new Map<LocalCollection, Connection>()
  const rx = await createRxDatabase<Collections>({
    name: databaseName(partition),
    storage: getRxStorageDexie({
      // Write to the disk before a change is reported as saved, so that a power cut loses nothing (ruling 3).
      chromeTransactionDurability: 'strict',
      addons: [
        (connection) => {
          const collection = localCollections.find((own) => connection.name.endsWith(`--${own}`))
          if (!collection) return
          keepLean(connection)
          made.set(collection, connection)
        },
      ],
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
      const connection = made.get(name)
      if (!connection) throw new Error(`the table ${name} was opened without a connection`)
      await connection.open()
      return [name, connection] as const
    }),
  )
  return { rx, connections: Object.fromEntries(opened) as LocalDatabase['connections'] }
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
