import { describe, expect, test } from 'vitest'
import { findKineticOutliers } from '../../workers/plate/kinetic-outliers.ts'
import { reviewReplicates, testGrubbs } from '../../workers/plate/replicate-outliers.ts'
import { measureOutliers } from '../accuracy/outliers.ts'
import { makeRandom } from './curves.ts'

const settings = { most: 0.5, expected: 0 }

describe('replicates', () => {
  test('name the odd one of three', () => {
    const found = reviewReplicates([20, 20.1, 21], settings)
    expect(found.isSpread).toBe(true)
    expect(found.range).toBeCloseTo(1, 12)
    expect(found.outliers.map(({ index }) => index)).toEqual([2])
    expect(found.outliers[0]?.difference).toBeCloseTo(0.9, 12)
  })

  test('two that disagree, and two pairs, have no odd one', () => {
    expect(reviewReplicates([20, 21], settings)).toMatchObject({ isSpread: true, outliers: [] })
    expect(reviewReplicates([20, 20, 22, 22], settings)).toMatchObject({
      isSpread: true,
      outliers: [],
    })
  })

  test('a well without Cq beside others is missing, not an outlier', () => {
    expect(reviewReplicates([20, Number.NaN, 20.2], settings)).toMatchObject({
      counted: 2,
      missing: [1],
      isSpread: false,
      outliers: [],
    })
    expect(reviewReplicates([Number.NaN, Number.NaN], settings)).toMatchObject({
      counted: 0,
      missing: [],
      isSpread: false,
    })
  })

  test('few copies may spread by chance', () => {
    const late = [35, 35.6, 36.1]
    expect(reviewReplicates(late, settings).isSpread).toBe(true)
    expect(reviewReplicates(late, { most: 0.5, expected: 0.4 })).toMatchObject({
      isSpread: false,
      limit: 1.2000000000000002,
    })
  })

  test('Grubbs: the published critical values', () => {
    // Test two-sided at alpha 0.05: G = 1.8871 for 6 values, 2.2900 for 10 (Grubbs and Beck 1972, one-sided 0.025).
    for (const [count, critical] of [
      [6, 1.8871],
      [10, 2.29],
    ] as const) {
      // Make values whose most distant one has exactly this G: one at a distance, the others alternating.
      const others = Array.from({ length: count - 1 }, (_, i) => (i % 2 === 0 ? 1 : -1))
      const deviation = (out: number) => {
        const all = [...others, out]
        const mean = all.reduce((sum, one) => sum + one, 0) / count
        const squares = all.reduce((sum, one) => sum + (one - mean) ** 2, 0)
        return (out - mean) / Math.sqrt(squares / (count - 1))
      }
      let low = 0
      let high = 100
      for (let i = 0; i < 100; i++) {
        const middle = (low + high) / 2
        if (deviation(middle) < critical) low = middle
        else high = middle
      }
      expect(testGrubbs([...others, low], low)).toBeCloseTo(0.05, 3)
    }
    expect(testGrubbs([1, 2], 2)).toBeNaN()
    expect(testGrubbs([3, 3, 3], 3)).toBe(1)
  })
})

describe('kinetic outliers', () => {
  /** Make efficiency, log plateau and log slope of wells that differ together and alone, seeded. */
  function makeFeatures(wells: number, seed: number): number[][] {
    const random = makeRandom(seed)
    const even = () => 2 * random() - 1
    return Array.from({ length: wells }, () => {
      const together = even() + even() + even()
      return [1.9 + 0.02 * even(), 0.1 * together, 0.05 * together + 0.02 * (even() + even())]
    })
  }

  test.each([16, 36, 96])('of %i alike wells hardly any is named', (wells) => {
    let named = 0
    for (let seed = 1; seed <= 40; seed++) {
      named += findKineticOutliers(makeFeatures(wells, seed)).filter((one) => one.isOutlier).length
    }
    expect(named).toBeLessThanOrEqual(2)
  })

  test('an inhibited well is named with what gives it away, also beside another', () => {
    const features = makeFeatures(36, 5)
    features[3] = [1.6, 0, 0]
    features[20] = [1.55, 0.02, 0.01]
    const found = findKineticOutliers(features)
    expect(found.flatMap((one, well) => (one.isOutlier ? [well] : []))).toEqual([3, 20])
    expect(found[3]?.feature).toBe(0)
    expect(found[3]?.spreads).toBeLessThan(-5)
  })

  test('a well that breaks what goes together is named though each figure is usual', () => {
    const features = makeFeatures(96, 6)
    features[0] = [1.9, 0.2, -0.1]
    expect(findKineticOutliers(features)[0]?.isOutlier).toBe(true)
  })

  test('too few wells and missing figures give NaN, not a verdict', () => {
    expect(findKineticOutliers(makeFeatures(6, 1)).every((one) => Number.isNaN(one.distance))).toBe(
      true,
    )
    const features = makeFeatures(20, 2)
    features[7] = [Number.NaN, 0, 0]
    const found = findKineticOutliers(features)
    expect(found[7]).toMatchObject({ isOutlier: false, feature: -1 })
    expect(found[8]?.distance).toBeGreaterThan(0)
    expect(findKineticOutliers([])).toEqual([])
  })

  test('one feature is the efficiency test of Bar', () => {
    const features = Array.from({ length: 12 }, (_, i) => [1.9 + 0.01 * Math.sin(7 * i)])
    features[4] = [1.7]
    const found = findKineticOutliers(features)
    expect(found.flatMap((one, well) => (one.isOutlier ? [well] : []))).toEqual([4])
  })
})

test('real sets: more inhibitor, more outliers; hardly any among equal reactions', () => {
  const figures = measureOutliers()
  expect(figures.filter(({ ok }) => ok === false)).toEqual([])
  const steps = figures.filter(({ name }) => name.includes('inhibitor')).map(({ value }) => value)
  expect(steps).toEqual([...steps].sort((a, b) => a - b))
})
