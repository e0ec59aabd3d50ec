import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../../../domain/trail/bytes.ts'
import {
  isConsistent,
  isIncluded,
  proveConsistency,
  proveInclusion,
  rootFromInclusion,
} from '../../../domain/trail/proofs.ts'
import {
  appendLeaf,
  emptyRange,
  foldComplete,
  hashLeaf,
  type NodeReader,
  rootOf,
  rootOfRange,
} from '../../../domain/trail/tree.ts'
import { consistencies, inclusions, inputs, roots } from '../../support/rfc-6962-vectors.ts'
import { sha256 } from './node-tools.ts'

const bytes = (hex: string): Uint8Array => fromHex(hex)!
const leaves = inputs.map((input) => hashLeaf(bytes(input), sha256))
const someHash = bytes('abacaba000000000000000000000000000000000000000000060061e00123456')
const emptyRoot = bytes('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')

function readerOf(all: readonly Uint8Array[]): NodeReader {
  return (height, index) =>
    foldComplete(all.slice(index * 2 ** height, (index + 1) * 2 ** height), sha256)
}

function flipped(hash: Uint8Array, bit: number): Uint8Array {
  const copy = hash.slice()
  copy[bit >> 3]! ^= 1 << (bit & 7)
  return copy
}

describe('the public RFC 6962 vectors', () => {
  test.each(roots.map((root, index) => [index + 1, root] as const))(
    'root of %i leaves, folded and appended',
    (size, root) => {
      expect(toHex(rootOfRange(0, size, readerOf(leaves), sha256))).toBe(root)
      const range = emptyRange()
      for (const leaf of leaves.slice(0, size)) appendLeaf(range, leaf, sha256)
      expect(toHex(rootOf(range, sha256))).toBe(root)
      expect(range.size).toBe(size)
    },
  )

  test('the empty tree has the hash of nothing', () => {
    expect(rootOfRange(0, 0, readerOf([]), sha256)).toEqual(emptyRoot)
    expect(rootOf(emptyRange(), sha256)).toEqual(emptyRoot)
  })

  test.each(inclusions)('leaf %i of %i has the published proof and no other', (at, size, given) => {
    const proof = given.map(bytes)
    const root = bytes(roots[size - 1]!)
    const leaf = leaves[at]!
    expect(proveInclusion(at, size, readerOf(leaves), sha256).map(toHex)).toEqual(given)
    expect(isIncluded(at, size, leaf, proof, root, sha256)).toBe(true)
    const wrong: [number, number, Uint8Array, Uint8Array[], Uint8Array][] = [
      [at - 1, size, leaf, proof, root],
      [at + 1, size, leaf, proof, root],
      [at ^ 2, size, leaf, proof, root],
      [at, size * 2, leaf, proof, root],
      [at, Math.floor(size / 2), leaf, proof, root],
      [at, size, bytes('57726f6e67'), proof, root],
      [at, size, leaf, proof, emptyRoot],
      [at, size, leaf, proof, someHash],
      [at, size, leaf, [...proof, new Uint8Array()], root],
      [at, size, leaf, [...proof, root], root],
      [at, size, leaf, [new Uint8Array(), ...proof], root],
      [at, size, leaf, [root, ...proof], root],
      ...proof.map((_, link): [number, number, Uint8Array, Uint8Array[], Uint8Array] => [
        at,
        size,
        leaf,
        proof.map((hash, other) => (other === link ? flipped(hash, 3) : hash)),
        root,
      ]),
      ...(proof.length > 0
        ? [[at, size, leaf, proof.slice(0, -1), root] as (typeof wrong)[number]]
        : []),
      ...(proof.length > 1
        ? [
            [
              at,
              size,
              leaf,
              [proof[0]!, someHash, ...proof.slice(1)],
              root,
            ] as (typeof wrong)[number],
          ]
        : []),
    ]
    for (const probe of wrong) expect(isIncluded(...probe, sha256)).toBe(false)
  })

  test.each(consistencies)(
    'size %i to %i has the published proof and no other',
    (old, size, given) => {
      const proof = given.map(bytes)
      const oldRoot = bytes(roots[old - 1]!)
      const root = bytes(roots[size - 1]!)
      expect(proveConsistency(old, size, readerOf(leaves), sha256).map(toHex)).toEqual(given)
      expect(isConsistent(old, size, oldRoot, root, proof, sha256)).toBe(true)
      if (proof.length === 0) return
      const wrong: [number, number, Uint8Array, Uint8Array, Uint8Array[]][] = [
        [old - 1, size, oldRoot, root, proof],
        [old + 1, size, oldRoot, root, proof],
        [old ^ 2, size, oldRoot, root, proof],
        [old, size * 2, oldRoot, root, proof],
        [old, Math.floor(size / 2), oldRoot, root, proof],
        [old, size, bytes('57726f6e67'), root, proof],
        [old, size, oldRoot, bytes('57726f6e67'), proof],
        [old, size, root, oldRoot, proof],
        [old, size, oldRoot, root, []],
        [old, size, oldRoot, root, [...proof, new Uint8Array()]],
        [old, size, oldRoot, root, [...proof, oldRoot]],
        [old, size, oldRoot, root, [...proof, root]],
        [old, size, oldRoot, root, [new Uint8Array(), ...proof]],
        [old, size, oldRoot, root, [oldRoot, ...proof]],
        [old, size, oldRoot, root, [root, ...proof]],
        [old, size, oldRoot, root, [proof[0]!, ...proof]],
        [old, size, oldRoot, root, proof.slice(0, -1)],
        ...proof.map((_, link): [number, number, Uint8Array, Uint8Array, Uint8Array[]] => [
          old,
          size,
          oldRoot,
          root,
          proof.map((hash, other) => (other === link ? flipped(hash, 4) : hash)),
        ]),
      ]
      for (const probe of wrong) expect(isConsistent(...probe, sha256)).toBe(false)
    },
  )

  test.each([
    [0, 0, 'one', 'two', false],
    [1, 1, 'one', 'two', false],
    [1, 0, 'one', 'one', false],
    [2, 1, 'one', 'one', false],
    [1, 2, 'one', 'two', false],
    [1, 1, 'two', 'two', true],
  ] as const)('sizes %i and %i without a proof', (old, size, first, second, consistent) => {
    const named = { one: someHash, two: leaves[1]! }
    expect(isConsistent(old, size, named[first], named[second], [], sha256)).toBe(consistent)
    expect(isConsistent(old, size, named[first], named[second], [emptyRoot], sha256)).toBe(false)
  })
})

