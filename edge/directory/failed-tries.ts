import { logFailure } from '../log.ts'
import { readAgain } from './read-again.ts'
import { blockedInMemory, type Brake, clearInMemory, countInMemory } from './tries-in-memory.ts'

interface Row {
  bucket: string
  blocked_until: number
}

/**
 * Return the milliseconds until the next try is accepted, 0 for now. The first brake is that of the person who tries.
 */
export async function waitOf(
  directory: D1Database,
  brakes: readonly Brake[],
  now: number,
): Promise<number> {
  const statement = directory
    .prepare(
      `SELECT bucket, blocked_until FROM failed_tries
       WHERE bucket IN (SELECT value FROM json_each(?1))`,
    )
    .bind(JSON.stringify(brakes.map(({ bucket }) => bucket)))
  const { results } = await readAgain(() => statement.all<Row>())
  const until = new Map(results.map(({ bucket, blocked_until }) => [bucket, blocked_until]))
  for (const { bucket } of brakes) {
    const here = blockedInMemory(bucket)
    if (here !== null) until.set(bucket, Math.max(here, until.get(bucket) ?? 0))
  }
  const hasFailed = until.has(brakes[0]?.bucket ?? '')
  const waits = brakes
    .filter(({ shared }) => hasFailed || !shared)
    .map(({ bucket }) => (until.get(bucket) ?? 0) - now)
  return Math.max(0, ...waits)
}

/**
 * Count one failure in every bucket, each in one statement: tries sent at once cannot slip through between
 * reading and counting. A bucket that waits already is not counted up.
 * @returns per brake the count now, or null where it was waiting.
 */
export async function countFailure(
  directory: D1Database,
  brakes: readonly Brake[],
  now: number,
): Promise<(number | null)[]> {
  const count = async () => {
    const answers = await directory.batch<{ count: number }>(
      brakes.map(({ bucket, from, firstMs, longestMs, forgetMs }) =>
        directory
          .prepare(
            `INSERT INTO failed_tries (bucket, count, first_at, last_at, blocked_until)
           VALUES (?1, 1, ?2, ?2, CASE WHEN ?3 <= 1 THEN ?2 + ?4 ELSE 0 END)
           ON CONFLICT (bucket) DO UPDATE SET
             count = CASE WHEN last_at < ?2 - ?6 THEN 1 ELSE count + 1 END,
             first_at = CASE WHEN last_at < ?2 - ?6 THEN ?2 ELSE first_at END,
             last_at = ?2,
             blocked_until = CASE
               WHEN last_at < ?2 - ?6 OR count + 1 < ?3 THEN 0
               ELSE ?2 + min(?5, ?4 * (1 << min(count + 1 - ?3, 30))) END
           WHERE blocked_until <= ?2
           RETURNING count`,
          )
          .bind(bucket, now, from, firstMs, longestMs, forgetMs),
      ),
    )
    return answers.map(({ results }) => results[0]?.count ?? null)
  }
  return count().catch((error: unknown) => {
    logFailure('failed tries are counted in memory', error)
    return countInMemory(brakes, now)
  })
}

/** Forget the failures of a bucket that is not waiting; false when it waits. */
export async function clearFailures(
  directory: D1Database,
  bucket: string,
  now: number,
): Promise<boolean> {
  if ((blockedInMemory(bucket) ?? 0) > now) return false
  clearInMemory(bucket)
  const clear = async () => {
    const [, waiting] = await directory.batch([
      directory
        .prepare('DELETE FROM failed_tries WHERE bucket = ?1 AND blocked_until <= ?2')
        .bind(bucket, now),
      directory.prepare('SELECT 1 FROM failed_tries WHERE bucket = ?1').bind(bucket),
    ])
    return (waiting?.results.length ?? 0) === 0
  }
  // Keep old failures counted where nothing can be written; their delay was checked before the password.
  return clear().catch((error: unknown) => {
    logFailure('failed tries are not cleared', error)
    return true
  })
}

/** Throw away what is long past; called now and then. */
export async function forgetFailures(directory: D1Database, before: number): Promise<void> {
  await directory
    .prepare('DELETE FROM failed_tries WHERE last_at < ?1 AND blocked_until < ?1')
    .bind(before)
    .run()
}
