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
    for (const [table, column] of [
      ['sample_rows', 'name'],
      ['result_rows', 'sample_name'],
    ] as const) {
      // A text with more bytes than letters is beyond ASCII.
      const names = sql.all<{ name: string; name_key: string }>(
        `SELECT DISTINCT ${column} AS name, name_key FROM ${table}
         WHERE length(CAST(${column} AS BLOB)) > length(${column})`,
      )
      for (const { name, name_key: old } of names) {
        const key = sortKey(name)
        if (key === old) continue
        sql.run(
          `UPDATE ${table} SET name_key = ? WHERE name_key = ? AND ${column} = ?`,
          key,
          old,
          name,
        )
      }
    }
  } catch (error) {
    logFailure('names of samples not folded', error)
  }
}
