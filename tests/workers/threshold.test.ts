import { describe, expect, test } from 'vitest'
import { findCq, findThreshold, findUpwardCrossing } from '../../workers/curves/threshold.ts'
import { makeCurve } from './curves.ts'

const cubic = (x: number) => 0.01 * x ** 3 - 0.02 * x ** 2 + 0.1 * x

describe('Cq', () => {
  test('reads a straight rise exactly', () => {
    const curve = Float64Array.from({ length: 20 }, (_, i) => i + 1 - 7.3)
    expect(findCq(curve, 0)).toBeCloseTo(7.3, 10)
  })

  test.each([0, 10])('reads a cubic exactly, also %i cycles before the end', (after) => {
    const curve = Float64Array.from({ length: 13 + after }, (_, i) => cubic(i + 1 - 5))
    expect(findCq(curve, cubic(12.37 - 5))).toBeCloseTo(12.37, 9)
  })

  test('is NaN, never 0 or the last cycle, when the curve does not cross', () => {
    expect(findCq(new Float64Array(40), 0.1)).toBeNaN()
    expect(findCq(new Float64Array(40).fill(Number.NaN), 0.1)).toBeNaN()
    expect(findCq(new Float64Array(40).fill(1), 0.1)).toBeNaN()
    expect(findCq(makeCurve(40, { base: 0, top: 1, middle: 20 }), Number.NaN)).toBeNaN()
  })

  test('takes the last upward crossing', () => {
    const curve = Float64Array.of(0, 2, 0, 0, 0, 2, 4, 6)
    expect(findUpwardCrossing(curve, 1)).toBe(5)
    // Find it before a hook back down after the growth, which does not hide it.
    expect(findUpwardCrossing(Float64Array.of(0, 0, 2, 3, 0), 1)).toBe(2)
  })

  test('crosses a gap by a straight line', () => {
    const curve = Float64Array.of(0, 0, 0, 1, Number.NaN, 3, 4, 5, 6)
    expect(findCq(curve, 2)).toBeCloseTo(5, 10)
    expect(findUpwardCrossing(Float64Array.of(Number.NaN, Number.NaN, 3, 4), 2)).toBe(-1)
  })

  test('stays between its two cycles, or within one of the straight line, on noise', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const curve = makeCurve(40, { base: 0, noise: 1, seed })
      const cq = findCq(curve, 1)
      if (Number.isNaN(cq)) continue
      const upper = findUpwardCrossing(curve, 1)
      expect(Math.abs(cq - (upper + 0.5))).toBeLessThanOrEqual(1.5)
    }
  })
})

describe('automatic threshold', () => {
  test('is ten times the median noise, whatever a wild well does', () => {
    expect(findThreshold(Float64Array.of(1, 3, 2))).toBe(20)
    expect(findThreshold(Float64Array.of(1, 3, 2, 1000))).toBe(25)
    expect(findThreshold(Float64Array.of(1, Number.NaN, 2, 0, 3), 5)).toBe(10)
  })

  test('is NaN without any noise to measure', () => {
    expect(findThreshold(new Float64Array(0))).toBeNaN()
    expect(findThreshold(Float64Array.of(Number.NaN, 0))).toBeNaN()
  })
})
