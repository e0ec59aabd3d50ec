import {
  type BackupPage,
  type BackupRow,
  damagedLine,
  formatBackupNote,
  readBackupPage,
  readBackupTime,
  sameCursor,
} from '../../domain/trail/backup.ts'
import { fromHex } from '../../domain/trail/bytes.ts'
import type { AuditEntry } from '../../domain/trail/entry.ts'
import { isSigned, parseKey, parseNote } from '../../domain/trail/note.ts'
import { filesOf } from '../../domain/trail/record-bundle.ts'
import { formatEnd, formatEntry, formatHeader } from '../../domain/trail/trail-file.ts'
import { appendLeaf, emptyRange, rootOf } from '../../domain/trail/tree.ts'
import { TrailCheck } from '../../domain/trail/verify-trail.ts'
import { isRowOf } from '../../edge/store/row-check.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { type Manifest, pageName, readFolder, readNamed, sha256 } from './folder.ts'

export interface FolderVerdict {
  manifest: Manifest
  entries: number
  records: number
  files: number
  /** Public key that the trail and the backup are signed with. */
  key: string
}

/** Facts collected over the pages. */
interface Found {
  leaves: ReturnType<typeof emptyRange>
  trail: string[]
  checkpoint: BackupRow['row'] | null
  records: number
  /** The last one that was read. */
  operation: BackupRow['row'] | null
  /** Number of the last entry of each record, and of the entry that its row is of. */
  newest: Map<string, number>
  rows: Map<string, number>
  /** Files that records name as they are now. */
  wanted: Map<string, string[]>
}

/**
 * Check a backup on its own: every file against the manifest, the pages against each other, every record against its
 * entry, the trail against its checkpoint, the whole against the signed note, and that no file is missing.
 * @param known public keys that the trail may have, where they are known from elsewhere.
 * @throws Error naming the first thing that is wrong.
 */
export async function checkFolder(path: string, known?: string): Promise<FolderVerdict> {
  const manifest = readFolder(path)
  const found: Found = {
    leaves: emptyRange(),
    trail: [],
    checkpoint: null,
    records: 0,
    operation: null,
    newest: new Map(),
    rows: new Map(),
    wanted: new Map(),
  }
  let before: BackupPage | null = null
  for (let number = 1; number <= manifest.pages; number++) {
    before = takePage(readNamed(path, pageName(number)).toString('utf8'), number, before, found)
  }
  if (!before || !('end' in before.end)) throw new Error('the last page is missing')
  const key = await checkTrail(manifest.origin, found, known)
  checkRows(found)
  await checkNote(before.end.end, before.hash, manifest.origin, key, found)
  const files = checkFiles(manifest, found.wanted)
  return { manifest, entries: found.leaves.size, records: found.records, files, key }
}

function takePage(
  text: string,
  number: number,
  before: BackupPage | null,
  found: Found,
): BackupPage {
  const page = readBackupPage(text, trailTools)
  if (!page) throw new Error(`${pageName(number)} is damaged`)
  const expected = before && ('next' in before.end ? before.end.next : null)
  if (!sameCursor(page.head.after, expected)) {
    throw new Error(`${pageName(number)} does not follow the page before`)
  }
  const entries = new Map<number, AuditEntry>()
  for (const { table, row } of page.rows) {
    if (table === 'operations') found.operation = row
    if (table === 'audit') entries.set(Number(row['seq']), takeEntry(row, found))
    if (table === 'records') takeRecord(row, entries.get(Number(row['seq'])), found)
    if (table === 'checkpoints') found.checkpoint = row
  }
  return page
}

function takeEntry(row: BackupRow['row'], found: Found): AuditEntry {
  const text = String(row['entry'])
  const leaf = sha256(Buffer.concat([Buffer.of(0), Buffer.from(text)]))
  if (leaf !== row['leaf'] || row['seq'] !== found.leaves.size + 1) {
    throw new Error(`entry ${row['seq']} is not what its leaf says`)
  }
  appendLeaf(found.leaves, fromHex(leaf) as Uint8Array, trailTools.sha256)
  found.trail.push(formatEntry(text, leaf))
  const entry = JSON.parse(text) as AuditEntry
  if (!isBeside(entry, found.operation)) {
    throw new Error(`the operation of entry ${entry.seq} is not what the trail says`)
  }
  found.newest.set(`${entry.kind}/${entry.uuid}`, entry.seq)
  return entry
}

