import { storesAtOnce } from '../domain/catalog/limits.ts'

/**
 * Do work for all, some side by side, each whatever becomes of the rest.
 * @returns what failed.
 */
export async function doEach<One>(
  all: readonly One[],
  work: (one: One) => Promise<unknown>,
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (let from = 0; from < all.length; from += storesAtOnce) {
    const some = all.slice(from, from + storesAtOnce)
    // oxlint-disable-next-line no-await-in-loop
    const done = await Promise.allSettled(some.map(work))
    failures.push(...done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])))
  }
  return failures
}
