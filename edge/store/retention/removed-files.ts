import { inTime } from '../../in-time.ts'
import { newestOperation } from '../store-time.ts'
import type { Sql } from '../sql.ts'

/**
 * Files whose records were removed. They are erased from the bucket a day later, when no record names them: files are kept by
 * the hash of their content, so the curves of a draft can be those of a signed analysis.
 */

/** Time between the removal of a record and the erasing of its files (ms): an upload of the same bytes is over by then. */
export const fileRestMs = 86_400_000

/** Files that are looked at together, and records that are read at a time. */
const [batch, slice] = [200, 200]

/** Note files of a removed record. Must run in the transaction that removes it. */
export function noteRemovedFiles(sql: Sql, hashes: readonly string[], at: string): void {
  for (const hash of hashes) {
    sql.run(
      `INSERT INTO removed_files (hash, since) VALUES (?, ?)
       ON CONFLICT (hash) DO UPDATE SET since = excluded.since`,
      hash,
      at,
    )
  }
}

/** Erase the files that are due. @returns the moment (ms) at which the next ones are; null where none is left. */
export async function eraseRemovedFiles(
  env: Pick<Env, 'BLOBS'>,
  sql: Sql,
  company: string,
): Promise<number | null> {
  const due = new Date(Date.now() - fileRestMs).toISOString()
  const rows = sql.all<{ hash: string; since: string }>(
    `SELECT hash, since FROM removed_files WHERE since <= ? ORDER BY since, hash LIMIT ${batch}`,
    due,
  )
  if (rows.length > 0) await eraseUnnamed(env, sql, company, rows)
  const next = sql.first<{ since: string | null }>('SELECT min(since) AS since FROM removed_files')
  return next?.since ? Date.parse(next.since) + fileRestMs : null
}

async function eraseUnnamed(
  env: Pick<Env, 'BLOBS'>,
  sql: Sql,
  company: string,
  rows: readonly { hash: string; since: string }[],
): Promise<void> {
  const named = await findNamed(sql, new Set(rows.map(({ hash }) => hash)))
  const at = new Date().toISOString()
  for (const { hash, since } of rows) {
    if (!named.has(hash)) {
      const key = `${company}/${hash}`
      // Remove one file after the other: the store answers in between.
      // oxlint-disable-next-line no-await-in-loop
      const kept = await inTime('files', env.BLOBS.head(key))
      if (kept && kept.uploaded.toISOString() > since) {
        // Keep bytes that were brought again: their record may follow.
        noteRemovedFiles(sql, [hash], at)
        continue
      }
      // oxlint-disable-next-line no-await-in-loop
      await inTime('files', env.BLOBS.delete(key))
    }
    sql.run('DELETE FROM removed_files WHERE hash = ?', hash)
  }
}

/** Find those of the files that a record names now; what is written meanwhile is looked at last, in one step. */
async function findNamed(sql: Sql, hashes: ReadonlySet<string>): Promise<Set<string>> {
  const named = new Set<string>()
  const start = newestOperation(sql).seq
  const look = (condition: string, ...values: (string | number)[]) => {
    const found = sql.all<{ kind: string; uuid: string; body: string }>(
      `SELECT kind, uuid, body FROM records WHERE deleted_at IS NULL AND ${condition}`,
      ...values,
    )
    for (const { body } of found) {
      for (const [hash] of body.matchAll(/[0-9a-f]{64}/g)) if (hashes.has(hash)) named.add(hash)
    }
    return found.at(-1)
  }
  for (let [kind, uuid] = ['', '']; ;) {
    const last = look(`(kind, uuid) > (?, ?) ORDER BY kind, uuid LIMIT ${slice}`, kind, uuid)
    if (!last) break
    ;[kind, uuid] = [last.kind, last.uuid]
    // oxlint-disable-next-line no-await-in-loop
    await scheduler.wait(0)
  }
  look('seq > ?', start)
  return named
}
