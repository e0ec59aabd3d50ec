import { Fault } from '../domain/fault.ts'
import type { CallContext } from './context.ts'
import { inTime } from './in-time.ts'
import { logFailure } from './log.ts'
import { listSecrets, strongSecret } from './crypto/secret.ts'

/** Parts that are tried, by the names that the answer uses: the stores, and the secrets without which none is written. */
const names = ['directory', 'files', 'companies', 'secrets'] as const

/** Time for which an answer holds: however many ask, the stores are tried at most so often. */
const holdsMs = 5_000
/** A store that has not answered by then counts as failed. */
const patienceMs = 5_000

let last: string[] | null = null
let triedAt = 0

/**
 * Write a row to each kind of store and read it back.
 * @throws Fault `not_ready` with the names of those that failed; the log says why.
 */
export async function checkReadiness(context: CallContext): Promise<void> {
  const failed = await readLatest(context, Date.now())
  if (failed.length === 0) return
  const stores = failed.join(', ')
  throw new Fault('not_ready', `These stores cannot be used: ${stores}`, { params: { stores } })
}

/** Return the result of the newest check. While one is running, others get the result of the one before it. */
async function readLatest(context: CallContext, now: number): Promise<string[]> {
  // Read again after the clock was set back, which must not hold an answer for longer.
  const isFresh = Math.abs(now - triedAt) < holdsMs
  if (last && isFresh) return last
  triedAt = now
  last = await tryStores(context, now)
  return last
}

async function tryStores({ env, store }: CallContext, now: number): Promise<string[]> {
  const word = `${now} ${crypto.randomUUID()}`
  const tries = {
    directory: () => tryDirectory(env.DIRECTORY, word),
    files: () => tryFiles(env.BLOBS, word),
    // Use a store of its own, which is no company's.
    companies: () => store('readiness').tryStore(word),
    secrets: async () => hasSecrets(env),
  }
  const worked = await Promise.all(
    names.map(async (name) => {
      try {
        if (await inTime(name, tries[name](), patienceMs)) return true
        throw new Error('what was read is not what was written')
      } catch (error) {
        logFailure(`not ready: ${name}`, error)
        return false
      }
    }),
  )
  return names.filter((_, index) => !worked[index])
}

/** @throws RangeError that names a secret which is missing or short. */
function hasSecrets(env: Env): boolean {
  strongSecret(env, 'LIVE_SECRET')
  strongSecret(env, 'CHECKPOINT_SECRET')
  return listSecrets(env.SEALING_SECRET).length > 0
}

/** Return false where the directory cannot be written to. Asked after a failure whose words say nothing. */
export async function canWriteDirectory({ DIRECTORY }: Pick<Env, 'DIRECTORY'>): Promise<boolean> {
  try {
    return await inTime('directory', tryDirectory(DIRECTORY, crypto.randomUUID()), patienceMs)
  } catch (error) {
    logFailure('not ready: directory', error)
    return false
  }
}

async function tryDirectory(directory: D1Database, word: string): Promise<boolean> {
  const [, read] = await directory.batch<{ word: string }>([
    directory
      .prepare(
        `INSERT INTO readiness (name, word) VALUES ('last', ?1)
         ON CONFLICT (name) DO UPDATE SET word = excluded.word`,
      )
      .bind(word),
    directory.prepare(`SELECT word FROM readiness WHERE name = 'last'`),
  ])
  return read?.results[0]?.word === word
}

async function tryFiles(blobs: R2Bucket, word: string): Promise<boolean> {
  await blobs.put('readiness', word)
  // Accept any word, since another isolate may have written its own meanwhile.
  return (await (await blobs.get('readiness'))?.text()) !== undefined
}
