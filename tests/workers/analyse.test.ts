import { parse } from 'valibot'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../domain/canonical.ts'
import { readResults, Results } from '../../domain/results.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { engine } from '../../workers/run/engine.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { plateInput, quantile } from '../support/curve-accuracy.ts'
import { readShippedCfx, readShippedPlate } from '../support/vendor-plate.ts'
import { makeMelt } from './curves.ts'
import { makeRun, targetRule } from './run.ts'

const plate = readShippedPlate()

/** Return a plate of which only the wells of some rows were filled and read. */
function onlyRows(input: AnalyseInput, rows: string): AnalyseInput {
  const amplification = { ...input.amplification, values: input.amplification.values.slice() }
  const melt = input.melt && { ...input.melt, values: input.melt.values.slice() }
  for (const readings of [amplification, melt]) {
    for (let well = 0; well < (readings?.wells ?? 0); well++) {
      if (
        readings === undefined ||
        readings === null ||
        rows.includes('ABCDEFGH'[Math.floor(well / 12)]!)
      )
        continue
      readings.channels.forEach((_, channel) => curveOf(readings, channel, well).fill(Number.NaN))
    }
  }
  const samples = input.samples.filter(({ coordinates: [well] }) => rows.includes(well![0]!))
  return { ...input, amplification, melt, samples }
}

describe('a whole plate', () => {
  const input = plateInput(plate)
  const results = analyse(input)

  test('gives a result per well and target, in the order of the wells, that fits the schema', () => {
    expect(results.wells).toHaveLength(384)
    expect(results.wells.slice(0, 5).map(({ well, target }) => `${well} ${target}`)).toEqual([
      'A1 FZD1',
      'A1 APOE',
      'A1 GAPDH',
      'A1 CD44',
      'A2 FZD1',
    ])
    expect(parse(Results, results)).toEqual(results)
    expect(results.engine).toEqual(engine)
  })

  test("Cq agrees with the vendor's at its threshold and no well is lost", () => {
    const cqs = new Map(results.wells.map(({ well, target, cq }) => [`${well} ${target}`, cq]))
    const differences = plate.curves.map(({ well, target, cq }) => {
      const name = `${'ABCDEFGH'[Math.floor(well / 12)]}${(well % 12) + 1} ${target}`
      return Math.abs((cqs.get(name) ?? Number.NaN) - (cq ?? 0))
    })
    expect(differences).toHaveLength(384)
    expect(differences.some(Number.isNaN)).toBe(false)
    expect(quantile(differences, 0.5)).toBeLessThanOrEqual(0.03)
    expect(quantile(differences, 0.95)).toBeLessThanOrEqual(0.1)
    expect(results.wells.every(({ call }) => call === 'detected')).toBe(true)
  })

  test('the same input gives the same bytes, and is left as it was', () => {
    const before = input.amplification.values.slice()
    expect(canonicalJson(analyse(input))).toBe(canonicalJson(results))
    expect(input.amplification.values).toEqual(before)
  })

  test('an automatic threshold finds every curve too', () => {
    const targets = input.evaluation.targets.map((target) => ({
      ...target,
      threshold: { method: 'automatic' as const, factor: 10 },
    }))
    const found = analyse({ ...input, evaluation: { ...input.evaluation, targets } })
    expect(found.wells.filter(({ cq }) => cq === null)).toEqual([])
    expect(new Set(found.wells.map(({ threshold }) => threshold)).size).toBe(4)
  })

  /** Measure what milliseconds depend on; they themselves are the business of `bench curves`, whose machine is known. */
  test('takes little more than its quarters one by one: work grows with the wells, not faster', () => {
    const quarters = ['AB', 'CD', 'EF', 'GH'].map((rows) => onlyRows(input, rows))
    const time = (work: () => void) => {
      const start = performance.now()
      work()
      return performance.now() - start
    }
    const ratios = Array.from({ length: 9 }, () => {
      const whole = time(() => analyse(input))
      return whole / time(() => quarters.forEach((quarter) => analyse(quarter)))
    })
    expect(quantile(ratios, 0.5)).toBeLessThan(1.5)
  })
})