/** Return true for the operation that was written with an entry, by which the trail is searched. */
function isBeside(entry: AuditEntry, operation: BackupRow['row'] | null): boolean {
  const { seq, op_id, kind, uuid, action, actor, at } = entry
  const expected = { seq, op_id, kind, uuid, action, actor: actor.uuid, at }
  return Object.entries(expected).every(([name, value]) => operation?.[name] === value)
}

/** Take a record; one that changed while the backup was made comes twice, and the later one counts. */
function takeRecord(row: BackupRow['row'], entry: AuditEntry | undefined, found: Found): void {
  if (!isRowOf(row, entry)) {
    throw new Error(`the record of entry ${row['seq']} is not what the trail says`)
  }
  found.records += 1
  found.rows.set(`${row['kind']}/${row['uuid']}`, Number(row['seq']))
  const stands = row['deleted_at'] === null
  const files = stands ? filesOf(JSON.parse(String(row['body']))) : []
  const own = files.filter(({ path, engine }) => isKept(path, engine)).map(({ hash: one }) => one)
  found.wanted.set(`${row['kind']}/${row['uuid']}`, own)
}

/** Check that every record of the trail is in the backup, as its last entry left it. */
function checkRows({ newest, rows }: Found): void {
  for (const [record, seq] of newest) {
    const row = rows.get(record)
    if (row === undefined) throw new Error(`${record} is missing: entry ${seq} of the trail has it`)
    if (row !== seq) {
      throw new Error(`${record} is as entry ${row} left it, but the trail goes on to entry ${seq}`)
    }
  }
}

/** Return true for fields that name a file in the bucket; other hashes are of a signed content, or of a key. */
function isKept(path: string, engine: string | undefined): boolean {
  return /(^|\.)(curves_hash|content_hash|file_hash)$/.test(path) || engine !== undefined
}

async function checkTrail(origin: string, found: Found, known?: string): Promise<string> {
  const { checkpoint, trail } = found
  if (!checkpoint) throw new Error('there is no checkpoint in the backup')
  const key = String(checkpoint['key'])
  const check = new TrailCheck(trailTools, { key: known })
  const lines = [
    formatHeader(origin, key),
    ...trail.slice(0, Number(checkpoint['size'])),
    formatEnd(String(checkpoint['note'])),
  ]
  for (const line of lines) check.take(Buffer.from(line.slice(0, -1)))
  const { problems } = await check.end()
  const [first] = problems
  if (first) throw new Error(`the trail does not hold: ${first.code} at ${first.at ?? 'its end'}`)
  return key
}

async function checkNote(
  end: string,
  hash: string,
  origin: string,
  key: string,
  { leaves }: Found,
): Promise<void> {
  const note = parseNote(end)
  if (note?.text.endsWith(damagedLine)) {
    throw new Error('the store was damaged when this backup was made: it cannot be restored')
  }
  const at = readBackupTime(note?.text ?? '') ?? ''
  const root = rootOf(leaves, trailTools.sha256)
  const expected = formatBackupNote({ origin, size: leaves.size, root, hash, at })
  const signer = parseKey(key, trailTools.sha256)
  const holds = note?.text === expected && signer && (await isSigned(note, signer, trailTools))
  if (!holds) throw new Error('the signed note at the end does not fit the backup')
}

function checkFiles(manifest: Manifest, wanted: Found['wanted']): number {
  const names = Object.keys(manifest.files).filter((name) => name.startsWith('blobs/'))
  for (const name of names) {
    if (manifest.files[name] !== name.slice('blobs/'.length)) {
      throw new Error(`${name} is not what its name says`)
    }
  }
  const there = new Set(names)
  for (const [record, hashes] of wanted) {
    const missing = hashes.find((hash) => !there.has(`blobs/${hash}`))
    if (missing) throw new Error(`blobs/${missing} of ${record} is missing`)
  }
  return names.length
}
