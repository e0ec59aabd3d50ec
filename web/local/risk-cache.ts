import { visiting } from '../client/visiting.ts'
import * as v from 'valibot'
import { type Risk, riskNames } from '../../domain/rules/review-risk.ts'
import { version } from '../../package.json'

/** Risks by the hash of the file of results that they were found in. */
export type RisksByHash = ReadonlyMap<string, readonly Risk[]>

const Stored = v.strictObject({
  version: v.literal(version),
  risks: v.record(
    v.string(),
    v.array(
      v.strictObject({
        name: v.picklist(riskNames),
        count: v.number(),
        wells: v.array(v.string()),
      }),
    ),
  ),
})

const address = '/risks'

/**
 * Read what was found in results before this page was loaded. Empty after a new version of the app, whose rules may find
 * something else, and where it cannot be read: then the files are read again.
 */
export async function readKeptRisks(user: string): Promise<RisksByHash> {
  try {
    const cache = await openCache(user)
    const kept = await cache.match(address)
    const stored = v.safeParse(Stored, await kept?.json())
    return new Map(stored.success ? Object.entries(stored.output.risks) : [])
  } catch {
    return new Map()
  }
}

/** Keep risks for the next load of the page. It goes with the account's files when it signs out. */
export async function keepRisks(user: string, risks: RisksByHash): Promise<void> {
  if (visiting) return
  const stored = { version, risks: Object.fromEntries(risks) }
  try {
    const cache = await openCache(user)
    await cache.put(address, Response.json(stored))
  } catch {
    // Ignore a full or forbidden storage, which costs only that they are read again.
  }
}

function openCache(user: string): Promise<Cache> {
  return caches.open(`blobs-${user}`)
}
