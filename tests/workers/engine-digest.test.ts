import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { digestPlates, findDifference } from '../support/engine-digest.ts'
import { readPlates, writePlates } from '../support/engine-plate.ts'
import { drawPlate, recordedPlates } from '../support/engine-plates.ts'
import { digestValue } from '../support/digest-value.ts'
import { sha256 } from '../support/sha-256.ts'

test('the digest is SHA-256', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37) & 255)
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

test('a digest tells values apart by their bits', () => {
  const values = [0, -0, 1, 1 + 2 ** -52, Number.NaN, Infinity, '', '1', null, undefined, false]
  const lists = [[], [0], [[0]], [0, 0], {}, { a: 0 }, { b: 0 }]
  const digests = [...values, ...lists].map(digestValue)
  expect(new Set(digests).size).toBe(values.length + lists.length)
  expect(digestValue(Float64Array.of(1, 2))).toBe(digestValue([1, 2]))
  expect(digestValue(0 / 0)).toBe(digestValue(-Number.NaN))
})

test('plates keep every bit on their way through text', () => {
  const plates = [drawPlate(7), drawPlate(8, 'Wells96'), ...recordedPlates()]
  const restored = readPlates(writePlates(plates))
  expect(restored.map(digestValue)).toEqual(plates.map(digestValue))
})

test('every stage calculates every plate, and says where another result begins', () => {
  const text = writePlates([drawPlate(9)])
  const digests = digestPlates(text)
  expect(digests.filter(({ error }) => error !== null)).toEqual([])
  expect(findDifference(digests, digestPlates(text))).toBeNull()
  const other = structuredClone(digests)
  Object.assign(other[3]!, { digest: '' })
  other[3]!.items['VIC, well 2'] = ''
  expect(findDifference(digests, other)).toBe(
    `stage ${digests[3]!.stage}, plate seed 9, VIC, well 2`,
  )
})
