import { type LocalCollection, localCollections } from '../../domain/entity.ts'
import { type LocalTable, localTables } from '../../domain/local-tables.ts'
import { can } from '../../domain/permissions.ts'

/** Name of a stream with a `seq` of its own: a collection of the account's company, or of the provider for all. */
export type StreamName = LocalCollection | `${LocalCollection}@provider`

export interface Stream {
  name: StreamName
  /** Kinds that are asked for; without the permission for any of them a stream is skipped and its tables stay empty. */
  kinds: readonly string[]
  /** Absent for what the account's own company keeps. */
  home?: 'provider'
}

/** Return the streams of an account: of each collection the kinds that it may see (spec §6 "table refresh"). */
export function streamsOf(permissions: readonly string[]): Stream[] {
  return localCollections.flatMap((collection) => {
    const held = localTables.filter(
      (one) => one.collection === collection && can(permissions, one.permission),
    )
    const own = held.filter((one) => !isProviders(one)).map(({ kind }) => kind)
    const shared = held.filter(isProviders).map(({ kind }) => kind)
    const streams: Stream[] = [
      { name: collection, kinds: own },
      { name: `${collection}@provider`, kinds: shared, home: 'provider' },
    ]
    return streams.filter(({ kinds }) => kinds.length > 0)
  })
}

export function collectionOf(name: StreamName): LocalCollection {
  return name.split('@')[0] as LocalCollection
}

function isProviders({ home }: LocalTable): boolean {
  return home === 'provider'
}
