import { describe, expect, test } from 'vitest'
import { findDetectionLimit, type HitLevel } from '../../workers/plate/detection-limit.ts'
import { fitHitRates } from '../../workers/plate/hit-rate-fit.ts'
import { findCv, findQuantificationLimit } from '../../workers/plate/quantification-limit.ts'

/** Bliss 1935, beetles killed by carbon disulphide at a log10 dose: a classic with known fits. */
const beetles = [
  [1.6907, 59, 6],
  [1.7242, 60, 13],
  [1.7552, 62, 18],
  [1.7842, 56, 28],
  [1.8113, 63, 52],
  [1.8369, 59, 53],
  [1.861, 62, 61],
  [1.8839, 60, 60],
].map(([log10Quantity, tested, detected]) => ({
  log10Quantity: log10Quantity!,
  tested: tested!,
  detected: detected!,
}))

/** Twenty replicates at each of six dilutions. */
const series: HitLevel[] = [
  { quantity: 100, tested: 20, detected: 20 },
  { quantity: 30, tested: 20, detected: 20 },
  { quantity: 10, tested: 20, detected: 19 },
  { quantity: 3, tested: 20, detected: 13 },
  { quantity: 1, tested: 20, detected: 6 },
  { quantity: 0.3, tested: 20, detected: 2 },
]

describe('hit rates', () => {
  test('logit and probit of the beetles as textbooks print them', () => {
    const logit = fitHitRates(beetles, 'logit')!
    expect(logit.intercept).toBeCloseTo(-60.717, 3)
    expect(logit.slope).toBeCloseTo(34.27, 2)
    expect(Math.sqrt(logit.interceptVariance)).toBeCloseTo(5.181, 3)
    expect(Math.sqrt(logit.slopeVariance)).toBeCloseTo(2.912, 3)
    expect(logit.deviance).toBeCloseTo(11.232, 3)
    const probit = fitHitRates(beetles, 'probit')!
    expect(probit.intercept).toBeCloseTo(-34.935, 3)
    expect(probit.slope).toBeCloseTo(19.728, 3)
    expect(probit.deviance).toBeCloseTo(10.12, 2)
  })

  test('have no fit where the change has no width', () => {
    const sharp = [0, 1, 2, 3].map((log10Quantity) => ({
      log10Quantity,
      tested: 10,
      detected: log10Quantity > 1 ? 10 : 0,
    }))
    expect(fitHitRates(sharp, 'probit')).toBeNull()
    expect(fitHitRates(sharp, 'logit')).toBeNull()
  })
})