describe('every tree of up to 70 leaves', () => {
  const many = Array.from({ length: 70 }, (_, at) => hashLeaf(Uint8Array.of(at), sha256))
  const read = readerOf(many)
  const rootsOfMany = many.map((_, at) => rootOfRange(0, at + 1, read, sha256))

  test('every leaf is proved in every tree, and only at its place', () => {
    for (let size = 1; size <= many.length; size++) {
      const root = rootsOfMany[size - 1]!
      for (let at = 0; at < size; at++) {
        const proof = proveInclusion(at, size, read, sha256)
        expect(rootFromInclusion(at, size, many[at]!, proof, sha256)).toEqual(root)
        const elsewhere = (at + 1) % size
        if (elsewhere !== at) {
          expect(isIncluded(elsewhere, size, many[at]!, proof, root, sha256)).toBe(false)
        }
      }
    }
  })

  test('every pair of sizes is proved, and no other root passes', () => {
    for (let size = 1; size <= many.length; size++) {
      for (let old = 1; old <= size; old++) {
        const proof = proveConsistency(old, size, read, sha256)
        const [oldRoot, root] = [rootsOfMany[old - 1]!, rootsOfMany[size - 1]!]
        expect(isConsistent(old, size, oldRoot, root, proof, sha256)).toBe(true)
        expect(isConsistent(old, size, flipped(oldRoot, 7), root, proof, sha256)).toBe(false)
        expect(isConsistent(old, size, oldRoot, flipped(root, 7), proof, sha256)).toBe(false)
      }
    }
  })

  test('what is no size is refused', () => {
    expect(() => proveInclusion(3, 3, read, sha256)).toThrow(RangeError)
    expect(() => proveInclusion(0.5, 3, read, sha256)).toThrow(RangeError)
    expect(() => proveConsistency(0, 3, read, sha256)).toThrow(RangeError)
    expect(() => proveConsistency(4, 3, read, sha256)).toThrow(RangeError)
  })
})
