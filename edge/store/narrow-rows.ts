import { sortKey } from '../../domain/rules/fold-text.ts'
import type { Sql } from './sql.ts'

/*
 * Samples and results as they are listed, in tables that name their analysis by a small number and repeat nothing that
 * `analysis_facts` says of it. The number is that of the analysis's first entry in the trail: it never changes and is never given
 * again. Stores of earlier versions have the same in the wide tables `sample_rows` and `result_rows`, which took four times as many
 * bytes; each analysis is moved as a whole, some at a time (decision 94).
 */

/**
 * In a backup they come with the record of their analysis, behind the wide tables (rows-in-backup.ts): what is moved meanwhile is then in the
 * backup twice and never missing.
 */
export const narrowRowsSql = `
  ALTER TABLE analysis_facts ADD COLUMN number INTEGER;
  CREATE INDEX facts_by_number ON analysis_facts (number, created_at, swarm_uuid);
  DROP INDEX facts_by_creation;
  CREATE INDEX facts_by_creation ON analysis_facts (created_at DESC, uuid DESC, swarm_uuid, number, status, samples);
  CREATE TABLE samples (
    analysis INTEGER NOT NULL,
    sample_uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    sample_type TEXT NOT NULL,
    well_type TEXT,
    quantity REAL,
    wells TEXT NOT NULL,
    PRIMARY KEY (analysis, sample_uuid)
  ) WITHOUT ROWID;
  CREATE INDEX samples_named ON samples (name_key);
  CREATE TABLE results (
    analysis INTEGER NOT NULL,
    sample_uuid TEXT NOT NULL,
    target TEXT NOT NULL,
    sample_name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    sample_type TEXT NOT NULL,
    call TEXT NOT NULL,
    cq_mean REAL,
    cq_sd REAL,
    quantity REAL,
    wells TEXT NOT NULL,
    PRIMARY KEY (analysis, sample_uuid, target)
  ) WITHOUT ROWID;
  CREATE INDEX results_named ON results (name_key);
  CREATE INDEX results_doubtful ON results (analysis, sample_uuid, target, call, sample_type, name_key, cq_mean, cq_sd, quantity)
    WHERE call IN ('review', 'invalid');
`

/** A table of rows: its columns beside the key of its analysis, and the wide table that held them before. */
const tables = {
  samples: {
    wide: 'sample_rows',
    columns: 'sample_uuid name name_key sample_type well_type quantity wells'.split(' '),
  },
  results: {
    wide: 'result_rows',
    columns:
      'sample_uuid target sample_name name_key sample_type call cq_mean cq_sd quantity wells'.split(
        ' ',
      ),
  },
} as const
type Table = keyof typeof tables
const tableNames = ['samples', 'results'] as const

/**
 * Order in which rows are read: analysis by analysis, the newest first; by the name of the sample; results in doubt alone, where they
 * are few; those of the newest analyses first, where they are many.
 */
export type ReadBy = 'key' | 'creation' | 'name' | 'doubt' | 'new doubt'

/**
 * Write the query of all rows of a table, with id, time and swarm of their analyses; it is put in place of a table. SQLite does not
 * reorder a cross join.
 */
export function rowsOf(sql: Sql, table: Table, by: ReadBy): string {
  const { wide, columns } = tables[table]
  const joined = {
    key: `analysis_facts AS facts CROSS JOIN ${table} AS narrow ON narrow.analysis = facts.number`,
    creation: `analysis_facts AS facts INDEXED BY facts_by_creation
      CROSS JOIN ${table} AS narrow ON narrow.analysis = facts.number`,
    name: `${table} AS narrow INDEXED BY ${table}_named
      CROSS JOIN analysis_facts AS facts INDEXED BY facts_by_number ON facts.number = narrow.analysis`,
    doubt: `${table} AS narrow INDEXED BY results_doubtful
      CROSS JOIN analysis_facts AS facts INDEXED BY facts_by_number ON facts.number = narrow.analysis
      WHERE narrow.call IN ('review', 'invalid')`,
    'new doubt': `analysis_facts AS facts INDEXED BY facts_by_creation
      CROSS JOIN ${table} AS narrow INDEXED BY results_doubtful ON narrow.analysis = facts.number
      WHERE narrow.call IN ('review', 'invalid')`,
  }[by]
  const own = columns.map((name) => `narrow.${name}`).join(', ')
  const moved = `SELECT facts.uuid AS analysis_uuid, facts.created_at, facts.swarm_uuid, ${own} FROM ${joined}`
  if (!hasWideRows(sql)) return `(${moved})`
  const others = `SELECT analysis_uuid, created_at, swarm_uuid, ${listColumns(table)} FROM ${wide}`
  return `(SELECT * FROM (${moved}) UNION ALL ${others})`
}

/** Stores whose wide tables are gone: asked at every write. */
const narrowed = new WeakSet<Sql>()

/** Return true while the store has wide tables. */
export function hasWideRows(sql: Sql): boolean {
  return !narrowed.has(sql) && findWideRows(sql)
}

/** Look for wide tables, which come back when a backup is put into a store that was emptied. */
function findWideRows(sql: Sql): boolean {
  const isThere = sql.first("SELECT 1 FROM sqlite_master WHERE name = 'sample_rows'") !== null
  if (isThere) narrowed.delete(sql)
  else narrowed.add(sql)
  return isThere
}

