import { backupPageLength } from '../../domain/calls/operator-store.ts'
import { Fault } from '../../domain/fault.ts'
import {
  type BackupCursor,
  backupFormat,
  type BackupHead,
  damagedLine,
  formatBackupNote,
  hashPage,
  listTables,
} from '../../domain/trail/backup.ts'
import { readDamage } from './damage.ts'
import { type KeptBody, textOfBody } from './kept-body.ts'
import { type KeptEntry, openRow } from './kept-entry.ts'
import { newestVersion } from './migrations.ts'
import { isWideTable } from './narrow-rows.ts'
import { readListRows } from './rows-in-backup.ts'
import type { Sql, SqlValue } from './sql.ts'
import { sealSound } from './trail-checkpoints.ts'
import type { TrailSigner } from './trail-key.ts'
import { trailTools } from './trail-tools.ts'
import { rootAt, trailSize } from './trail-tree.ts'

/*
 * The backup of a store, page by page. First the tables beside the trail, by their primary keys; then the trail with
 * the records, by the number of the entry that wrote them, so that what changes meanwhile comes once more and later; an
 * analysis with the rows by which it is listed.
 * The last page takes all that is left in one moment. Records and trail are of that moment whatever happened meanwhile.
 */

type Row = Record<string, SqlValue>

/** Tables whose rows are ordered by the number of an entry. */
export const logTables = ['operations', 'audit', 'records', 'checkpoints'] as const
const log = 'log'
/** Tables that are made again (tiles), given by the head (meta), or of no use elsewhere (sessions). */
const leftOut = new Set<string>([
  ...logTables,
  ...listTables,
  'audit_tiles',
  'meta',
  'restoring',
  'sessions',
  'ended_sessions',
])
const batch = 200

/**
 * Write a page of the backup.
 * @param directory sealed rows of the directory, for the first page.
 */
export function writeBackupPage(
  sql: Sql,
  signer: TrailSigner,
  after: BackupCursor | null,
  directory: string | null,
): string {
  const head: BackupHead = {
    format: backupFormat,
    origin: signer.origin,
    migrations: newestVersion,
    size: trailSize(sql),
    after,
    directory: after ? null : directory,
  }
  const tables = [...besideTables(sql), log]
  let body = spell(head)
  let { at, key } = findPlace(tables, after)
  while (at < tables.length) {
    const table = tables[at] ?? log
    const step = (table === log ? logStep : tableStep)(sql, table, key, body.length, signer)
    body += step.text
    key = step.key
    if (step.done) [at, key] = [at + 1, []]
    if (at < tables.length && body.length >= backupPageLength) {
      const hash = hashPage(after?.hash ?? '', body, trailTools)
      return body + spell({ next: { table: tables[at] ?? log, key, hash } })
    }
  }
  return body + endLine(sql, signer, hashPage(after?.hash ?? '', body, trailTools))
}

/** @throws Fault `invalid` for a table that the store never had. */
function findPlace(tables: readonly string[], after: BackupCursor | null) {
  if (!after) return { at: 0, key: [] }
  const at = tables.indexOf(after.table)
  if (at >= 0) return { at, key: after.key }
  // Go on behind a table whose rows were all moved while the backup was written, into one that comes later.
  if (isWideTable(after.table))
    return { at: tables.findIndex((name) => name > after.table), key: [] }
  throw new Fault('invalid', 'No such table', { field: 'after.table' })
}

/** List the tables that are written as a whole, before the trail. */
export function besideTables(sql: Sql): string[] {
  return sql
    .all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
    .map(({ name }) => name)
    .filter((name) => !leftOut.has(name) && !/^(sqlite_|_cf_)/.test(name))
}

interface Step {
  text: string
  key: (string | number)[]
  /** Nothing is left in this table. */
  done: boolean
}

function tableStep(sql: Sql, table: string, key: (string | number)[], length: number): Step {
  const columns = keyColumns(sql, table)
  const names = columns.map((name) => `"${name}"`).join(', ')
  const marks = columns.map(() => '?').join(', ')
  if (key.length > 0 && key.length !== columns.length) {
    throw new Fault('invalid', 'Not a key of this table', { field: 'after.key' })
  }
  const rows = sql.all<Row>(
    `SELECT ${columns[0] === 'rowid' ? 'rowid AS "rowid", *' : '*'} FROM "${table}"
     ${key.length > 0 ? `WHERE (${names}) > (${marks})` : ''} ORDER BY ${names} LIMIT ${batch}`,
    ...key,
  )
  let text = ''
  let last = key
  for (const [index, row] of rows.entries()) {
    last = columns.map((name) => row[name] as string | number)
    text += spell({ table, row: plain(row) })
    const full = length + text.length >= backupPageLength
    if (full) return { text, key: last, done: index === rows.length - 1 && rows.length < batch }
  }
  return { text, key: last, done: rows.length < batch }
}

/** List the columns of the primary key in their order; the row number where there is none. */
function keyColumns(sql: Sql, table: string): string[] {
  const columns = sql.all<{ name: string; pk: number }>(`PRAGMA table_info("${table}")`)
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return key.length > 0 ? key.map(({ name }) => name) : ['rowid']
}

/** Read what the entries after the given one wrote: operation, entry, record if unchanged since, checkpoints. */
function logStep(
  sql: Sql,
  _table: string,
  [after = 0]: (string | number)[],
  length: number,
  signer: TrailSigner,
): Step {
  const size = trailSize(sql)
  const end = Math.min(size, Number(after) + batch)
  if (end === size && size > 0) sealSound(sql, signer)
  let text = ''
  for (let seq = Number(after) + 1; seq <= end; seq++) {
    for (const table of logTables) {
      const column = table === 'checkpoints' ? 'size' : 'seq'
      const row = sql.first<Row>(`SELECT * FROM ${table} WHERE ${column} = ?`, seq)
      const whole = row && asText(table, row)
      if (whole) text += spell({ table, row: plain(whole) })
      if (table !== 'records' || row?.['kind'] !== 'analysis') continue
      for (const listed of readListRows(sql, row['uuid'] as string)) text += spell(listed)
    }
    if (length + text.length >= backupPageLength) {
      return { text, key: [seq], done: seq === size }
    }
  }
  return { text, key: [end], done: end === size }
}

/** Write entries and records as text, so that a backup can be checked by itself. */
function asText(table: string, row: Row): Row {
  if (table === 'audit') return openRow(row as Row & KeptEntry)
  if (table !== 'records') return row
  const { packed_order: _packed, ...rest } = row
  return { ...rest, body: textOfBody(row as Row & KeptBody) }
}

function plain(row: Row): Row {
  const isPlain = Object.values(row).every((value) => !(value instanceof ArrayBuffer))
  if (!isPlain) throw new Error('a table of the store holds bytes, which a backup cannot')
  return row
}

function endLine(sql: Sql, signer: TrailSigner, hash: string): string {
  const size = trailSize(sql)
  const at = new Date().toISOString()
  const note = { origin: signer.origin, size, root: rootAt(sql, size), hash, at }
  // Mark the note of a damaged store, which can be taken out to be looked at, so that it never passes for that of a sound one.
  const damaged = readDamage(sql) ? damagedLine : ''
  return spell({ end: signer.sign(formatBackupNote(note) + damaged) })
}

function spell(line: object): string {
  return `${JSON.stringify(line)}\n`
}