describe('a run that is not whole', () => {
  test('wells without sample and reading are left out, with one of the two they are not', () => {
    const input = makeRun([{ type: 'unknown', wells: [[24, 28]] }])
    expect(analyse(input).wells.map(({ well }) => well)).toEqual(['A1', 'A1'])
    const [sample] = input.samples
    const moved = analyse({ ...input, samples: [{ ...sample!, coordinates: ['D4'] }] })
    expect(moved.wells.map(({ well, sample_uuid }) => [well, sample_uuid !== null])).toEqual([
      ['A1', false],
      ['A1', false],
      ['D4', true],
      ['D4', true],
    ])
    expect(moved.wells[2]).toMatchObject({
      call: 'invalid',
      cq: null,
      baseline: null,
      end_point: null,
    })
    expect(moved.wells[2]?.trace[0]).toMatchObject({
      rule: 'not_measured',
      value: 0,
      decided: true,
    })
  })

  test.each([0, 1, 2, 3, 6, 20, 39])(
    'after %i cycles the results still fit the schema',
    (cycles) => {
      const input = makeRun([
        {
          type: 'unknown',
          wells: [
            [24, 28],
            [null, 28],
          ],
        },
      ])
      for (let well = 0; well < 16; well++) {
        for (const channel of [0, 1]) curveOf(input.amplification, channel, well).fill(NaN, cycles)
      }
      const results = analyse(input)
      expect(parse(Results, results)).toEqual(results)
      expect(() => canonicalJson(results)).not.toThrow()
      for (const { cq } of results.wells) expect(cq === null || (cq > 1 && cq < cycles)).toBe(true)
    },
  )

  test('a channel the instrument did not read leaves its target unmeasured', () => {
    const input = makeRun([{ type: 'unknown', wells: [[24, 28]] }])
    const targets = [targetRule, { ...targetRule, name: 'N2', channel: 'CY5' as const }]
    const results = analyse({ ...input, evaluation: { ...input.evaluation, targets } })
    expect(results.samples.map(({ target, call }) => [target, call])).toEqual([
      ['N1', 'detected'],
      ['N2', 'invalid'],
    ])
  })

  test('a threshold under the noise gives neither call nor Cq', () => {
    const input = makeRun([{ type: 'unknown', wells: [[null, 28]] }])
    const low = { ...targetRule, threshold: { method: 'fixed' as const, value: 0.001 } }
    const results = analyse({ ...input, evaluation: { ...input.evaluation, targets: [low] } })
    expect(results.wells[0]).toMatchObject({ call: 'not_detected', cq: null })
    expect(results.wells[0]?.trace.at(-1)?.rule).toBe('no_amplification')
  })
})

describe('a plate with early, late and hooked curves', () => {
  const { amplification, cqs } = readShippedCfx()
  const input = makeRun([])
  const targets = [
    { ...targetRule, threshold: { method: 'fixed' as const, value: 27 }, cq_max: 41 },
  ]
  const evaluation = { ...input.evaluation, targets }
  const { wells } = analyse({ ...input, amplification, evaluation, cartridge_type: 'Wells96' })
  const plain = cqs.filter(({ channel }) => channel === 'FAM')

  test('the same wells have a Cq as on the instrument', () => {
    expect(wells.map(({ cq }) => cq !== null)).toEqual(plain.map(({ cq }) => cq !== null))
  })

  test('also where growth starts at cycle 8 or the plateau sinks back to the baseline', () => {
    const differences = plain.flatMap(({ cq }, index) =>
      cq !== null && cq < 12 ? [Math.abs((wells[index]?.cq ?? 0) - cq)] : [],
    )
    expect(differences).toHaveLength(4)
    expect(Math.max(...differences)).toBeLessThan(1)
  })
})