describe('limit of detection', () => {
  test('is the quantity detected in 95 of 100, within its interval', () => {
    const found = findDetectionLimit(series)
    if (found.outcome !== 'found') throw new Error(found.outcome)
    // Compare with normalQuantile(0.95) = 1.644854.
    expect(found.intercept + found.slope * Math.log10(found.limit.value)).toBeCloseTo(1.644854, 6)
    expect(found.limit.value).toBeGreaterThan(5)
    expect(found.limit.value).toBeLessThan(15)
    expect(found.limit.low).toBeLessThan(found.limit.value)
    expect(found.limit.high).toBeGreaterThan(found.limit.value)
    expect(found.limit.high).toBeLessThan(60)
    expect(found.range).toBe('within')
    expect(found.fit).toBeGreaterThan(0.5)
  })

  test('agrees with another implementation to 1e-6, on published levels and on the series', () => {
    // Take the levels of example 93.1, "Dosage Levels", of the SAS/STAT guide to PROC PROBIT (support.sas.com,
    // statug/68162). The numbers are not printed there: they were calculated from these levels by statsmodels 0.15.0
    // (GLM, binomial, probit link, Fisher information), with Fieller's interval written out over its covariance.
    const doses = [
      [1, 10, 1],
      [2, 12, 2],
      [3, 10, 4],
      [4, 10, 5],
      [5, 12, 8],
      [6, 10, 8],
      [7, 10, 10],
    ].map(([quantity = 0, tested = 0, detected = 0]) => ({ quantity, tested, detected }))
    const known = [
      [doses, 3.41811804, 10.269249288, 7.153270988, 23.912795121, 0.461623702],
      [series, 1.96064267, 11.615304726, 6.616442723, 31.315638571, 0.93681030346],
    ] as const
    for (const [levels, slope, value, low, high, fit] of known) {
      const found = findDetectionLimit(levels)
      if (found.outcome !== 'found') throw new Error(found.outcome)
      const pairs = [
        [found.slope, slope],
        [found.limit.value, value],
        [found.limit.low, low],
        [found.limit.high, high],
        [found.fit, fit],
      ] as const
      for (const [ours, theirs] of pairs) expect(Math.abs(ours / theirs - 1)).toBeLessThan(1e-6)
    }
  })

  test('more replicates narrow it, and the link matters little', () => {
    const probit = findDetectionLimit(series)
    const more = findDetectionLimit(
      series.map(({ quantity, tested, detected }) => ({
        quantity,
        tested: 4 * tested,
        detected: 4 * detected,
      })),
    )
    const logit = findDetectionLimit(series, { rate: 0.95, link: 'logit', confidence: 0.95 })
    if (probit.outcome !== 'found' || more.outcome !== 'found' || logit.outcome !== 'found') {
      throw new Error('not found')
    }
    expect(more.limit.value).toBeCloseTo(probit.limit.value, 8)
    expect(more.limit.high).toBeLessThan(probit.limit.high)
    expect(Math.abs(Math.log2(logit.limit.value / probit.limit.value))).toBeLessThan(0.3)
  })

  test('blanks do not count, levels given twice are pooled', () => {
    const halves = series.flatMap(({ quantity, tested, detected }) => [
      { quantity, tested: tested / 2, detected: Math.floor(detected / 2) },
      { quantity, tested: tested / 2, detected: Math.ceil(detected / 2) },
    ])
    const blank = { quantity: 0, tested: 20, detected: 1 }
    expect(findDetectionLimit([...halves, blank])).toEqual(findDetectionLimit(series))
  })

  test('gives the reason for having none, and the quantities between which it must be', () => {
    const level = (quantity: number, detected: number) => ({ quantity, tested: 8, detected })
    expect(findDetectionLimit([level(10, 8), level(1, 3)])).toMatchObject({
      outcome: 'too_few_levels',
      above: 1,
    })
    const sharp = findDetectionLimit([level(100, 8), level(10, 8), level(1, 0), level(0.1, 0)])
    expect(sharp).toEqual({ outcome: 'no_partial_level', above: 1, below: 10 })
    const all = findDetectionLimit([level(100, 8), level(10, 8), level(1, 8)])
    expect(all).toMatchObject({ outcome: 'all_detected', above: Number.NaN })
    const none = findDetectionLimit([level(100, 0), level(10, 0), level(1, 0)])
    expect(none).toMatchObject({ outcome: 'none_detected', below: Number.NaN })
    const falling = findDetectionLimit([level(100, 1), level(10, 4), level(1, 7)])
    expect(falling.outcome).toBe('not_rising')
    expect(findDetectionLimit([]).outcome).toBe('too_few_levels')
  })
})

describe('limit of quantification', () => {
  const around = (quantity: number, ...offs: number[]) => ({
    quantity,
    cqs: offs.map((off) => 30 - 3.3 * Math.log10(quantity) + off),
  })
  const precise = [-0.1, 0, 0.1, 0.05]
  const coarse = [-0.6, 0, 0.5, 0.7]

  test('is the lowest of the levels that are precise from the top down', () => {
    const found = findQuantificationLimit(
      [
        around(1, ...precise),
        around(10, ...coarse),
        around(100, ...precise),
        around(1000, ...precise),
      ],
      2,
    )
    expect(found).toMatchObject({ outcome: 'found', limit: 100 })
    expect(found.levels.map(({ quantifiable }) => quantifiable)).toEqual([true, true, false, true])
  })

  test('a level with a missed replicate or with two only is none', () => {
    const missed = around(100, ...precise, Number.NaN)
    expect(findQuantificationLimit([missed, around(1000, ...precise)], 2)).toMatchObject({
      outcome: 'found',
      limit: 1000,
    })
    expect(findQuantificationLimit([around(100, 0, 0.1)], 2).outcome).toBe('too_few_replicates')
    expect(findQuantificationLimit([around(100, ...coarse)], 2).outcome).toBe('no_level_precise')
  })

  test('CV of a log-normal quantity: 0.35 is a scatter of half a cycle at perfect doubling', () => {
    expect(findCv(0.49, 2)).toBeCloseTo(Math.sqrt(Math.pow(2, 0.49 * 0.49 * Math.LN2) - 1), 12)
    expect(findCv(0.49, 2)).toBeCloseTo(0.35, 2)
  })
})
