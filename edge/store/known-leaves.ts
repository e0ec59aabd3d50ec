import { fromHex, sameBytes, toHex } from '../../domain/trail/bytes.ts'
import { foldComplete } from '../../domain/trail/tree.ts'
import { leafOf } from './audit.ts'
import { DamageFault } from './damage.ts'
import { entryColumns, type KeptEntry, textOf } from './kept-entry.ts'
import type { Sql } from './sql.ts'
import { rootIn, type StoredCheckpoint } from './trail-checkpoints.ts'
import { trailTools } from './trail-tools.ts'
import { keptHash, leavesOf, rootAt, tileOf, trailSize } from './trail-tree.ts'

/** Most tiles that are remembered; each takes some 30 kB. */
const most = 64

/**
 * Relation of a leaf to the signed tree: in it, not in it, or the tree itself differs elsewhere. A leaf that no checkpoint
 * covers yet counts as in it.
 */
export type Standing = 'in_tree' | 'not_in_tree' | 'tree_differs'

/**
 * Leaves that were found in the signed tree, by their tiles. An entry and its leaf can be written over alike; the root that
 * was signed over them cannot. A tile is folded once and remembered, so that most changes pay nothing.
 */
class KnownLeaves {
  readonly #tiles = new Map<number, string[]>()

  /** @param covered number of entries that the newest checkpoint covers: most that are asked for are newer than that. */
  find(sql: Sql, seq: number, leaf: string, covered = coveredSize(sql)): Standing {
    const tile = tileOf(seq)
    if (this.#has(seq, leaf) === 'in_tree') return 'in_tree'
    if (covered < seq) return 'in_tree'
    // Use the checkpoints of the entries that are there, where entries are missing at the end.
    const newest = checkpointUpTo(sql, trailSize(sql))
    if (!newest || newest.size < seq) return 'in_tree'
    try {
      if (this.#agrees(sql, tile, newest)) return this.#has(seq, leaf)
      // Try the first checkpoint that covers it, since a newer one that was written over is not held against it.
      const first = checkpointFrom(sql, seq)
      if (first && first.size < newest.size && this.#agrees(sql, tile, first)) return 'tree_differs'
      return isWrongElsewhere(sql, tile, newest.size) ? 'tree_differs' : 'not_in_tree'
    } catch (error) {
      if (error instanceof DamageFault) return 'tree_differs'
      throw error
    }
  }

  /** Compare the tile with the checkpoint: its leaves are in the tree. */
  #agrees(sql: Sql, tile: number, { size, note }: StoredCheckpoint): boolean {
    const root = rootIn(note)
    if (!root) return false
    // Make a damaged leaf from its entry too, so that it is not held against the others.
    for (const read of [leavesOf, leavesMade]) {
      const leaves = read(sql, tile, size)
      if (!sameBytes(root, rootAt(sql, size, tile, leaves))) continue
      this.#keep(tile, leaves.map(toHex))
      return true
    }
    return false
  }

  #has(seq: number, leaf: string): Standing {
    return this.#tiles.get(tileOf(seq))?.[(seq - 1) % 256] === leaf ? 'in_tree' : 'not_in_tree'
  }

  #keep(tile: number, leaves: string[]): void {
    this.#tiles.delete(tile)
    this.#tiles.set(tile, leaves)
    const [oldest] = this.#tiles.keys()
    if (oldest !== undefined && this.#tiles.size > most) this.#tiles.delete(oldest)
  }
}

/** Return the number of entries that the newest checkpoint covers. */
export function coveredSize(sql: Sql): number {
  const query = 'SELECT max(size) AS size FROM checkpoints'
  return sql.first<{ size: number | null }>(query)?.size ?? 0
}

const ofStores = new WeakMap<Sql, KnownLeaves>()

/** Return what is remembered of a store's leaves, for as long as the store is open. */
export function knownLeaves(sql: Sql): KnownLeaves {
  const known = ofStores.get(sql) ?? new KnownLeaves()
  ofStores.set(sql, known)
  return known
}

/**
 * Return true if the root differs though this tile does not: a complete tile makes its kept hash; before an incomplete
 * one the trail differs from an earlier checkpoint already. Damage of other entries must not lock anyone out of this
 * record.
 */
function isWrongElsewhere(sql: Sql, tile: number, size: number): boolean {
  const leaves = leavesOf(sql, tile, size)
  if (leaves.length === 256) {
    return keptHash(sql, tile) === toHex(foldComplete(leaves, trailTools.sha256))
  }
  const earlier = checkpointUpTo(sql, tile * 256)
  return earlier !== null && !isRoot(earlier.note, rootAt(sql, earlier.size))
}

/** Return the leaves of a tile as its entries make them. */
function leavesMade(sql: Sql, tile: number, size: number): Uint8Array[] {
  const rows = sql.all<KeptEntry>(
    `SELECT ${entryColumns} FROM audit WHERE seq > ? AND seq <= ? ORDER BY seq`,
    tile * 256,
    Math.min(size, tile * 256 + 256),
  )
  return rows.map((row) => fromHex(leafOf(textOf(row))) ?? new Uint8Array())
}

function checkpointUpTo(sql: Sql, size: number): StoredCheckpoint | null {
  const query = 'SELECT * FROM checkpoints WHERE size <= ? ORDER BY size DESC LIMIT 1'
  return sql.first<StoredCheckpoint>(query, size)
}

function checkpointFrom(sql: Sql, size: number): StoredCheckpoint | null {
  const query = 'SELECT * FROM checkpoints WHERE size >= ? ORDER BY size LIMIT 1'
  return sql.first<StoredCheckpoint>(query, size)
}

function isRoot(note: string, root: Uint8Array): boolean {
  const signed = rootIn(note)
  return signed !== null && sameBytes(signed, root)
}
