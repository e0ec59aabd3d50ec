import { sameBytes } from './bytes.ts'
import type { Hash } from './tools.ts'
import { hashNode, type NodeReader, rootOfRange, splitAt } from './tree.ts'

/**
 * Return the hashes beside the way from leaf `index` up to the root of `size` leaves (RFC 6962 §2.1.1).
 * @throws RangeError when the tree has no such leaf.
 */
export function proveInclusion(
  index: number,
  size: number,
  node: NodeReader,
  sha256: Hash,
): Uint8Array[] {
  if (!isCount(index) || !isCount(size) || index >= size) throw new RangeError('no such leaf')
  const path: Uint8Array[] = []
  let begin = 0
  let end = size
  while (end - begin > 1) {
    const middle = begin + splitAt(end - begin)
    if (index < middle) {
      path.push(rootOfRange(middle, end, node, sha256))
      end = middle
    } else {
      path.push(rootOfRange(begin, middle, node, sha256))
      begin = middle
    }
  }
  return path.reverse()
}

/**
 * Return the hashes from which the roots of both sizes can be calculated (RFC 6962 §2.1.2). Empty for equal sizes.
 * @throws RangeError unless `0 < old <= size`.
 */
export function proveConsistency(
  old: number,
  size: number,
  node: NodeReader,
  sha256: Hash,
): Uint8Array[] {
  if (!isCount(old) || !isCount(size) || old === 0 || old > size) throw new RangeError('sizes')
  const path: Uint8Array[] = []
  let begin = 0
  let end = size
  // Begin as known, while the current part begins the old tree too, whose root the verifier has.
  let known = true
  while (end !== old) {
    const middle = begin + splitAt(end - begin)
    if (old <= middle) {
      path.push(rootOfRange(middle, end, node, sha256))
      end = middle
    } else {
      path.push(rootOfRange(begin, middle, node, sha256))
      begin = middle
      known = false
    }
  }
  if (!known) path.push(rootOfRange(begin, end, node, sha256))
  return path.reverse()
}

/**
 * Return the root to which leaf and proof lead (RFC 9162 §2.1.3.2), using every hash of it; null if they do not fit the
 * tree.
 */
export function rootFromInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
  sha256: Hash,
): Uint8Array | null {
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes([leaf, ...proof]))
    return null
  let at = index
  let last = size - 1
  let root = leaf
  for (const beside of proof) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      root = hashNode(beside, root, sha256)
      while (at % 2 === 0 && at !== 0) {
        at /= 2
        last = Math.floor(last / 2)
      }
    } else {
      root = hashNode(root, beside, sha256)
    }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : null
}

export function isIncluded(
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
  root: Uint8Array,
  sha256: Hash,
): boolean {
  const reached = rootFromInclusion(index, size, leaf, proof, sha256)
  return reached !== null && sameBytes(reached, root)
}

/**
 * Check that the tree of `size` begins with the tree of `old` (RFC 9162 §2.1.4.2). A proof with unused hashes is invalid. The
 * empty tree begins every tree, without a proof.
 */
export function isConsistent(
  old: number,
  size: number,
  oldRoot: Uint8Array,
  root: Uint8Array,
  proof: readonly Uint8Array[],
  sha256: Hash,
): boolean {
  if (!isCount(old) || !isCount(size) || old > size || !areHashes([oldRoot, root, ...proof]))
    return false
  if (old === size) return proof.length === 0 && sameBytes(oldRoot, root)
  if (old === 0) return proof.length === 0 && sameBytes(oldRoot, sha256(new Uint8Array()))
  const path = isPowerOfTwo(old) ? [oldRoot, ...proof] : [...proof]
  const first = path.shift()
  if (!first) return false
  let at = old - 1
  let last = size - 1
  const rise = (): void => {
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  while (at % 2 === 1) rise()
  let before = first
  let after = first
  for (const beside of path) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      before = hashNode(beside, before, sha256)
      after = hashNode(beside, after, sha256)
      while (at % 2 === 0 && at !== 0) rise()
    } else {
      after = hashNode(after, beside, sha256)
    }
    rise()
  }
  return last === 0 && sameBytes(before, oldRoot) && sameBytes(after, root)
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count))
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function areHashes(hashes: readonly Uint8Array[]): boolean {
  return hashes.every((hash) => hash.length === 32)
}
