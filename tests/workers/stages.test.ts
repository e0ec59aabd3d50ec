import { describe, expect, test } from 'vitest'
import { measureGrowth } from '../../workers/growth/amplification.ts'
import { differentiate } from '../../workers/curves/derivative.ts'
import { findEndPoint } from '../../workers/curves/end-point.ts'
import { takeLogarithm } from '../../workers/curves/logarithm.ts'
import { divideByReference } from '../../workers/curves/passive-reference.ts'
import {
  countMeasured,
  createReadings,
  curveOf,
  findChannel,
  temperaturesOf,
} from '../../workers/curves/readings.ts'
import { makeCurve } from './curves.ts'
import { smooth } from '../../workers/curves/smooth.ts'

const gap = Number.NaN

describe('readings', () => {
  test('a curve is a view of its channel and well', () => {
    const readings = createReadings(['FAM', 'VIC'], 3, 4)
    curveOf(readings, 1, 2)[3] = 7
    expect(readings.values.indexOf(7)).toBe((1 * 3 + 2) * 4 + 3)
    expect(findChannel(readings, 'VIC')).toBe(1)
    expect(findChannel(readings, 'CY5')).toBe(-1)
  })

  test('temperatures are shared or of each well', () => {
    const readings = createReadings(['FAM'], 2, 2)
    readings.temperatures = Float64Array.of(60, 61)
    expect([...temperaturesOf(readings, 1)]).toEqual([60, 61])
    readings.temperatures = Float64Array.of(60, 61, 60.1, 61.1)
    expect([...temperaturesOf(readings, 1)]).toEqual([60.1, 61.1])
  })

  test('counts up to the last measured point', () => {
    expect(countMeasured(Float64Array.of(1, gap, 3, gap, gap))).toBe(3)
    expect(countMeasured(Float64Array.of(gap, gap))).toBe(0)
  })
})

describe('passive reference', () => {
  test('divides, and leaves a gap where the reference is missing or not positive', () => {
    const out = new Float64Array(4)
    divideByReference(Float64Array.of(6, 6, 6, 6), Float64Array.of(2, 0, gap, -1), out)
    expect([...out]).toEqual([3, gap, gap, gap])
  })

  test('copies without a reference', () => {
    expect([...divideByReference(Float64Array.of(1, gap), null, new Float64Array(2))]).toEqual([
      1,
      gap,
    ])
  })
})

describe('derivative', () => {
  test('is central inside, one-sided at ends and beside gaps', () => {
    const out = new Float64Array(6)
    differentiate(Float64Array.of(0, 1, 4, gap, 16, 25), out)
    expect([...out]).toEqual([1, 2, 3, gap, 9, 9])
  })

  test('a lone point has no slope', () => {
    expect(differentiate(Float64Array.of(gap, 1, gap), new Float64Array(3))[1]).toBeNaN()
  })
})

describe('smoothing', () => {
  test('leaves a cubic as it is', () => {
    const curve = Float64Array.from({ length: 15 }, (_, i) => i ** 3 - 4 * i ** 2 + i)
    const out = smooth(curve, 3, new Float64Array(15))
    for (let i = 0; i < 15; i++) expect(out[i]).toBeCloseTo(curve[i]!, 8)
  })

  test('halves the noise of a flat curve and keeps gaps', () => {
    const curve = Float64Array.from({ length: 41 }, (_, i) => (i % 2 ? 1 : -1))
    curve[20] = gap
    const out = smooth(curve, 4, new Float64Array(41))
    expect(out[20]).toBeNaN()
    expect(out[19]).toBe(curve[19])
    expect(Math.abs(out[10]!)).toBeLessThan(0.5)
  })
})

describe('logarithm and end point', () => {
  test('a value that is not above zero has no logarithm', () => {
    const out = takeLogarithm(Float64Array.of(100, 0, -1, gap, 0.001), new Float64Array(5))
    expect([...out]).toEqual([2, gap, gap, gap, -3])
  })

  test('the end point is the mean of the last measured points', () => {
    expect(findEndPoint(Float64Array.of(9, 1, 2, 3, 4, 5, gap))).toBe(3)
    expect(findEndPoint(Float64Array.of(gap))).toBeNaN()
  })
})

describe('growth', () => {
  test('a lone spike is no growth', () => {
    const curve = new Float64Array(40)
    curve[39] = 100
    expect(measureGrowth(curve, 1, 0).top).toBe(0)
  })

  test('is measured against noise and against the drift over the measured cycles', () => {
    const curve = Float64Array.of(0, 0, 0, 0, 0, 8, 8, 8, gap)
    expect(measureGrowth(curve, 0.5, -0.25)).toMatchObject({ top: 8, rise: 16, overDrift: 4 })
  })

  test('wander is 1 for noise alone, more for a bend, unknown for coarse readings', () => {
    const noisy = makeCurve(400, { base: 0, noise: 0.3 })
    expect(measureGrowth(noisy, 0.3, 0).wander).toBeGreaterThan(0.8)
    expect(measureGrowth(noisy, 0.3, 0).wander).toBeLessThan(1.25)
    expect(measureGrowth(noisy, 6, 0).wander).toBeGreaterThan(15)
    const coarse = new Float64Array(20).fill(5)
    coarse[9] = 6
    expect(measureGrowth(coarse, 0.4, 0).wander).toBeNaN()
  })
})
