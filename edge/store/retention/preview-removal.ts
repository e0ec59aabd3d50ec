import type { RemovalPreview } from '../../../domain/calls/retention.ts'
import { noticeDays, retainedParts, type Retention } from '../../../domain/entities/retention.ts'
import { listBlobs } from '../../files/blobs.ts'
import type { Sql } from '../sql.ts'
import { countLogs, findRemovable } from './find-removable.ts'

const dayMs = 86_400_000

/**
 * Count what would be removed, by the year of the last change, if it were announced now. Nothing is written.
 * @param at moment of the announcement (ms): what is past its time 30 days later counts.
 */
export async function previewRemoval(
  env: Env,
  sql: Sql,
  company: string,
  retention: Retention,
  at: number,
): Promise<RemovalPreview> {
  const due = at + noticeDays * dayMs
  const kept = { signed: 0, held: 0, decided: 0, named: 0 }
  const parts: RemovalPreview['parts'] = []
  let sizes: ReadonlyMap<string, number> | null = null
  for (const part of retainedParts) {
    const days = retention[part]
    if (days === null) continue
    const before = new Date(due - days * dayMs).toISOString()
    if (part === 'logs') {
      parts.push({ part, before, ...sum(countLogs(sql, before)) })
      continue
    }
    const found = findRemovable(sql, part, before)
    if (part === 'analyses') Object.assign(kept, found.kept)
    if (found.removable.some(({ hashes }) => hashes.length > 0)) {
      // oxlint-disable-next-line no-await-in-loop
      sizes ??= await readSizes(env, company)
    }
    const seen = new Set<string>()
    const rows = found.removable.map(({ at: changed, count, bytes, hashes }) => {
      const fresh = hashes.filter((hash) => !seen.has(hash))
      for (const hash of fresh) seen.add(hash)
      const files = fresh.reduce((total, hash) => total + (sizes?.get(hash) ?? 0), 0)
      return { year: Number(changed.slice(0, 4)), count, bytes: bytes + files }
    })
    parts.push({ part, before, ...sum(rows) })
  }
  return { due_at: new Date(due).toISOString(), parts, kept }
}

type Amount = { year: number; count: number; bytes: number }

function sum(
  rows: readonly Amount[],
): Pick<RemovalPreview['parts'][number], 'count' | 'bytes' | 'years'> {
  const years = [...Map.groupBy(rows, ({ year }) => year)]
    .map(([year, some]) => ({ year, ...total(some) }))
    .toSorted((one, other) => one.year - other.year)
  return { ...total(rows), years }
}

function total(rows: readonly Amount[]): { count: number; bytes: number } {
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    bytes: rows.reduce((all, { bytes }) => all + bytes, 0),
  }
}

/** Read the sizes of all files of a company, by their hashes. */
async function readSizes(env: Env, company: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (let after: string | null = null; ;) {
    // Read page after page, since each begins where the one before ends.
    // oxlint-disable-next-line no-await-in-loop
    const page: Awaited<ReturnType<typeof listBlobs>> = await listBlobs(env, company, after)
    for (const { hash, size } of page.blobs) sizes.set(hash, size)
    if (page.next === null) return sizes
    after = page.next
  }
}
