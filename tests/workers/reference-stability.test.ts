import { expect, test } from 'vitest'
import { rankReferences } from '../../workers/plate/reference-stability.ts'
import { printedBoneMarrow, rankTissue, readExpression } from '../accuracy/relative-quantity.ts'

test('geNorm of bone marrow: the published order, M and V', () => {
  const { genes } = readExpression()
  const found = rankTissue('BM')
  const names = found.ranking.map((gene) => genes[gene])
  expect(new Set(names.slice(0, 3))).toEqual(new Set(['UBC', 'RPL13A', 'YWHAZ']))
  expect(names.slice(3)).toEqual(printedBoneMarrow.ranking)
  expect(found.recommended).toBe(2)
  expect(found.steps).toHaveLength(9)
  for (const [i, value] of printedBoneMarrow.variations.entries()) {
    expect(found.variations[i]).toBeCloseTo(value, 6)
  }
})

test('geNorm of pooled tissues: two are not enough', () => {
  const { genes } = readExpression()
  const found = rankTissue('POOL')
  expect(found.variations[0]).toBeCloseTo(0.202805, 5)
  expect(found.ranking.map((gene) => genes[gene]).slice(2)).toEqual([
    'HMBS',
    'HPRT1',
    'TBP',
    'UBC',
    'RPL13A',
    'YWHAZ',
    'ACTB',
    'B2M',
  ])
})

test('M by hand: three targets, of which one wanders', () => {
  const steady = [0, 1, 2, 3]
  const found = rankReferences([steady, steady.map((one) => one + 5), [0, 4, 0, 4]])
  expect(found.ranking).toEqual([0, 1, 2])
  expect(found.steps[1]?.stabilities).toEqual([0, 0])
  // Log ratios 0, -3, 2, -1: standard deviation sqrt(13 / 3), shared with a ratio that never changes.
  expect(found.steps[0]?.stabilities[0]).toBeCloseTo(Math.sqrt(13 / 3) / 2, 12)
  expect(found.variations).toHaveLength(1)
  expect(found.recommended).toBeNull()
  expect(found.leastVariation).toBe(2)
})

test('a gap leaves out the sample, not the target; two targets give no V', () => {
  const found = rankReferences([
    [0, 1, 2, Number.NaN],
    [0, 1, 2, 9],
  ])
  expect(found.ranking).toEqual([0, 1])
  expect(found.steps[0]?.mean).toBe(0)
  expect(found.variations).toEqual([])
  expect(found.recommended).toBeNull()
})
