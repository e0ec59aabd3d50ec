import type { Hash } from './tools.ts'

/*
 * The Merkle tree of RFC 6962 §2.1: a leaf is hashed behind a byte 0, a node behind a byte 1, and a list of n
 * is split at the largest power of two below n. All hashes are 32 bytes.
 */

/** Hash of the complete subtree of `2^height` leaves that begins at leaf `index * 2^height`. */
export type NodeReader = (height: number, index: number) => Uint8Array

export function hashLeaf(entry: Uint8Array, sha256: Hash): Uint8Array {
  const bytes = new Uint8Array(entry.length + 1)
  bytes.set(entry, 1)
  return sha256(bytes)
}

export function hashNode(left: Uint8Array, right: Uint8Array, sha256: Hash): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return sha256(bytes)
}

/** Return the largest power of two below `count`, which is at least 2. */
export function splitAt(count: number): number {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}

/** Return the root of the leaves `begin` to `end` (exclusive), a range as the tree's own splits make them. */
export function rootOfRange(
  begin: number,
  end: number,
  node: NodeReader,
  sha256: Hash,
): Uint8Array {
  const count = end - begin
  if (count === 0) return sha256(new Uint8Array())
  const height = Math.log2(count)
  if (Number.isInteger(height) && begin % count === 0) return node(height, begin / count)
  const middle = begin + splitAt(count)
  return hashNode(
    rootOfRange(begin, middle, node, sha256),
    rootOfRange(middle, end, node, sha256),
    sha256,
  )
}

/** Fold a complete subtree: the number of hashes is a power of two. */
export function foldComplete(hashes: readonly Uint8Array[], sha256: Hash): Uint8Array {
  let level = hashes
  while (level.length > 1) {
    const above: Uint8Array[] = []
    for (let at = 0; at + 1 < level.length; at += 2) {
      above.push(hashNode(level[at] as Uint8Array, level[at + 1] as Uint8Array, sha256))
    }
    level = above
  }
  return level[0] as Uint8Array
}

/** A tree kept as the roots of its complete subtrees, the largest first: enough to append and to tell its root. */
export interface CompactRange {
  size: number
  hashes: Uint8Array[]
}

export function emptyRange(): CompactRange {
  return { size: 0, hashes: [] }
}

export function appendLeaf(range: CompactRange, leaf: Uint8Array, sha256: Hash): void {
  let hash = leaf
  for (let size = range.size; size % 2 === 1; size = (size - 1) / 2) {
    hash = hashNode(range.hashes.pop() as Uint8Array, hash, sha256)
  }
  range.hashes.push(hash)
  range.size += 1
}

export function rootOf({ hashes }: CompactRange, sha256: Hash): Uint8Array {
  if (hashes.length === 0) return sha256(new Uint8Array())
  return hashes.reduceRight((right, left) => hashNode(left, right, sha256))
}