describe('growth at any cycle', () => {
  test.each(Array.from({ length: 30 }, (_, i) => i + 8))('steepest at %i is found', (middle) => {
    const made = Array.from({ length: 8 }, () => [middle, null] as const)
    const input = makeRun([{ type: 'unknown', wells: made }])
    const [target] = input.evaluation.targets
    const evaluation = { ...input.evaluation, targets: [target!] }
    for (const { cq, call } of analyse({ ...input, evaluation }).wells) {
      expect(call).toBe('detected')
      // Allow more for an early growth: the logistic of height 4 is at 0.5 about three cycles
      // before its middle, and four cycles of baseline before growth at 5 already hold some of it.
      const most = middle < 10 ? 0.5 : 0.3
      expect(Math.abs((cq ?? 0) - (middle - Math.log(7) / 0.65))).toBeLessThan(most)
    }
  })

  test.each([3, 4, 5, 6, 7])('steepest at %i is never called absent', (middle) => {
    const input = makeRun([{ type: 'unknown', wells: [[middle, null]] }])
    expect(analyse(input).wells[0]?.call).not.toBe('not_detected')
  })
})

test('melt tells the right product from another', () => {
  const input = makeRun([
    { type: 'unknown', wells: [[24, 28]] },
    { type: 'unknown', wells: [[24, 28]] },
  ])
  const melt = createReadings(['FAM'], 16, 118)
  melt.temperatures = Float64Array.from({ length: 118 }, (_, i) => 60 + i * 0.3)
  curveOf(melt, 0, 0).set(makeMelt(melt.temperatures, [{ tm: 84.1, area: 900 }]))
  curveOf(melt, 0, 1).set(makeMelt(melt.temperatures, [{ tm: 75.2, area: 900 }]))
  const targets = [{ ...targetRule, tm: { min: 83, max: 85 } }]
  const results = analyse({ ...input, melt, evaluation: { ...input.evaluation, targets } })
  expect(results.wells.map(({ call }) => call)).toEqual(['detected', 'not_detected'])
  expect(results.wells[0]?.melt[0]?.tm).toBeCloseTo(84.1, 1)
  expect(results.wells[1]?.trace.at(-1)?.rule).toBe('tm_outside_window')
  expect(parse(Results, results)).toEqual(results)
})

describe('standards that a person typed', () => {
  const withStandards = (quantities: readonly number[], middles = [20, 23, 26]) => {
    const made = makeRun(
      middles.map(
        (one) => ({ type: 'standard', wells: [one, one].map((it) => [it, it]) }) as const,
      ),
      { internal_control: false },
    )
    const samples = made.samples.map((one, at) => ({ ...one, quantity: quantities[at]! }))
    const quantification = { method: 'standard_curve' as const }
    return analyse({ ...made, samples, evaluation: { ...made.evaluation, quantification } })
  }

  test.each([
    ['in the wrong order', [1e4, 1e5, 1e6], undefined],
    ['of nearly one Cq at the ends of what a number holds', [1e308, 1, 5e-324], [20, 20, 20]],
  ])(
    'A24-23: %s give results that can be read again, without an efficiency',
    (_, given, middles) => {
      const results = withStandards(given, middles)
      const text = JSON.stringify(results)
      expect(parse(Results, readResults(text))).toEqual(results)
      const curve = results.assays[0]?.standard_curve
      if (typeof curve !== 'object' || !curve) throw new Error('no curve')
      expect(curve.efficiency).toBeNull()
      expect(curve.checks.map(({ rule, value, passed }) => [rule, value === null, passed])).toEqual(
        [
          ['slope', false, false],
          ['efficiency', true, false],
          ['r2', false, expect.any(Boolean)],
        ],
      )
    },
  )

  test('A24-24: no quantity is read from a line that rises, and none that is no number', () => {
    const swapped = withStandards([1e4, 1e5, 1e6])
    const right = withStandards([1e6, 1e5, 1e4])
    const quantities = ({ samples }: typeof right) =>
      samples.filter(({ target }) => target === 'N1').map(({ quantity }) => quantity)
    expect(quantities(swapped)).toEqual([null, null, null])
    expect(quantities(right).every((one) => one !== null && one.value > 0)).toBe(true)
  })

  test('A24-23: results of engines before, with an efficiency of null, are read without it', () => {
    const results = withStandards([1e6, 1e5, 1e4])
    const nothing = { value: null, low: null, high: null }
    const text = JSON.stringify(results, (name, value: unknown) =>
      name === 'standard_curve' ? { ...(value as object), efficiency: nothing } : value,
    )
    expect(readResults(text).assays[0]?.standard_curve).toMatchObject({ efficiency: null })
  })
})
