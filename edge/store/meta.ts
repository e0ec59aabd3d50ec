import { sha256Hex } from '../crypto/secret.ts'
import type { Sql } from './sql.ts'

/*
 * Facts of the store itself, each a row of `meta`: whose it is, what was done to it, and what is due.
 */

/** Stores that have tables, and their companies: asked at every read and write. */
const founded = new WeakSet<Sql>()
const companies = new WeakMap<Sql, string>()

/** Return true when the store has tables; this writes nothing. */
export function isFounded(sql: Sql): boolean {
  if (founded.has(sql)) return true
  const isThere = sql.first(`SELECT 1 FROM sqlite_master WHERE name = 'meta'`) !== null
  // Do not cache within a transaction, which may be rolled back.
  if (isThere && !sql.isWriting) founded.add(sql)
  if (!isThere) forgetStore(sql)
  return isThere
}

/** Forget what is known of a store that has been emptied. */
export function forgetStore(sql: Sql): void {
  founded.delete(sql)
  companies.delete(sql)
}

/** Return the company whose store this is; null while it has none. */
export function readCompanyId(sql: Sql): string | null {
  const known = companies.get(sql)
  if (known !== undefined) return known
  const company = readMeta(sql, 'company')
  if (company !== null && !sql.isWriting) companies.set(sql, company)
  return company
}

export function readMeta(sql: Sql, name: string): string | null {
  return sql.first<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value ?? null
}

export function writeMeta(sql: Sql, name: string, value: string): void {
  sql.run(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  )
}

/**
 * Read the id of the store's history, which changes whenever the store was put back to an earlier state: its `seq`s are
 * given out again from then on. Empty for a store that never was put back; a rewound one changes when that is found
 * (TrailKeeper).
 */
export function readGeneration(sql: Sql): string {
  const rows = sql.all<{ name: string; value: string }>(
    `SELECT name, CASE name WHEN 'rewound' THEN json_extract(value, '$.found_at') ELSE value END AS value
     FROM meta WHERE name IN ('generation', 'rewound') ORDER BY name`,
  )
  return rows.length === 0 ? '' : sha256Hex(JSON.stringify(rows)).slice(0, 16)
}
