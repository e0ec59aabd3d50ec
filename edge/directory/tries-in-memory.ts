/** Delay of the next attempt after failures of one kind. */
export interface Brake {
  /** Name of the counter, such as `account:…`; never a name or an address in clear. */
  bucket: string
  /** Number of the first failure after which there is a wait. */
  from: number
  /** The first wait; each further one is twice as long, up to `longestMs`. */
  firstMs: number
  longestMs: number
  /** Counts everybody's failures: only those wait who have failed themselves, or a guesser would shut everybody out. */
  shared?: true
  /** Failures older than this are forgotten. */
  forgetMs: number
}

interface Tries {
  count: number
  last: number
  blockedUntil: number
}

/** More are not kept: the oldest go. */
const most = 10_000

const tries = new Map<string, Tries>()

/**
 * Count one failure in each bucket in memory, so that guesses are slowed down while the directory is full and cannot count them.
 * Each process of the service counts only its own.
 * @returns per brake the count now, or null where it was waiting.
 */
export function countInMemory(brakes: readonly Brake[], now: number): (number | null)[] {
  return brakes.map(({ bucket, from, firstMs, longestMs, forgetMs }) => {
    const before = tries.get(bucket)
    if (before && before.blockedUntil > now) return null
    const count = before && before.last >= now - forgetMs ? before.count + 1 : 1
    const wait = count < from ? 0 : Math.min(longestMs, firstMs * 2 ** Math.min(count - from, 30))
    tries.delete(bucket)
    const [oldest] = tries.keys()
    if (oldest !== undefined && tries.size >= most) tries.delete(oldest)
    tries.set(bucket, { count, last: now, blockedUntil: wait === 0 ? 0 : now + wait })
    return count
  })
}

/** Return the time until which a bucket is blocked by tries counted in this process; null if none were. */
export function blockedInMemory(bucket: string): number | null {
  return tries.get(bucket)?.blockedUntil ?? null
}

export function clearInMemory(bucket: string): void {
  tries.delete(bucket)
}
