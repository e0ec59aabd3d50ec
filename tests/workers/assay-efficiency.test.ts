import { describe, expect, test } from 'vitest'
import { analyseLinreg } from '../../workers/linreg/linreg.ts'
import { averageEfficiency, combineEfficiencies } from '../../workers/plate/assay-efficiency.ts'
import { estimateAssay } from '../../workers/plate/assay-growth.ts'
import { flagCurve } from '../../workers/plate/efficiency-flags.ts'
import { markOutliers } from '../../workers/plate/efficiency-outliers.ts'
import { createGrowthScratch } from '../../workers/plate/growth-equations.ts'
import { fitLimitedGrowth } from '../../workers/plate/limited-growth.ts'
import { estimateCopies, findStartingFluorescence } from '../../workers/plate/starting-quantity.ts'
import { findDilutions } from '../accuracy/efficiency.ts'
import { quantile } from '../support/curve-accuracy.ts'
import { hasReference } from '../support/vendor-csv.ts'

/** Draw a curve of the model itself: 1.17 is its sharpness. */
function grow(efficiency: number, middle: number, noise: (cycle: number) => number = () => 0) {
  const rate = Math.log(efficiency)
  return Float64Array.from({ length: 40 }, (_, i) => {
    const u = Math.exp(-rate * 1.17 * (i + 1 - middle))
    return 500 + 4000 * Math.pow(1 + u, -1 / 1.17) + noise(i + 1)
  })
}

function fit(curve: Float64Array) {
  const { td0 } = analyseLinreg(curve, 1, curve.length)
  return fitLimitedGrowth(curve, td0[0]!, createGrowthScratch(curve.length))
}

describe('limited growth', () => {
  test('returns the efficiency of its own curves, at any cycle', () => {
    for (const efficiency of [1.6, 1.8, 1.95, 2]) {
      for (const middle of [14.3, 22.8, 31.5]) {
        const found = fit(grow(efficiency, middle))
        expect(found.efficiency).toBeCloseTo(efficiency, 4)
        expect(found.baseline).toBeCloseTo(500, 0)
      }
    }
  })

  test('a constant added and a factor change nothing', () => {
    const wavy = (cycle: number) => 6 * Math.sin(cycle * cycle)
    const plain = fit(grow(1.9, 24, wavy))
    const changed = fit(grow(1.9, 24, wavy).map((value) => 7.5 * value + 90000))
    expect(plain.error).toBeGreaterThan(0)
    expect(changed.efficiency).toBeCloseTo(plain.efficiency, 5)
    expect(changed.error).toBeCloseTo(plain.error, 5)
  })

  test('a line on the log scale reads the same curve lower', () => {
    const curve = grow(1.95, 24)
    expect(analyseLinreg(curve, 1, 40).efficiency[0]).toBeLessThan(fit(curve).efficiency)
  })

  test('skips gaps, and has none for a level, an empty or a cut curve', () => {
    const gapped = grow(1.9, 24)
    gapped[19] = Number.NaN
    const scratch = createGrowthScratch(40)
    expect(fitLimitedGrowth(gapped, 22, scratch).efficiency).toBeCloseTo(1.9, 4)
    expect(fitLimitedGrowth(new Float64Array(40).fill(5), 22, scratch).efficiency).toBeNaN()
    const empty = new Float64Array(40).fill(Number.NaN)
    expect(fitLimitedGrowth(empty, 22, scratch).efficiency).toBeNaN()
    expect(fitLimitedGrowth(grow(1.9, 24), Number.NaN, scratch).efficiency).toBeNaN()
    expect(fitLimitedGrowth(grow(1.9, 3), 1.5, scratch).efficiency).toBeNaN()
  })
})

describe('efficiency of an assay', () => {
  const fitted = (efficiency: number, error = 0.02) => ({
    efficiency,
    error,
    baseline: 0,
    rise: 1,
  })

  test('is the mean of curves that are alike, with its interval', () => {
    const found = combineEfficiencies([1.9, 1.92, 1.94, 1.96].map((value) => fitted(value)))
    expect(found.efficiency).toBeCloseTo(1.93, 10)
    expect(found.error).toBeCloseTo(Math.sqrt(0.002 / 3 / 4), 6)
    // Multiply by t(0.975, 3) = 3.182446.
    expect(found.high - found.efficiency).toBeCloseTo(3.182446 * found.error, 6)
    expect(found.count).toBe(4)
  })

  test('is hardly moved by a strange curve, nor by an uncertain one', () => {
    const alike = [1.9, 1.91, 1.92, 1.93, 1.94].map((value) => fitted(value))
    const strange = combineEfficiencies([...alike, fitted(1.2)]).efficiency
    expect(Math.abs(strange - 1.92)).toBeLessThan(0.02)
    const uncertain = combineEfficiencies([...alike, fitted(1.5, 0.5)]).efficiency
    expect(Math.abs(uncertain - 1.92)).toBeLessThan(0.005)
  })

  test('says nothing it does not know', () => {
    expect(combineEfficiencies([]).efficiency).toBeNaN()
    const one = combineEfficiencies([fitted(1.9)])
    expect(one.efficiency).toBe(1.9)
    expect(one.error).toBeNaN()
    expect(one.low).toBeNaN()
    expect(combineEfficiencies([fitted(1.9, 0), fitted(1.9, 0)]).efficiency).toBeCloseTo(1.9, 12)
  })

  test('takes in every curve that counts and amplified, and keeps their own figures', () => {
    const curves = new Float64Array(4 * 40)
    for (const [i, middle] of [22, 24, 26].entries()) curves.set(grow(1.9, middle), i * 40)
    const members = [0, 1, 2, 3].map((curve) => ({ curve, counted: curve !== 1 }))
    const found = estimateAssay(curves, 40, analyseLinreg(curves, 4, 40), members)
    expect(found.assay.efficiency).toBeCloseTo(1.9, 4)
    expect(found.assay.count).toBe(2)
    expect([...found.efficiency].map(Number.isFinite)).toEqual([true, false, true, false])
  })

  test('by LinRegPCR leaves out what cannot count and says why', () => {
    const curves = new Float64Array(5 * 40)
    for (const [i, middle] of [22, 24, 26, 23].entries()) curves.set(grow(1.9, middle), i * 40)
    const found = analyseLinreg(curves, 5, 40)
    const members = [0, 1, 2, 3, 4].map((curve) => ({ curve, counted: curve !== 3 }))
    const mean = averageEfficiency(found, members)
    expect(mean.uses).toEqual(['used', 'used', 'used', 'not_counted', 'no_take_off'])
    expect(mean.count).toBe(3)
    const [a, b, c] = found.efficiency
    expect(mean.efficiency).toBeCloseTo((a! + b! + c!) / 3, 12)
  })
})

