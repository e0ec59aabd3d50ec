import { joinBytes } from '../join-bytes.ts'
import { toBase64, toHex } from './bytes.ts'
import type { TrailTools } from './tools.ts'

/*
 * A backup of a company's store: pages of lines, each line a JSON object. The first line of a page is its head, the
 * last says where to go on or, on the last page, ends the backup with a signed note over all pages. Every page is
 * hashed together with the hash of the pages before it, so that no bit of any of them may differ.
 */

export const backupFormat = 'bapp-backup/1'

/** Position of the next page, and the hash of all pages so far. */
export interface BackupCursor {
  /** A table beside the trail, or `log`: the trail with the records, by the number of the entry. */
  table: string
  /** Primary key of the last row that was given. */
  key: (string | number)[]
  hash: string
}

export interface BackupHead {
  format: typeof backupFormat
  origin: string
  /** Number of migrations of the store's tables: rows fit into such tables only. */
  migrations: number
  /** Entries of the trail when this page was made. */
  size: number
  /** The cursor this page follows; null on the first. */
  after: BackupCursor | null
  /** On the first page: the company's rows of the directory, sealed by the deployment that made the backup. */
  directory: string | null
}

export interface BackupRow {
  table: string
  row: Record<string, string | number | null>
}

/**
 * Tables of the rows by which an analysis is listed, which come behind its record. The facts come first: with them those that came before are
 * replaced.
 */
export const listTables = ['analysis_facts', 'held_samples', 'samples', 'results'] as const

export type BackupEnd = { next: BackupCursor } | { end: string }

export interface BackupPage {
  head: BackupHead
  rows: BackupRow[]
  end: BackupEnd
  /** Hash of all pages up to this one. */
  hash: string
}

/** Content of the signed note at the end. */
export interface BackupNote {
  origin: string
  size: number
  root: Uint8Array
  hash: string
  at: string
}

export function formatBackupNote({ origin, size, root, hash, at }: BackupNote): string {
  return `${backupFormat}\n${origin}\n${size}\n${toBase64(root)}\n${hash}\ntime ${at}\n`
}

/** Ends the note of a store that differed from its trail when it was taken out: no check and no restore takes it. */
export const damagedLine = 'damaged\n'

/** Time of a note as `formatBackupNote` writes it; null for any other text. */
export function readBackupTime(text: string): string | null {
  return /\ntime (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\n$/.exec(text)?.[1] ?? null
}

/** Hash over a page without its last line, and over the pages before by their hash. */
export function hashPage(before: string, body: string, { sha256, encode }: Hashing): string {
  return toHex(sha256(joinBytes([encode(`${before}\n`), encode(body)])))
}

type Hashing = Pick<TrailTools, 'sha256' | 'encode'>

/**
 * Read a page in the one spelling in which pages are written.
 * @returns null when it is none, or its last line does not fit the lines before.
 */
export function readBackupPage(text: string, tools: Hashing): BackupPage | null {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length < 2) return null
  const [first, last] = [lines[0] ?? '', lines.at(-1) ?? '']
  try {
    const head = JSON.parse(first) as BackupHead
    const end = JSON.parse(last) as BackupEnd
    if (head.format !== backupFormat || !('next' in end || typeof end.end === 'string')) return null
    const hash = hashPage(head.after?.hash ?? '', text.slice(0, -last.length - 1), tools)
    if ('next' in end && end.next.hash !== hash) return null
    const rows = lines.slice(1, -1).map((line) => JSON.parse(line) as BackupRow)
    return { head, rows, end, hash }
  } catch {
    return null
  }
}

export function sameCursor(a: BackupCursor | null, b: BackupCursor | null): boolean {
  return (
    JSON.stringify(a && [a.table, a.key, a.hash]) === JSON.stringify(b && [b.table, b.key, b.hash])
  )
}
