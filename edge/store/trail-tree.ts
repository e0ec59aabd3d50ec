import { fromHex, toHex } from '../../domain/trail/bytes.ts'
import { proveConsistency, proveInclusion } from '../../domain/trail/proofs.ts'
import { foldComplete, type NodeReader, rootOfRange } from '../../domain/trail/tree.ts'
import { DamageFault } from './damage.ts'
import type { Sql } from './sql.ts'
import { trailTools } from './trail-tools.ts'

/*
 * The tree over the audit trail: entry `seq` is leaf `seq - 1`. Roots of complete subtrees of 256 and of 65,536
 * leaves are kept as the trail grows, so that a root or a proof over a million entries reads some hundred rows.
 */

const width = 256
/** Height of a tile's root above the leaves, by its level. */
const tileHeight = 8
const levels = 2
const { sha256 } = trailTools

/** Number of entries: the trail has no gaps, which the table itself sees to. */
export function trailSize(sql: Sql): number {
  return sql.first<{ size: number }>('SELECT coalesce(max(seq), 0) AS size FROM audit')?.size ?? 0
}

/** Complete the tiles that end with this entry; call it after each entry. */
export function growTree(sql: Sql, size: number): void {
  for (let level = 1, span = width; level <= levels && size % span === 0; level++, span *= width) {
    const index = size / span - 1
    const folded =
      level === 1
        ? foldTile(sql, index)
        : foldComplete(readRow(sql, level - 1, index * width, width), sha256)
    sql.run(
      'INSERT INTO audit_tiles (level, tile, hash) VALUES (?, ?, ?)',
      level,
      index,
      toHex(folded),
    )
  }
}

/** Make the tiles of a trail that is older than the table of tiles; its migration calls this. */
export function fillTree(sql: Sql): void {
  const first = 1 + (countTiles(sql) || 0)
  for (let tile = first; tile * width <= trailSize(sql); tile++) growTree(sql, tile * width)
}

function countTiles(sql: Sql): number {
  return (
    sql.first<{ count: number }>('SELECT count(*) AS count FROM audit_tiles WHERE level = 1')
      ?.count ?? 0
  )
}

/** Number of the last complete tile of a trail of so many entries; -1 when there is none. */
export function lastTile(size: number): number {
  return Math.floor(size / width) - 1
}

/** Number of the tile that an entry is in. */
export function tileOf(seq: number): number {
  return Math.floor((seq - 1) / width)
}

/** Return the leaves of a tile, as far as the trail of `size` entries goes. @throws DamageFault when one is missing. */
export function leavesOf(sql: Sql, tile: number, size: number): Uint8Array[] {
  return readRow(sql, 0, tile * width, Math.min(width, size - tile * width))
}

/** Read the kept hash of a complete tile; null for one that is not complete. */
export function keptHash(sql: Sql, tile: number): string | null {
  const query = 'SELECT hash FROM audit_tiles WHERE level = 1 AND tile = ?'
  return sql.first<{ hash: string }>(query, tile)?.hash ?? null
}

/**
 * Calculate the root of the trail of `size` entries.
 * @param fresh a tile that is folded from its leaves; no kept hash above it is used.
 * @param given its leaves, where they differ from the stored ones.
 */
export function rootAt(
  sql: Sql,
  size: number,
  fresh = -1,
  given?: readonly Uint8Array[],
): Uint8Array {
  return rootOfRange(0, size, nodeReader(sql, fresh, given), sha256)
}

/** Prove that entry `seq` is in the trail of `size` entries, in hexadecimal. */
export function proveEntry(sql: Sql, seq: number, size: number): string[] {
  return proveInclusion(seq - 1, size, nodeReader(sql), sha256).map(toHex)
}

/** Prove that the trail of `size` entries begins with that of `old`, in hexadecimal. */
export function proveGrowth(sql: Sql, old: number, size: number): string[] {
  return proveConsistency(old, size, nodeReader(sql), sha256).map(toHex)
}

/** Complete subtrees: from the leaves or the tiles below, whichever are nearest. Each is folded once. */
function nodeReader(sql: Sql, fresh = -1, given?: readonly Uint8Array[]): NodeReader {
  const known = new Map<string, Uint8Array>()
  const fold = (level: number, from: number, count: number) =>
    level === 0 && !given
      ? foldLeaves(sql, from, count)
      : foldComplete(readFresh(sql, level, from, count, fresh, given), sha256)
  return (height, index) => {
    const key = `${height}/${index}`
    const level = Math.min(levels, Math.floor(height / tileHeight))
    const count = 2 ** (height - level * tileHeight)
    const hash = known.get(key) ?? fold(level, index * count, count)
    known.set(key, hash)
    return hash
  }
}

