import { createHash } from 'node:crypto'
import { Fault } from '../../domain/fault.ts'
import type { AuditAction } from '../../domain/trail/actions.ts'
import {
  type BackupCursor,
  type BackupPage,
  type BackupRow,
  formatBackupNote,
  listTables,
  readBackupPage,
  readBackupTime,
  sameCursor,
} from '../../domain/trail/backup.ts'
import type { AuditEntry } from '../../domain/trail/entry.ts'
import { parseNote } from '../../domain/trail/note.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { applyPlanned } from './apply-planned.ts'
import { besideTables, logTables } from './backup.ts'
import { coverUnsealed } from './entry-seals.ts'
import { voidAllReceipts } from './directory-receipts.ts'
import { keepBody } from './kept-body.ts'
import { keepEntry } from './kept-entry.ts'
import { isFounded, writeMeta } from './meta.ts'
import { migrate, newestVersion } from './migrations.ts'
import { moveSome } from './narrow-rows.ts'
import { applyOperation, type OperationActor, readRecord } from './operations.ts'
import type { Sql, SqlValue } from './sql.ts'
import { newestOperation } from './store-time.ts'
import { checkNewest } from './trail-checkpoints.ts'
import { isRowOf } from './row-check.ts'
import { noteChangedRights } from './rights-changed.ts'
import { dropReplaced } from './rows-in-backup.ts'
import type { TrailSigner } from './trail-key.ts'
import { trailTools } from './trail-tools.ts'
import { growTree, rootAt, trailSize } from './trail-tree.ts'

/*
 * Putting a backup back into an empty store. While it is going on the table `meta` bears another name: to everybody else
 * the store is one that nobody founded. What is written is compared with itself page by page (entries with their leaves,
 * records with the hashes in their entries) and at the end with the signed note of the backup.
 */

interface Progress {
  next: BackupCursor | null
  /** The page that came last: sent again it is answered again. */
  page: string
  directory: string
  whole: boolean
}

export interface Restored {
  next: BackupCursor | null
  size: number
}

/** @throws Fault `taken` when a company lives here, `invalid` when the page is damaged or not the next. */
export function restorePage(sql: Sql, signer: TrailSigner, text: string): Restored {
  if (isFounded(sql)) throw new Fault('taken', 'There is a company in this store already')
  const page = readBackupPage(text, trailTools)
  if (!page) throw damaged('The page is damaged')
  const { head, hash } = page
  if (head.origin !== signer.origin) throw damaged('The backup is of another company or region')
  if (head.migrations !== newestVersion) {
    throw damaged(`The backup fits version ${head.migrations} of the tables, not ${newestVersion}`)
  }
  return sql.transaction(() => {
    const before = readProgress(sql)
    if (before && before.page === hash) return { next: before.next, size: trailSize(sql) }
    if (!sameCursor(head.after, before?.next ?? null) || before?.whole) {
      throw damaged('This is not the page that comes next')
    }
    if (!before) beginRestore(sql)
    refuseWhatFails(() => writeRows(sql, page))
    const next = 'next' in page.end ? page.end.next : null
    if ('end' in page.end) checkEnd(sql, signer, page.end.end, hash)
    const directory = head.directory ?? before?.directory ?? ''
    keepProgress(sql, { next, page: hash, directory, whole: next === null })
    // Move rows of earlier versions at the end: a backup of today's store has none, and opening the store moves the others.
    if (next === null) moveSome(sql)
    return { next, size: trailSize(sql) }
  })
}

/**
 * Read the sealed rows of the directory, when the backup is complete.
 * @throws Fault `taken` when a company is in this store, `refused` when pages are missing.
 */
export function readRestored(sql: Sql): string {
  if (isFounded(sql)) throw new Fault('taken', 'There is a company in this store already')
  const progress = readProgress(sql)
  if (!progress?.whole) throw new Fault('refused', 'The backup is not in this store as a whole')
  return progress.directory
}

/** Make the store the company's again and say so in its trail. Gives the number of entries. */
export function openRestored(sql: Sql, company: string, said: Said): number {
  readRestored(sql)
  return sql.transaction(() => {
    sql.run(`DELETE FROM restoring WHERE name = 'progress'`)
    sql.run('ALTER TABLE restoring RENAME TO meta')
    writeMeta(sql, 'company', company)
    // Begin a new generation: its `seq`s go on from where the backup ended, and what clients have pulled since is of another store.
    writeMeta(sql, 'generation', makeUuid())
    voidAllReceipts(sql, Date.now())
    // Cover the whole trail, which the service has signed as its own at the end of the backup.
    coverUnsealed(sql)
    noteInTrail(sql, company, 'company.restore', said)
    letGo(sql, said)
    return trailSize(sql)
  })
}

/** Record the operator's reason why the store holds fewer entries than were signed. @returns the number of entries. */
export function explainRewound(sql: Sql, company: string, said: Said): number {
  noteInTrail(sql, company, 'company.explain_rewound', said)
  letGo(sql, said)
  return trailSize(sql)
}

/** Reason of the operator for putting a store back, and the people of then who have no way in by now. */
export interface OperatorsWord {
  actor: OperationActor
  reason: string
  away: readonly string[]
}

type Said = OperatorsWord & { at: string }

/** List the people whose records a store has. */
export function listPeople(sql: Sql): { uuid: string; username: string }[] {
  if (!sql.first(`SELECT 1 FROM sqlite_master WHERE name = 'records'`)) return []
  return sql.all<{ uuid: string; username: string }>(
    `SELECT uuid, json_extract(body, '$.username') AS username FROM records
     WHERE kind = 'user' AND deleted_at IS NULL ORDER BY uuid`,
  )
}

