import { sortKey } from '../../domain/rules/fold-text.ts'
import { logFailure } from '../log.ts'
import { countOldRuns } from './count-old-runs.ts'
import type { Sql } from './sql.ts'

/**
 * Bring what is kept beside the records up to this version, after the store has opened: sort keys of names, and counts of older
 * runs. Never throws.
 */
export async function catchUp(env: Env, sql: Sql): Promise<void> {
  foldOldNames(sql)
  await countOldRuns(env, sql)
}

/**
 * Fold the sort keys of names with letters beyond ASCII, which earlier versions kept with their accents. Once a store has
 * none left to fold this reads names alone.
 */
function foldOldNames(sql: Sql): void {
  try {
    for (const { name, old, key } of listOldKeys(sql)) {
      sql.run('UPDATE sample_rows SET name_key = ? WHERE name_key = ? AND name = ?', key, old, name)
      sql.run(
        'UPDATE result_rows SET name_key = ? WHERE name_key = ? AND sample_name = ?',
        key,
        old,
        name,
      )
    }
  } catch (error) {
    logFailure('names of samples not folded', error)
  }
}

/** List names with another sort key than today's. A text with more bytes than letters is beyond ASCII. */
function listOldKeys(sql: Sql): { name: string; old: string; key: string }[] {
  return sql
    .all<{ name: string; old: string }>(
      `SELECT name, name_key AS old FROM sample_rows WHERE length(CAST(name AS BLOB)) > length(name)
       UNION SELECT sample_name, name_key FROM result_rows
         WHERE length(CAST(sample_name AS BLOB)) > length(sample_name)`,
    )
    .map((row) => ({ ...row, key: sortKey(row.name) }))
    .filter(({ old, key }) => old !== key)
}