describe('flags', () => {
  const curves = new Float64Array(3 * 40)
  for (const [i, efficiency] of [1.95, 1.6].entries()) curves.set(grow(efficiency, 24), i * 40)
  const found = analyseLinreg(curves, 3, 40)
  const plain = { negativeControl: false, use: 'used', assayEfficiency: 1.9 } as const

  test('a sound curve has none, a slow one, a flat one and an outlier say what they are', () => {
    expect(flagCurve(found, 0, plain)).toEqual([])
    expect(flagCurve(found, 1, plain)).toEqual(['low_efficiency'])
    expect(flagCurve(found, 2, plain)).toEqual(['no_amplification', 'no_take_off'])
    expect(flagCurve(found, 0, { ...plain, use: 'outlier' })).toEqual(['efficiency_outlier'])
  })

  test('a negative control may not amplify; an assay may neither lag nor outrun doubling', () => {
    const control = { ...plain, negativeControl: true }
    expect(flagCurve(found, 0, control)).toEqual(['amplification_in_negative_control'])
    expect(flagCurve(found, 2, control)).toEqual([])
    expect(flagCurve(found, 0, { ...plain, assayEfficiency: 1.6 })).toEqual([
      'low_assay_efficiency',
    ])
    expect(flagCurve(found, 0, { ...plain, assayEfficiency: 2.04 })).toEqual([
      'efficiency_above_doubling',
    ])
  })
})

describe('outliers', () => {
  test('a skewed set loses the value at its long end, one that is even loses none', () => {
    const even = [1.8, 1.82, 1.84, 1.86, 1.88, 1.9, 1.92, 1.94]
    expect([...markOutliers(Float64Array.from(even), { method: 'skewness' })]).toEqual(
      even.map(() => 0),
    )
    const skewed = Float64Array.from([...even, Number.NaN, 1.2])
    expect([...markOutliers(skewed, { method: 'skewness' })]).toEqual([...even.map(() => 0), 0, 1])
    expect([...markOutliers(Float64Array.of(1.9, 1.2), { method: 'skewness' })]).toEqual([0, 0])
  })

  test('by distance from the median', () => {
    const values = Float64Array.of(1.9, 1.94, 1.96, 1.84, Number.NaN)
    expect([...markOutliers(values, { method: 'median', within: 0.05 })]).toEqual([0, 0, 0, 1, 0])
    expect([...markOutliers(values, { method: 'none' })]).toEqual([0, 0, 0, 0, 0])
  })
})

describe('starting quantity', () => {
  test('is the fluorescence at Cq without its growth, with both errors', () => {
    const found = findStartingFluorescence(
      1024,
      { value: 10, error: 0.1 },
      { value: 2, error: 0.02 },
    )
    expect(found.value).toBeCloseTo(1, 12)
    expect(found.error).toBeCloseTo(Math.sqrt((Math.LN2 * 0.1) ** 2 + (10 * 0.01) ** 2), 12)
  })

  test('copies as RDML-Tools counts them', () => {
    const dye = { kind: 'dye', concentration: 400, amplicon: 100 } as const
    // Count B-Globin of a public run: TD0 25.9804, efficiency 1.594975, 20 microlitres, single-stranded.
    const copies = estimateCopies(25.9804, 1.594975, dye, 20, true)
    expect(copies / 780438.8343).toBeCloseTo(1, 3)
    expect(estimateCopies(25.9804, 1.594975, dye, 20, false) * 2).toBeCloseTo(copies, 6)
    expect(estimateCopies(Number.NaN, 1.9, dye, 20, true)).toBeNaN()
    expect(estimateCopies(25, 2.4, dye, 20, true)).toBeNaN()
  })
})

test.skipIf(!hasReference('rdmlpython/experiments/untergasser/probes.rdml'))(
  'curves of ten probe assays and their dilutions agree',
  () => {
    const sizes = findDilutions('probes').map(({ curves, slope }) => Math.abs(curves - slope))
    expect(sizes.length).toBe(10)
    expect(quantile(sizes, 0.5)).toBeLessThan(0.04)
    // Allow for the one of the ten that loses its lowest dilutions, so that its slope says nothing.
    expect(quantile(sizes, 0.9)).toBeLessThan(0.12)
  },
)
