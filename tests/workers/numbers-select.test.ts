import { describe, expect, it } from 'vitest'
import { findMedian, findSpread } from '../../workers/numbers/median.ts'
import { measureParts, packColumns } from '../../workers/numbers/packed-columns.ts'
import { selectSorted } from '../../workers/numbers/select.ts'
import { makeRandom } from './curves.ts'

const random = makeRandom(7)

/** Draw lists of every length up to 70: all different, in coarse steps, in order and against it, with both zeros. */
function drawLists(): number[][] {
  return Array.from({ length: 70 }, (_, length) => {
    const fine = Array.from({ length }, () => random() - 0.5)
    const coarse = fine.map((value) => Math.round(6 * value) / 6)
    const rising = fine.toSorted((a, b) => a - b)
    const mixed = fine.map((value, i) => [value, Number.NaN, Infinity, -0, 0][i % 5]!)
    return [fine, coarse, rising, rising.toReversed(), mixed]
  }).flat()
}

/** Return the median by its definition: sorted, -0 before 0. */
function sortedMedian(values: readonly number[]): number {
  const sorted = Float64Array.from(values).filter(Number.isFinite).sort()
  const half = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

describe('selecting', () => {
  it('finds at every place what sorting puts there', () => {
    for (const list of drawLists().filter((one) => !one.some(Number.isNaN))) {
      const sorted = Float64Array.from(list).sort()
      const found = list.map((_, at) =>
        selectSorted(Float64Array.from([...list, -9, 9]), list.length, at),
      )
      // Compare so that -0 and 0 are equal.
      expect(found.every((value, at) => value === sorted[at])).toBe(true)
    }
  })

  it('ends where all are NaN', () => {
    expect(selectSorted(new Float64Array(9).fill(Number.NaN), 9, 4)).toBeNaN()
  })
})

describe('the median', () => {
  it('is that of the sorted values to the bit, of lists, typed arrays and what can be walked', () => {
    for (const list of drawLists()) {
      const expected = sortedMedian(list)
      expect(findMedian(list)).toBe(expected)
      expect(findMedian(Float64Array.from(list))).toBe(expected)
      expect(findMedian(new Map(list.entries()).values())).toBe(expected)
    }
  })

  it('gives the spread as the median of the distances', () => {
    for (const list of drawLists()) {
      const middle = sortedMedian(list)
      const distances = list.map((value) => Math.abs(value - middle))
      expect(findSpread(list)).toBe(1.4826 * sortedMedian(distances))
    }
  })

  it('leaves the list in its order', () => {
    const list = [3, 1, 2]
    findSpread(list)
    expect(list).toEqual([3, 1, 2])
  })
})

it('packed columns give the scalar products of plain loops to the bit, and zeros beyond the last', () => {
  for (let count = 1; count < 10; count++) {
    const columns = Array.from({ length: count }, () => Float64Array.from({ length: 41 }, random))
    const vector = Float64Array.from({ length: 41 }, random)
    const plain = columns.map((column) => column.reduce((sum, one, i) => sum + vector[i]! * one, 0))
    const parts = Array.from(measureParts(vector, packColumns(columns)))
    expect(parts.slice(0, count)).toEqual(plain)
    expect(parts.slice(count).every((part) => part === 0)).toBe(true)
  }
})