/** Read as `readRow` does, with the hash over the tile `fresh` folded again from the level below it. */
function readFresh(
  sql: Sql,
  level: number,
  from: number,
  count: number,
  fresh: number,
  given: readonly Uint8Array[] | undefined,
): Uint8Array[] {
  const begin = from - fresh * width
  if (level === 0 && given && begin >= 0 && begin < width) return given.slice(begin, begin + count)
  const hashes = readRow(sql, level, from, count)
  const at = (level === 1 ? fresh : Math.floor(fresh / width)) - from
  if (level === 0 || fresh < 0 || at < 0 || at >= count) return hashes
  hashes[at] =
    level === 1 && !given
      ? foldTile(sql, fresh)
      : foldComplete(readFresh(sql, level - 1, (from + at) * width, width, fresh, given), sha256)
  return hashes
}

/** Subtrees that were folded before, each with the leaves that it was folded from. */
const folded = new WeakMap<Sql, Map<string, { leaves: string; hash: Uint8Array }>>()
/** Most subtrees that are remembered: those at the end of the trail are asked for at each checkpoint, two tiles and the eight parts of one. */
const mostFolded = 12

function foldTile(sql: Sql, tile: number): Uint8Array {
  return foldLeaves(sql, tile * width, width)
}

/**
 * Fold a complete subtree from its leaves. They are read each time and compared with those of the last time: the same
 * leaves have the same hash. @throws DamageFault when one is missing.
 */
function foldLeaves(sql: Sql, from: number, count: number): Uint8Array {
  const leaves = readLeaves(sql, from, count)
  const known = folded.get(sql) ?? new Map<string, { leaves: string; hash: Uint8Array }>()
  folded.set(sql, known)
  const key = `${from}/${count}`
  const before = known.get(key)
  const hash =
    before?.leaves === leaves ? before.hash : foldComplete(splitLeaves(leaves, from, count), sha256)
  known.delete(key)
  known.set(key, { leaves, hash })
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size > mostFolded) known.delete(oldest)
  return hash
}

/**
 * Read `count` leaves from the given one on as one text: to read a row of each takes longer. Only texts as long as a hash are
 * counted, so the same text is the same leaves; SQLite counts up to a NUL, so the whole text is counted as well.
 * @throws DamageFault when one is missing.
 */
function readLeaves(sql: Sql, from: number, count: number): string {
  const row = sql.first<{ leaves: string | null; count: number }>(
    `SELECT group_concat(leaf, ' ') AS leaves, sum(typeof(leaf) = 'text' AND length(leaf) = 64) AS count
     FROM (SELECT leaf FROM audit WHERE seq > ? AND seq <= ? ORDER BY seq)`,
    from,
    from + count,
  )
  const leaves = row?.leaves ?? ''
  if ((row?.count ?? 0) === count && leaves.length === Math.max(0, count * 65 - 1)) return leaves
  throw new DamageFault({ reason: 'entries_missing', seq: from + 1 })
}

/** @throws DamageFault when they are not so many hashes. */
function splitLeaves(leaves: string, from: number, count: number): Uint8Array[] {
  const hashes = count === 0 ? [] : leaves.split(' ').flatMap((leaf) => fromHex(leaf) ?? [])
  if (hashes.length === count) return hashes
  throw new DamageFault({ reason: 'entries_missing', seq: from + 1 })
}

/** `count` hashes of a level from the given one on. @throws DamageFault when one is missing. */
function readRow(sql: Sql, level: number, from: number, count: number): Uint8Array[] {
  if (level === 0) return splitLeaves(readLeaves(sql, from, count), from, count)
  const rows = sql.all<{ hash: string }>(
    'SELECT hash FROM audit_tiles WHERE level = ? AND tile >= ? AND tile < ? ORDER BY tile',
    level,
    from,
    from + count,
  )
  const hashes = rows.flatMap(({ hash }) => fromHex(hash) ?? [])
  if (hashes.length !== count) throw new DamageFault({ reason: 'tree_differs', seq: from + 1 })
  return hashes
}
