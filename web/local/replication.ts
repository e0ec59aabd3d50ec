import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication'
import { Subject } from 'rxjs'
import { syncCalls } from '../../domain/calls/sync.ts'
import { refreshPageSize } from '../../domain/catalog/limits.ts'
import { type LocalCollection, localCollections } from '../../domain/entity.ts'
import { entities } from '../../domain/registry.ts'
import { call } from '../client/call.ts'
import type { LocalDatabase, LocalRecord } from './database.ts'

interface Checkpoint {
  seq: number
}

export interface Replication {
  /** Something is new at the edge: pull. Hints may come late, twice or never; the pull by `seq` is the truth. */
  resync: () => void
  /** Resolves when every collection has been pulled once. Never waited for before showing what is here. */
  ready: Promise<void>
  stop: () => Promise<void>
}

/**
 * Pulls every collection by `seq` and keeps doing so on hints.
 * @param onScope told when the edge answers for another view of the company than this database has.
 */
export function startReplication(
  database: LocalDatabase,
  scope: string,
  onScope: () => void,
  onPulled: (at: number) => void,
): Replication {
  const parts = localCollections.flatMap((collection) => {
    const kinds = entities
      .filter(({ local }) => local?.collection === collection)
      .map(({ kind }) => kind)
    return kinds.length > 0
      ? [replicate(database, collection, kinds, scope, onScope, onPulled)]
      : []
  })
  return {
    resync: () => {
      for (const { hints } of parts) hints.next('RESYNC')
    },
    ready: Promise.all(parts.map(({ state }) => state.awaitInitialReplication())).then(
      () => undefined,
    ),
    stop: async () => {
      await Promise.all(parts.map(({ state }) => state.cancel()))
    },
  }
}

function replicate(
  database: LocalDatabase,
  collection: LocalCollection,
  kinds: readonly string[],
  scope: string,
  onScope: () => void,
  onPulled: (at: number) => void,
): { state: RxReplicationState<LocalRecord, Checkpoint>; hints: Subject<'RESYNC'> } {
  const hints = new Subject<'RESYNC'>()
  const state = replicateRxCollection<LocalRecord, Checkpoint>({
    collection: database[collection],
    replicationIdentifier: `pull-${collection}`,
    live: true,
    retryTime: 3000,
    pull: {
      batchSize: refreshPageSize,
      stream$: hints,
      handler: async (checkpoint) => {
        const query = {
          kinds: kinds.join(','),
          after: String(checkpoint?.seq ?? 0),
          limit: String(refreshPageSize),
        }
        const page = await call(syncCalls.pull, { query }, { background: true })
        if (page.scope !== scope) onScope()
        else if (!page.more) onPulled(Date.now())
        return {
          documents: page.records.map(({ kind, uuid, seq, body }) => ({
            id: `${kind}|${uuid}`,
            kind,
            uuid,
            seq,
            created_at: typeof body?.['created_at'] === 'string' ? body['created_at'] : '',
            body: body ?? {},
            _deleted: body === null,
          })),
          checkpoint: { seq: page.checkpoint },
        }
      },
    },
  })
  return { state, hints }
}