/**
 * Let people go who left after the moment that the store was put back to, with their sessions of then: without a way in they would count
 * as administrators.
 */
function letGo(sql: Sql, { away, ...said }: Said): void {
  const { seq: before } = newestOperation(sql)
  for (const uuid of away) {
    if (!readRecord(sql, 'user', uuid)) continue
    const planned = { kind: 'user', uuid, action: 'user.leave', change: () => null } as const
    applyPlanned(sql, [{ ...planned, reason: said.reason }], { ...said, opId: makeUuid() })
  }
  noteChangedRights(sql, before, said.at)
}

/** Add an entry about the company as a whole, which changes no field of it. */
function noteInTrail(
  sql: Sql,
  company: string,
  action: AuditAction,
  { actor, reason, at }: Said,
): void {
  const opId = `${action}:${trailSize(sql)}`
  const to = { kind: 'company', uuid: company, action } as const
  applyOperation(sql, { ...to, opId, actor, reason, at, change: (before) => before })
}

function beginRestore(sql: Sql): void {
  migrate(sql)
  sql.run('ALTER TABLE meta RENAME TO restoring')
}

function readProgress(sql: Sql): Progress | null {
  if (!sql.first(`SELECT 1 FROM sqlite_master WHERE name = 'restoring'`)) return null
  const query = `SELECT value FROM restoring WHERE name = 'progress'`
  return JSON.parse(sql.first<{ value: string }>(query)?.value ?? 'null') as Progress | null
}

function keepProgress(sql: Sql, progress: Progress): void {
  sql.run(
    `INSERT OR REPLACE INTO restoring (name, value) VALUES ('progress', ?)`,
    JSON.stringify(progress),
  )
}

/** Report rows that the tables themselves refuse as a damaged page. */
function refuseWhatFails(write: () => void): void {
  try {
    write()
  } catch (error) {
    throw error instanceof Fault ? error : damaged('The page has rows that do not fit the tables')
  }
}

function writeRows(sql: Sql, { rows }: BackupPage): void {
  const known = new Set<string>([...logTables, ...listTables, ...besideTables(sql)])
  const entries = new Map<number, AuditEntry>()
  for (const { table, row } of rows) {
    if (!known.has(table)) throw damaged('The page names another table')
    if (table === 'audit') entries.set(Number(row['seq']), checkEntry(row))
    if (table === 'records') checkRecord(row, entries.get(Number(row['seq'])))
    dropReplaced(sql, { table, row })
    insert(sql, table, asKept(table, row))
    if (table === 'audit') growTree(sql, Number(row['seq']))
  }
}

/** Pack entries and records as the store does that writes them. */
function asKept(table: string, row: BackupRow['row']): Record<string, SqlValue> {
  const kind = String(row['kind'])
  if (table === 'audit') return { ...row, ...keepEntry(kind, String(row['entry'])) }
  if (table !== 'records') return row
  return { ...row, ...keepBody(kind, String(row['body'])) }
}

/** Insert a row. A record may come twice, if it changed while the backup was written: the later one holds. */
function insert(sql: Sql, table: string, row: Record<string, SqlValue>): void {
  const names = Object.keys(row)
  if (!names.every((name) => /^[a-z_]+$/.test(name))) throw damaged('The page names another column')
  const verb = table === 'records' ? 'INSERT OR REPLACE' : 'INSERT'
  sql.run(
    `${verb} INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})
     VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
}

function checkEntry(row: BackupRow['row']): AuditEntry {
  const text = String(row['entry'])
  const leaf = createHash('sha256')
    .update(new Uint8Array([0]))
    .update(text)
    .digest('hex')
  const entry = JSON.parse(text) as AuditEntry
  if (leaf !== row['leaf'] || entry.seq !== row['seq']) {
    throw damaged(`Entry ${row['seq']} is not what its leaf says`)
  }
  return entry
}

function checkRecord(row: BackupRow['row'], entry: AuditEntry | undefined): void {
  if (!isRowOf(row, entry)) {
    throw damaged(`The record of entry ${row['seq']} is not what the trail says`)
  }
}

/** Check that the note at the end and the newest checkpoint are of this trail and these pages. */
function checkEnd(sql: Sql, signer: TrailSigner, end: string, hash: string): void {
  const size = trailSize(sql)
  const root = rootAt(sql, size)
  const at = readBackupTime(parseNote(end)?.text ?? '') ?? ''
  const text = formatBackupNote({ origin: signer.origin, size, root, hash, at })
  // Sign once more and compare: Ed25519 signs the same text the same way.
  if (at === '' || signer.sign(text) !== end) {
    throw damaged(
      'The signed note of the backup does not fit it, or was signed with another secret',
    )
  }
  if (checkNewest(sql, signer)) throw damaged('The newest checkpoint is of another trail')
  checkNewestRows(sql)
}

/** Check that every record of the trail is there, as of its last entry. */
function checkNewestRows(sql: Sql): void {
  const wrong = sql.first<{ seq: number }>(
    `SELECT newest.seq FROM (SELECT kind, uuid, max(seq) AS seq FROM audit GROUP BY kind, uuid) AS newest
     LEFT JOIN records ON records.kind = newest.kind AND records.uuid = newest.uuid
     WHERE records.seq IS NOT newest.seq LIMIT 1`,
  )
  if (wrong)
    throw damaged(`The record of entry ${wrong.seq} is missing or older than the trail says`)
}

function damaged(message: string): Fault {
  return new Fault('invalid', message, { field: 'page' })
}
