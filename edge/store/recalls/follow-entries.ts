import { type AuditEntry, type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { parseEntry, readChain } from '../audit.ts'
import { DamageFault, keepDamage } from '../damage.ts'
import { entryColumns, type Kept, textOf } from '../kept-entry.ts'
import { coveredSize } from '../known-leaves.ts'
import { pieceOf } from '../packed-entry.ts'
import type { Sql } from '../sql.ts'
import { trueEntry } from '../trailed-row.ts'

/** Build the record that the entries lead to; for a deleted one the last. `altered`: an entry does not hold. */
export function followEntries(
  sql: Sql,
  kind: string,
  uuid: string,
): { body: Body; deleted: boolean; altered: boolean } {
  let body: Body = {}
  let deleted = false
  let altered = false
  for (const { entry, holds } of readEntries(sql, kind, uuid)) {
    if (!holds) altered = true
    if (!entry) continue
    const after = replayEntry(body, entry)
    deleted = after === null
    body = after ?? body
  }
  return { body, deleted, altered }
}

/**
 * Find the records of a kind with an entry that contains a text, such as the id of another record.
 * @param isMeant looks at the text of such an entry.
 */
export function findNamingInTrail(
  sql: Sql,
  kind: string,
  text: string,
  isMeant: (entry: string) => boolean = () => true,
): string[] {
  const hits = sql.all<{ seq: number; uuid: string }>(
    `SELECT seq, uuid FROM audit WHERE kind = ? AND (instr(entry, ?) > 0 OR instr(named, ?) > 0) ORDER BY seq`,
    kind,
    text,
    pieceOf(text),
  )
  const found = new Set<string>()
  for (let from = 0; from < hits.length; from += mostRead) {
    const wanted = hits.slice(from, from + mostRead).filter(({ uuid }) => !found.has(uuid))
    const rows = sql.all<Kept<{ uuid: string }>>(
      `SELECT uuid, ${entryColumns} FROM audit WHERE seq IN (SELECT value FROM json_each(?))`,
      JSON.stringify(wanted.map(({ seq }) => seq)),
    )
    for (const row of rows) {
      const entry = textOf(row)
      // Take one that does not open as well, since its ids name the text: what it said of it is not known.
      if (entry === '' || (entry.includes(text) && isMeant(entry))) found.add(row.uuid)
    }
  }
  return [...found]
}

/** Entries that are read at once: some are as long as a recipe with many targets. */
const mostRead = 50

/** Entry as it is kept, null where it has not the layout of one, and whether it is what the signed tree says. */
interface ReadEntry {
  entry: AuditEntry | null
  holds: boolean
}

/** Read the entries of a record. One that does not hold marks the store as damaged and hides nothing: a recall shows what it finds. */
export function* readEntries(sql: Sql, kind: string, uuid: string): Generator<ReadEntry> {
  const covered = coveredSize(sql)
  for (const row of readChain(sql, kind, uuid)) {
    try {
      yield { entry: trueEntry(sql, row, covered), holds: true }
    } catch (error) {
      if (!(error instanceof DamageFault)) throw error
      // Keep no finding in a transaction, which may be undone.
      if (!sql.isWriting) keepDamage(sql, error.place)
      yield { entry: parseEntry(row.entry), holds: false }
    }
  }
}
