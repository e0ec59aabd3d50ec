import { describe, expect, test } from 'vitest'
import { findDynamicRange } from '../../workers/plate/dynamic-range.ts'
import { checkStandardCurve } from '../../workers/plate/standard-check.ts'
import {
  averageReplicates,
  fitStandardCurve,
  predictCq,
  type StandardPoint,
} from '../../workers/plate/standard-curve.ts'
import { readQuantity } from '../../workers/plate/standard-quantity.ts'
import { fitOrThrow as fit, measureStandardCurve } from '../accuracy/standard-curve.ts'
import { hasReference } from '../support/vendor-csv.ts'

/** Five decades in triplicate around Cq = 38 - 3.4 x, with a scatter that sums to nothing. */
const points: StandardPoint[] = [1, 2, 3, 4, 5].flatMap((log10Quantity) =>
  [-0.1, 0.02, 0.08].map((off) => ({ log10Quantity, cq: 38 - 3.4 * log10Quantity + off })),
)

describe('standard curve', () => {
  test('NIST Norris: the certified line to its last digits', () => {
    const { slope, intercept, slopeError, interceptError, r2, residualSd } = fit(norris)
    expect(slope / 1.00211681802045).toBeCloseTo(1, 12)
    expect(intercept / -0.262323073774029).toBeCloseTo(1, 10)
    expect(slopeError / 0.429796848199937e-3).toBeCloseTo(1, 10)
    expect(interceptError / 0.232818234301152).toBeCloseTo(1, 10)
    expect(residualSd / 0.884796396144373).toBeCloseTo(1, 11)
    expect(r2).toBeCloseTo(0.999993745883712, 13)
  })

  test('efficiency is 10^(-1/slope), between those of the slope at both ends of its interval', () => {
    const { slope, slopeError, efficiency, levels } = fit(points)
    expect(levels).toBe(5)
    expect(efficiency.value).toBeCloseTo(Math.pow(10, 1 / 3.4), 10)
    // Take t(0.975, 13) = 2.160369 for the interval.
    expect(efficiency.low).toBeCloseTo(Math.pow(10, -1 / (slope - 2.160369 * slopeError)), 6)
    expect(efficiency.high).toBeCloseTo(Math.pow(10, -1 / (slope + 2.160369 * slopeError)), 6)
    expect(fit(points, 0.99).efficiency.high).toBeGreaterThan(efficiency.high)
  })

  test('the band is narrowest in the middle and a single well scatters beyond it', () => {
    const curve = fit(points)
    const middle = predictCq(curve, 3)
    expect(middle.confidence.value).toBeCloseTo(27.8, 10)
    const reach = middle.confidence.high - middle.confidence.value
    expect(reach).toBeCloseTo((2.160369 * curve.residualSd) / Math.sqrt(15), 6)
    expect(predictCq(curve, 5).confidence.high - 21).toBeGreaterThan(reach)
    expect(middle.prediction.high - 27.8).toBeCloseTo(
      2.160369 * curve.residualSd * Math.sqrt(1 + 1 / 15),
      6,
    )
  })

  test('lack of fit is found in a bent line only', () => {
    expect(fit(points).lackOfFit.p).toBeCloseTo(1, 6)
    const bent = points.map(({ log10Quantity, cq }) => ({
      log10Quantity,
      cq: cq + 0.1 * (log10Quantity - 3) * (log10Quantity - 3),
    }))
    expect(fit(bent).lackOfFit.p).toBeLessThan(0.01)
    expect(fit(averageReplicates(points)).lackOfFit.p).toBeNaN()
  })

  test('wells without a Cq do not count; too little says so', () => {
    const missing = { log10Quantity: 0, cq: Number.NaN }
    expect(fit([...points, missing]).points).toBe(15)
    expect(fitStandardCurve([missing, ...points.slice(0, 3)]).outcome).toBe('too_few_levels')
    expect(fitStandardCurve([points[0]!, points[3]!]).outcome).toBe('too_few_points')
  })

  test('conventions are held one by one', () => {
    expect(checkStandardCurve(fit(points)).map(({ passed }) => passed)).toEqual([true, true, true])
    const steep = points.map(({ log10Quantity, cq }) => ({ log10Quantity, cq: cq * 1.2 }))
    expect(checkStandardCurve(fit(steep)).map(({ rule, passed }) => [rule, passed])).toEqual([
      ['slope', false],
      ['efficiency', false],
      ['r2', true],
    ])
    const rising = points.map(({ log10Quantity, cq }) => ({ log10Quantity, cq: -cq }))
    expect(fit(rising).efficiency.value).toBeNaN()
  })
})

