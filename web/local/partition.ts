import { uuidForm } from '../../domain/fields.ts'
import { bucketName, storageBuckets } from './storage-buckets.ts'

/** Owner of the records: one account in one company. */
export interface Partition {
  user: string
  company: string
}

/** Bumped when the documents change shape: what waits is carried over, everything else is pulled again. */
export const shape = 2

export function databaseName({ user, company }: Partition): string {
  return `bapp-${shape}-${user}-${company}`
}

export interface KnownDatabase {
  /** As the browser knows it. */
  name: string
  shape: number
  user: string
  /** View of the company in shape 1, before: it never held anything that waited. */
  company: string
  collection: string
}

const pattern = new RegExp(String.raw`^rxdb-dexie-bapp-(\d+)-(${uuidForm})-(.+?)--\d+--(.+)$`)

/**
 * List the databases of this product in this browser, of all accounts and shapes. Empty if the browser cannot list
 * them.
 */
export async function knownDatabases(): Promise<KnownDatabase[]> {
  const all = await indexedDB.databases().catch(() => [])
  return all.flatMap(({ name = '' }) => {
    const [, number, user, company, collection] = pattern.exec(name) ?? []
    return number && user && company && collection
      ? [{ name, shape: Number(number), user, company, collection }]
      : []
  })
}

/** List databases of the same person in another shape. */
export async function olderDatabases({ user, company }: Partition): Promise<KnownDatabase[]> {
  return (await knownDatabases()).filter(
    // Shape 1 named the view instead of the company, and nothing ever waited in it.
    (one) =>
      one.shape !== shape && one.user === user && (one.shape === 1 || one.company === company),
  )
}

export function removeDatabase({ name }: KnownDatabase): Promise<void> {
  return new Promise((resolve) => {
    const removing = indexedDB.deleteDatabase(name)
    // Go on as well where a tab of the older version holds it: it goes with the next start.
    for (const event of ['success', 'error', 'blocked'])
      removing.addEventListener(event, () => resolve())
  })
}

/** Delete all that this browser has of an account in a company, also what waits, with its second copy. */
export async function removePartition({ user, company }: Partition): Promise<void> {
  const all = await knownDatabases()
  const own = all.filter((one) => one.user === user && one.company === company)
  await Promise.all(own.map(removeDatabase))
  const buckets = storageBuckets()
  if (!buckets || !(await buckets.keys()).includes(bucketName)) return
  const bucket = await buckets.open(bucketName, { durability: 'strict' })
  bucket.indexedDB.deleteDatabase(`waiting-${user}-${company}`)
}
