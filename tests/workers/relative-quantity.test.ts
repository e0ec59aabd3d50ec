import { describe, expect, test } from 'vitest'
import { findRunOffsets } from '../../workers/plate/inter-run.ts'
import { compareGroups } from '../../workers/plate/relative-groups.ts'
import {
  findRelativeQuantities,
  type CqReplicates,
  type RelativeQuantity,
  type RelativeSettings,
} from '../../workers/plate/relative-quantity.ts'
import {
  calculateDirectly,
  compareBulletin,
  measureRelativeQuantity,
  readBulletin,
} from '../accuracy/relative-quantity.ts'
import { hasReference } from '../support/vendor-csv.ts'

const plain: RelativeSettings = {
  references: ['ref'],
  calibrators: ['control'],
  efficiencies: new Map(),
  confidence: 0.95,
  calibratorError: true,
}

function quantify(table: Record<string, Record<string, number[]>>, settings = plain) {
  const replicates: CqReplicates[] = Object.entries(table).flatMap(([sample, targets]) =>
    Object.entries(targets).map(([target, cqs]) => ({ sample, target, cqs })),
  )
  const found = findRelativeQuantities(replicates, settings)
  return (sample: string, target = 'gene') =>
    found.find((one) => one.sample === sample && one.target === target) as RelativeQuantity
}

describe('relative quantity', () => {
  test('ddCq of the bulletin sets and geNorm of the published set', () => {
    const figures = measureRelativeQuantity()
    expect(figures.length).toBeGreaterThan(0)
    expect(figures.filter(({ ok }) => ok === false)).toEqual([])
  })

  test.skipIf(!hasReference('pcr-R/ct1.csv'))('every figure of the bulletin', () => {
    const cqs = readBulletin('ct1')
    const found = compareBulletin(cqs)
    expect(found.deltaCq).toBeCloseTo(4.365, 3)
    expect(found.deltaDeltaCq).toBeCloseTo(-2.495, 3)
    expect(found.fold / calculateDirectly(cqs)).toBeCloseTo(1, 12)
    expect(found.low).toBeGreaterThan(4.9)
    expect(found.high).toBeLessThan(6.5)
  })

  test('Pfaffl: each target counts with its own efficiency', () => {
    const efficiencies = new Map([
      ['gene', { factor: 1.9, error: 0 }],
      ['ref', { factor: 1.8, error: 0 }],
    ])
    const of = quantify(
      {
        control: { gene: [25, 25.2], ref: [20, 20.1] },
        sample: { gene: [22, 22.1], ref: [19.5, 19.7] },
      },
      { ...plain, efficiencies },
    )
    expect(of('sample').fold).toBeCloseTo(1.9 ** (25.1 - 22.05) / 1.8 ** (20.05 - 19.6), 10)
  })

  test('several references count with their geometric mean, several calibrators too', () => {
    const of = quantify(
      {
        a: { gene: [25, 25], ref: [20, 20], other: [18, 18] },
        b: { gene: [26, 26], ref: [20, 20], other: [19, 19] },
        sample: { gene: [22, 22], ref: [19, 19], other: [18.5, 18.5] },
      },
      { ...plain, references: ['ref', 'other'], calibrators: ['a', 'b'] },
    )
    // Calculate dCq: a 25 - 19 = 6, b 26 - 19.5 = 6.5, sample 22 - 18.75 = 3.25.
    expect(of('sample').deltaDeltaCq).toBeCloseTo(3.25 - 6.25, 12)
    expect(of('sample').fold).toBeCloseTo(8, 12)
    expect(of('a').fold * of('b').fold).toBeCloseTo(1, 12)
  })

  test('errors add up on the log2 scale, with the freedom of Welch and Satterthwaite', () => {
    const cqs = {
      control: { gene: [25, 26, 27], ref: [20, 20, 20] },
      sample: { gene: [22, 23, 24], ref: [20, 20, 20] },
    }
    const both = quantify(cqs)('sample')
    expect(both.error).toBeCloseTo(Math.sqrt(1 / 3 + 1 / 3), 12)
    expect(both.freedom).toBeCloseTo(4, 12)
    // Take t(0.975, 4) = 2.776445 for the interval.
    expect(Math.log2(both.high / both.fold)).toBeCloseTo(2.776445 * both.error, 5)
    expect(both.low * both.high).toBeCloseTo(both.fold * both.fold, 9)
    const livak = quantify(cqs, { ...plain, calibratorError: false })
    expect(livak('sample').error).toBeCloseTo(Math.sqrt(1 / 3), 12)
    expect(livak('control').error).toBeCloseTo(Math.sqrt(1 / 3), 12)
    expect(quantify(cqs)('control')).toMatchObject({ fold: 1, error: 0, low: 1, high: 1 })
  })

  test('an uncertain efficiency widens the interval with the distance from the calibrator', () => {
    const efficiencies = new Map([['gene', { factor: 1.95, error: 0.02 }]])
    const of = quantify(
      { control: { gene: [25, 25], ref: [20, 20] }, sample: { gene: [20, 20], ref: [20, 20] } },
      { ...plain, efficiencies },
    )
    expect(of('sample').error).toBeCloseTo((5 * 0.02) / (1.95 * Math.LN2), 12)
  })

  test('an unknown value is NaN: no Cq, no reference, no spread of one well', () => {
    const of = quantify({
      control: { gene: [25, 25.1], ref: [20, 20.1] },
      none: { gene: [Number.NaN, Number.NaN], ref: [20, 20.1] },
      bare: { gene: [25, 25.1] },
      single: { gene: [24.05], ref: [20, 20.1] },
    })
    expect(of('none').fold).toBeNaN()
    expect(of('bare').fold).toBeNaN()
    expect(of('single').fold).toBeCloseTo(2, 12)
    expect(of('single').low).toBeNaN()
    expect(of('single').freedom).toBe(0)
  })
})

describe('groups', () => {
  test('Welch on the log2 quantities of the samples', () => {
    const quantities = [1, 2, 3, 5, 6, 7].map((log2, i) => ({
      sample: `s${i}`,
      target: 'gene',
      log2,
    })) as RelativeQuantity[]
    const [base, group] = compareGroups(
      quantities,
      [
        { name: 'healthy', samples: ['s0', 's1', 's2'] },
        { name: 'ill', samples: ['s3', 's4', 's5'] },
      ],
      'healthy',
      0.95,
    )
    expect(base).toMatchObject({ group: 'healthy', samples: 3, fold: 1, error: 0 })
    expect(group).toMatchObject({ group: 'ill', samples: 3, log2: 4, fold: 16 })
    expect(group?.freedom).toBeCloseTo(4, 12)
    // Expect the two-sided p of t = 4 / sqrt(2/3) = 4.898979 with 4 degrees of freedom.
    expect(group?.probability).toBeCloseTo(0.00805, 5)
  })
})

describe('inter-run calibration', () => {
  test('the offset of a run is its calibrators over those of all', () => {
    const offsets = findRunOffsets([
      [1, 2, 3],
      [2, 3, 4],
      [0, 1, 2],
    ])
    expect(offsets.map((value) => Number(value.toFixed(12)) + 0)).toEqual([0, 1, -1])
  })

  test('a missing calibrator does not tilt a run, a run apart has no offset', () => {
    const offsets = findRunOffsets([
      [1, 9, Number.NaN, Number.NaN],
      [2, Number.NaN, 5, Number.NaN],
      [Number.NaN, Number.NaN, Number.NaN, 4],
    ])
    expect(offsets[1]! - offsets[0]!).toBeCloseTo(1, 9)
    expect(offsets[2]).toBeNaN()
  })
})