/** Return true for the name of a wide table, whether or not the store has it still. */
export function isWideTable(name: string): boolean {
  return tableNames.some((table) => tables[table].wide === name)
}

/** Write the columns of a table with those of its wide table. */
function listColumns(table: Table): string {
  return tables[table].columns.join(', ')
}

/**
 * Statements that copy the rows of an analysis to its number, null for one that was removed. Rows that are there already are newer: a
 * backup may have both, and a change in between.
 */
const copies = [
  `INSERT INTO samples (analysis, ${listColumns('samples')}) SELECT ?2, ${listColumns('samples')} FROM sample_rows
   WHERE analysis_uuid = ?1 AND ?2 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM samples WHERE analysis = ?2)`,
  `INSERT INTO results (analysis, ${listColumns('results')}) SELECT ?2, ${listColumns('results')} FROM result_rows
   WHERE analysis_uuid = ?1 AND ?2 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM results WHERE analysis = ?2)`,
]
const removals = [
  'DELETE FROM sample_rows WHERE analysis_uuid = ?',
  'DELETE FROM result_rows WHERE analysis_uuid = ?',
]

/** Remove the rows of an analysis from wide tables. */
export function dropWideRows(sql: Sql, uuid: string): void {
  if (findWideRows(sql)) for (const removal of removals) sql.run(removal, uuid)
}

/** Statements that write the keys of some names of an analysis. */
const foldedKeys = `(SELECT value ->> '$.name' AS name, value ->> '$.key' AS key FROM json_each(?2)) AS folded`
const folds = [
  `UPDATE samples SET name_key = folded.key FROM ${foldedKeys} WHERE analysis = ?1 AND samples.name = folded.name`,
  `UPDATE results SET name_key = folded.key FROM ${foldedKeys} WHERE analysis = ?1 AND sample_name = folded.name`,
]

/** Move the rows of an analysis into the narrow tables, before they are changed. Must run inside a transaction. */
export function moveAnalysis(sql: Sql, uuid: string): void {
  // Number a record without entries, which is damaged, below all entries.
  sql.run(
    `UPDATE analysis_facts SET number = coalesce(
       (SELECT min(seq) FROM audit WHERE kind = 'analysis' AND uuid = ?1),
       (SELECT min(coalesce(min(number), 0), 0) - 1 FROM analysis_facts))
     WHERE uuid = ?1 AND number IS NULL`,
    uuid,
  )
  const number = findNumber(sql, uuid)
  for (const copy of copies) sql.run(copy, uuid, number)
  for (const removal of removals) sql.run(removal, uuid)
  if (number !== null) foldNames(sql, number)
}

/**
 * Read the number of an analysis: that of its facts; of its first entry where its record has lost them, until they are mended; null
 * where it was removed.
 */
export function findNumber(sql: Sql, uuid: string): number | null {
  const found = sql.first<{ number: number | null }>(
    `SELECT coalesce((SELECT number FROM analysis_facts WHERE uuid = ?1),
       (SELECT min(seq) FROM audit WHERE kind = 'analysis' AND uuid = ?1 AND EXISTS (
          SELECT 1 FROM records WHERE kind = 'analysis' AND uuid = ?1 AND deleted_at IS NULL))) AS number`,
    uuid,
  )
  return found?.number ?? null
}

/** Fold the sort keys of names beyond ASCII, which have more bytes than letters: earlier versions kept them with their accents. */
function foldNames(sql: Sql, number: number): void {
  const isBeyond = (name: string) => `length(CAST(${name} AS BLOB)) > length(${name})`
  const kept = sql.all<{ name: string; old: string }>(
    `SELECT name, name_key AS old FROM samples WHERE analysis = ?1 AND ${isBeyond('name')}
     UNION SELECT sample_name, name_key FROM results WHERE analysis = ?1 AND ${isBeyond('sample_name')}`,
    number,
  )
  const folded = kept
    .map(({ name, old }) => ({ name, old, key: sortKey(name) }))
    .filter(({ old, key }) => old !== key)
  if (folded.length === 0) return
  for (const fold of folds) sql.run(fold, number, JSON.stringify(folded))
}

/** Analyses that are moved in one transaction, which takes some tens of milliseconds. */
const movedAtOnce = 100

/**
 * Move the rows of some analyses; those that are not moved yet have no number. With the last of them, the wide tables are dropped.
 * @returns false when all are moved.
 */
export function moveSome(sql: Sql, most = movedAtOnce): boolean {
  if (!findWideRows(sql)) return false
  return sql.transaction(() => {
    for (const uuid of findNotMoved(sql, most)) moveAnalysis(sql, uuid)
    if (findNotMoved(sql, 1).length > 0) return true
    for (const table of tableNames) sql.run(`DROP TABLE ${tables[table].wide}`)
    return false
  })
}

/** List analyses without a number; once there are none, those that still have rows in the wide tables. */
function findNotMoved(sql: Sql, most: number): string[] {
  const queries = [
    'SELECT uuid FROM analysis_facts INDEXED BY facts_by_number WHERE number IS NULL',
    ...tableNames.map(
      (table) => `SELECT DISTINCT analysis_uuid AS uuid FROM ${tables[table].wide}`,
    ),
  ]
  for (const query of queries) {
    const found = sql.all<{ uuid: string }>(`${query} LIMIT ?`, most)
    if (found.length > 0) return found.map(({ uuid }) => uuid)
  }
  return []
}
