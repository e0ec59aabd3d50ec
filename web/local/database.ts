import {
  addRxPlugin,
  createRxDatabase,
  removeRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxJsonSchema,
} from 'rxdb/plugins/core'
import { RxDBLeaderElectionPlugin } from 'rxdb/plugins/leader-election'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { type LocalCollection, localCollections } from '../../domain/entity.ts'

addRxPlugin(RxDBLeaderElectionPlugin)

/**
 * A record as it is kept in this browser. `body` is the server's state at `seq`; operations that wait to be
 * sent will lie in the same document, so that one write holds both (ruling 3).
 */
export interface LocalRecord {
  /** `kind|uuid`: several tables share a collection, of which only a dozen may be open. */
  id: string
  kind: string
  uuid: string
  seq: number
  created_at: string
  body: Record<string, unknown>
}

const schema: RxJsonSchema<LocalRecord> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 80 },
    kind: { type: 'string', maxLength: 30 },
    uuid: { type: 'string', maxLength: 36 },
    seq: { type: 'integer', minimum: 0, maximum: 1_000_000_000_000, multipleOf: 1 },
    created_at: { type: 'string', maxLength: 30 },
    body: { type: 'object', additionalProperties: true },
  },
  required: ['id', 'kind', 'uuid', 'seq', 'created_at', 'body'],
  indexes: [['kind', 'created_at']],
}

export type LocalDatabase = RxDatabase<Record<LocalCollection, RxCollection<LocalRecord>>>

/** Bumped when the documents change shape: the old database is dropped and pulled again. */
const shape = 1

function nameOf(user: string, scope: string): string {
  return `bapp-${shape}-${user}-${scope}`
}

/**
 * Opens the database of one account in one view of the company. Databases of an older view of the same
 * account are removed: what they hold may no longer be theirs to see.
 */
export async function openDatabase(user: string, scope: string): Promise<LocalDatabase> {
  const name = nameOf(user, scope)
  const storage = getRxStorageDexie()
  const known = readKnown(user)
  for (const old of known.filter((one) => one !== name)) await removeRxDatabase(old, storage, true)
  localStorage.setItem(`databases-${user}`, JSON.stringify([name]))
  const database: LocalDatabase = await createRxDatabase({
    name,
    storage,
    multiInstance: true,
    closeDuplicates: true,
  })
  await database.addCollections(
    Object.fromEntries(
      localCollections.map((collection) => [collection, { schema, autoMigrate: false }]),
    ),
  )
  return database
}

function readKnown(user: string): string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(`databases-${user}`) ?? '[]')
    return Array.isArray(known) ? known.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