describe('quantity off the curve', () => {
  test('is where the mean of its replicates meets the line, with an interval that narrows', () => {
    const curve = fit(points)
    const one = readQuantity(curve, [27.8])
    const three = readQuantity(curve, [27.7, 27.8, 27.9, Number.NaN])
    if (one.outcome !== 'read' || three.outcome !== 'read') throw new Error('not read')
    expect(one.quantity.value).toBeCloseTo(1000, 6)
    expect(three.quantity.value).toBeCloseTo(1000, 6)
    expect(three.quantity.low).toBeGreaterThan(one.quantity.low)
    expect(three.quantity.high).toBeLessThan(one.quantity.high)
    // Expect Fieller's interval to be even around the value at the middle.
    expect(one.log10Quantity.low + one.log10Quantity.high).toBeCloseTo(6, 10)
    expect(one.range).toBe('within')
  })

  test('its ends are the quantities whose prediction just reaches the Cq', () => {
    const curve = fit(points)
    const found = readQuantity(curve, [19.2])
    if (found.outcome !== 'read') throw new Error('not read')
    expect(found.range).toBe('above')
    expect(predictCq(curve, found.log10Quantity.low).prediction.low).toBeCloseTo(19.2, 9)
    expect(predictCq(curve, found.log10Quantity.high).prediction.high).toBeCloseTo(19.2, 9)
  })

  test('says why there is none', () => {
    expect(readQuantity(fit(points), [Number.NaN]).outcome).toBe('no_cq')
    const noise = [1, 2, 3, 4].map((log10Quantity, i) => ({
      log10Quantity,
      cq: 30 + [1, -1, 1.2, -0.9][i]!,
    }))
    expect(readQuantity(fit(noise), [30]).outcome).toBe('slope_uncertain')
  })
})

describe('dynamic range', () => {
  test('keeps a straight line whole and drops an end that leaves it', () => {
    expect(findDynamicRange(points)).toEqual({
      outcome: 'found',
      lowest: 1,
      highest: 5,
      levels: 5,
      dropped: [],
    })
    const flat = [-0.1, 0.02, 0.08].map((off) => ({ log10Quantity: 0, cq: 36.5 + off }))
    const found = findDynamicRange([...flat, ...points])
    expect(found).toMatchObject({ lowest: 1, highest: 5, dropped: [0] })
  })

  test('two levels have no range', () => {
    expect(findDynamicRange(points.slice(0, 6)).outcome).toBe('too_few_levels')
  })
})

test.skipIf(!hasReference('allotropy/csv/qs1_std_Standard_Curve_Result.csv'))(
  'an instrument and another implementation: every figure within its bar',
  () => {
    const figures = measureStandardCurve()
    expect(figures.length).toBeGreaterThan(3)
    expect(figures.filter(({ ok }) => ok === false)).toEqual([])
  },
)

/** NIST StRD, linear regression, Norris: calibration of ozone monitors, as response and amount. */
const norris: StandardPoint[] = `0.1 0.2 338.8 337.4 118.1 118.2 888.0 884.6 9.2 10.1 228.1 226.5
668.5 666.3 998.5 996.3 449.1 448.6 778.9 777.0 559.2 558.2 0.3 0.4 0.1 0.6 778.1 775.5 668.8 666.9
339.3 338.0 448.9 447.5 10.8 11.6 557.7 556.0 228.3 228.1 998.0 995.8 888.8 887.6 119.6 120.2 0.3 0.3
0.6 0.3 557.6 556.8 339.3 339.1 888.0 887.2 998.5 999.0 778.9 779.0 10.2 11.1 117.6 118.3 228.9 229.2
668.4 669.1 449.2 448.9 0.2 0.5`
  .split(/\s+/)
  .map(Number)
  .flatMap((cq, i, all) => (i % 2 === 0 ? { cq, log10Quantity: all[i + 1]! } : []))
