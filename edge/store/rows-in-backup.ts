import { type BackupRow, listTables } from '../../domain/trail/backup.ts'
import { dropWideRows, findNumber } from './narrow-rows.ts'
import type { Sql, SqlValue } from './sql.ts'

/*
 * Rows by which an analysis is listed, in a backup. They come behind the record of their analysis and are of the same moment: rows that were
 * written out minutes before would list a call, or a held sample, that the record has no more.
 */

/** Read the rows of an analysis; none of one that was removed. */
export function readListRows(sql: Sql, uuid: string): BackupRow[] {
  const keys = {
    analysis_facts: ['uuid', uuid],
    held_samples: ['analysis_uuid', uuid],
    samples: ['analysis', findNumber(sql, uuid)],
    results: ['analysis', findNumber(sql, uuid)],
  } as const
  return listTables.flatMap((table) => {
    const [column, key] = keys[table]
    const rows = sql.all<BackupRow['row']>(`SELECT * FROM ${table} WHERE ${column} = ?`, key)
    return rows.map((row) => ({ table, row }))
  })
}

/**
 * Remove the rows of an analysis that came before this row of a backup: it changed while the backup was written, and comes again or was
 * removed.
 */
export function dropReplaced(sql: Sql, { table, row }: BackupRow): void {
  const isRemoved = table === 'records' && row['kind'] === 'analysis' && row['deleted_at'] !== null
  if (table !== 'analysis_facts' && !isRemoved) return
  const uuid = String(row['uuid'])
  const number: SqlValue = row['number'] ?? findNumber(sql, uuid)
  sql.run('DELETE FROM analysis_facts WHERE uuid = ?', uuid)
  sql.run('DELETE FROM held_samples WHERE analysis_uuid = ?', uuid)
  sql.run('DELETE FROM samples WHERE analysis = ?', number)
  sql.run('DELETE FROM results WHERE analysis = ?', number)
  // Leave the wide rows of an analysis that was not moved yet, which are of an earlier page and in none of these tables.
  if (isRemoved || row['number'] !== null) dropWideRows(sql, uuid)
}
