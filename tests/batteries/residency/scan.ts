import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { type Find, findMarkers } from './markers.ts'

export interface Hit extends Find {
  /** The file, and what was opened inside it. */
  place: string
}

export interface Scan {
  hits: Hit[]
  files: number
  bytes: number
  /** Cells of databases, and compressed streams that were opened. */
  cells: number
  streams: number
}

/** Largest stream that is opened, and the depth of streams in streams. */
const largest = 64 * 1024 * 1024
const deepest = 3

/**
 * Search markers in every file below a folder: in its bytes (freed pages and the write-ahead logs of databases too), in
 * every cell of its databases, and in every compressed stream of either.
 */
export function scanFolder(folder: string): Scan {
  const scan: Scan = { hits: [], files: 0, bytes: 0, cells: 0, streams: 0 }
  const databases: string[] = []
  for (const path of filesBelow(folder)) {
    const bytes = readFileSync(path)
    scan.files += 1
    scan.bytes += bytes.length
    const place = relative(folder, path)
    // Scan the names of files and folders, which may hold one too.
    scanBytes(scan, Buffer.from(place), `name of ${place}`)
    scanBytes(scan, bytes, place)
    if (bytes.toString('latin1', 0, 15) === 'SQLite format 3') databases.push(path)
  }
  // Scan databases afterwards, since opening one folds its write-ahead log in.
  for (const path of databases) scanDatabase(scan, path, relative(folder, path))
  return scan
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function scanBytes(scan: Scan, bytes: Buffer, place: string, depth = 0): void {
  for (const find of findMarkers(bytes)) scan.hits.push({ ...find, place })
  if (depth >= deepest) return
  for (const [at, inner] of streamsIn(bytes)) {
    scan.streams += 1
    scanBytes(scan, inner, `${place} > stream at ${at}`, depth + 1)
  }
}

const starts: [Buffer, (bytes: Buffer, at: number) => Buffer][] = [
  [Buffer.from([0x1f, 0x8b, 0x08]), (bytes, at) => gunzipSync(bytes.subarray(at), limits)],
  // Unpack a member of a zip: a header of 30 bytes, its name and extra field, then the packed bytes.
  [Buffer.from([0x50, 0x4b, 0x03, 0x04]), readZipMember],
  ...[0x01, 0x5e, 0x9c, 0xda].map((level): [Buffer, (bytes: Buffer, at: number) => Buffer] => [
    Buffer.from([0x78, level]),
    (bytes, at) => inflateSync(bytes.subarray(at), limits),
  ]),
]

/** Unpack an incomplete stream as far as it goes. */
const limits = { maxOutputLength: largest, finishFlush: 2 }

function readZipMember(bytes: Buffer, at: number): Buffer {
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  return inflateRawSync(bytes.subarray(from), limits)
}

function* streamsIn(bytes: Buffer): Generator<[number, Buffer]> {
  for (const [start, open] of starts) {
    for (let at = bytes.indexOf(start); at !== -1; at = bytes.indexOf(start, at + 1)) {
      const inner = opened(() => open(bytes, at))
      if (inner && inner.length > 0) yield [at, inner]
    }
  }
}

function opened(open: () => Buffer): Buffer | null {
  try {
    return open()
  } catch {
    return null
  }
}

/** Scan a database cell by cell: a long one is in pieces on the disk, and a compressed one can only be opened whole. */
function scanDatabase(scan: Scan, path: string, place: string): void {
  const database = new DatabaseSync(path)
  try {
    const tables = database
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`)
      .all() as { name: string }[]
    for (const { name } of tables) {
      const cells = database.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`)
      cells.setReadBigInts(true)
      for (const row of cells.iterate()) {
        for (const [column, value] of Object.entries(row)) {
          const bytes = bytesOf(value)
          if (!bytes) continue
          scan.cells += 1
          scanBytes(scan, bytes, `${place} > ${name}.${column}`)
        }
      }
    }
  } finally {
    database.close()
  }
}

function bytesOf(value: unknown): Buffer | null {
  if (typeof value === 'string') return Buffer.from(value)
  return value instanceof Uint8Array ? Buffer.from(value) : null
}
