import { type EntityFacts, type LocalCollection, localCollections } from '../../domain/entity.ts'
import { can } from '../../domain/permissions.ts'
import { entities } from '../../domain/registry.ts'

/** What has a `seq` of its own: a collection as the account's company keeps it, or as the provider does for all. */
export type StreamName = LocalCollection | `${LocalCollection}@provider`

export interface Stream {
  name: StreamName
  /** Kinds that are asked for; without the permission for any of them a stream is skipped and its tables stay empty. */
  kinds: readonly string[]
  /** Absent for what the account's own company keeps. */
  home?: 'provider'
}

/** The streams of an account: of each collection the kinds that it may see (spec §6 "table refresh"). */
export function streamsOf(permissions: readonly string[]): Stream[] {
  return localCollections.flatMap((collection) => {
    const held = (entities as readonly EntityFacts[]).filter(
      ({ local, permission }) => local?.collection === collection && can(permissions, permission),
    )
    const own = held.filter((facts) => !isProviders(facts)).map(({ kind }) => kind)
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

function isProviders({ home }: EntityFacts): boolean {
  return home === 'provider'
}
