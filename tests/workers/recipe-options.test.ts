import { describe, expect, test } from 'vitest'
import type { Evaluation, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { makeCurve, makeMelt, type MadeCurve } from './curves.ts'
import { targetRule } from './run.ts'
import { uuidOf } from '../support/uuid-of.ts'

const noControls = { ntc_clean: false, positive_detected: false, internal_control: false }

interface MadeWell {
  name: string
  type?: 'unknown' | 'standard' | 'ntc'
  mix?: string
  quantity?: number
  /** A curve for each channel. */
  curves: readonly MadeCurve[]
}

/** Make a run on 16 wells, a sample in each, filled row by row; the channels are FAM, VIC, ROX. */
function makeInput(wells: readonly MadeWell[], evaluation: Partial<Evaluation>): AnalyseInput {
  const channels = ['FAM', 'VIC', 'ROX'].slice(0, wells[0]!.curves.length)
  const amplification = createReadings(channels, 16, 40)
  for (const [well, { curves }] of wells.entries()) {
    for (const [channel, made] of curves.entries()) {
      const seed = well * 3 + channel + 1
      curveOf(amplification, channel, well).set(makeCurve(40, { noise: 0.004, seed, ...made }))
    }
  }
  return {
    amplification,
    melt: null,
    evaluation: {
      targets: [targetRule],
      passive_reference: null,
      controls: noControls,
      variables: [],
      ...evaluation,
    },
    cartridge_type: 'Wells16',
    planned_cycles: 40,
    samples: wells.map(({ name, type = 'unknown', mix, quantity }, well) => ({
      uuid: uuidOf(well),
      name,
      sample_type: type,
      coordinates: [`${'ABCD'[Math.floor(well / 4)]}${(well % 4) + 1}`],
      ...(mix !== undefined && { well_type: mix }),
      ...(quantity !== undefined && { quantity }),
    })),
    exclusions: [],
    input_hash: '',
  }
}

const rule = (name: string, channel: TargetRule['channel'], rest: Partial<TargetRule> = {}) => ({
  ...targetRule,
  name,
  channel,
  ...rest,
})

describe('reaction mixes', () => {
  const wells = [
    { name: 'a', mix: 'one', curves: [{ top: 4, middle: 22 }] },
    { name: 'a', mix: 'two', curves: [{ top: 4, middle: 26 }] },
    { name: 'b', mix: 'two', curves: [{ top: 4, middle: 28 }] },
  ]
  const { wells: results, samples } = analyse(
    makeInput(wells, {
      targets: [
        rule('first', 'FAM', { well_types: ['one'] }),
        rule('second', 'FAM', {
          well_types: ['two'],
          well_thresholds: [{ well_type: 'two', threshold: { method: 'fixed', value: 1.5 } }],
        }),
      ],
    }),
  )

  test('a target is looked for in the wells of its mix only', () => {
    expect(results.map(({ well, target }) => [well, target])).toEqual([
      ['A1', 'first'],
      ['A2', 'second'],
      ['A3', 'second'],
    ])
    expect(samples.map(({ target }) => target)).toEqual(['first', 'second', 'second'])
  })

  test('[VAL-043] a mix may have a threshold of its own', () => {
    expect(results.map(({ threshold }) => threshold)).toEqual([0.5, 1.5, 1.5])
  })
})

describe('the Cq that counts', () => {
  const cqBy = (cq_method: NonNullable<TargetRule['cq_method']>) => {
    const input = makeInput([{ name: 'a', curves: [{ top: 4, middle: 25 }] }], {
      targets: [{ ...targetRule, cq_method }],
    })
    const [well] = analyse(input).wells
    return { cq: well!.cq, estimates: well!.estimates! }
  }

  test.each(['second_derivative', 'cy0', 'take_off', 'consensus'] as const)(
    'is read by %s where the recipe says so',
    (method) => {
      const { cq, estimates } = cqBy(method)
      expect(cq).toBe(estimates[method])
      expect(cq).toBeGreaterThan(15)
    },
  )

  test('is where the method puts it on a logistic curve', () => {
    const { estimates } = cqBy('consensus')
    // Expect the second derivative to be greatest ln(2 + sqrt 3)
    // / 0.65 before 25, where a curve of rate 0.65 is steepest.
    expect(estimates.second_derivative).toBeCloseTo(25 - 1.317 / 0.65, 0)
    expect(estimates.cy0).toBeCloseTo(25 - 2 / 0.65, 0)
    expect(estimates.consensus_error).toBeGreaterThan(0)
    expect(estimates.efficiency).toBeGreaterThan(1.6)
    expect(estimates.starting_fluorescence).toBeGreaterThan(0)
  })
})

describe('amounts', () => {
  // Move the middle ln 10 / 0.65 cycles later for a tenth of the copies.
  const middleOf = (log10: number) => 36 - (log10 * Math.LN10) / 0.65
  const standards = [5, 4, 3].flatMap((log10) =>
    [0, 1].map((): MadeWell => ({
      name: `standard ${log10}`,
      type: 'standard',
      quantity: 10 ** log10,
      curves: [{ top: 4, middle: middleOf(log10) }],
    })),
  )

  test('are read off the standards of the run', () => {
    const wells = [...standards, { name: 'a', curves: [{ top: 4, middle: middleOf(3.5) }] }]
    const { assays, samples } = analyse(
      makeInput(wells, { quantification: { method: 'standard_curve' } }),
    )
    const curve = assays[0]!.standard_curve
    if (curve === null || typeof curve === 'string') throw new Error(`no curve: ${curve}`)
    expect(curve.slope).toBeCloseTo(-Math.LN10 / 0.65, 1)
    expect(curve.points).toBe(6)
    const quantity = samples.at(-1)!.quantity!
    expect(Math.log10(quantity.value)).toBeCloseTo(3.5, 1)
    expect(quantity.low).toBeLessThan(quantity.value)
    expect(quantity.high).toBeGreaterThan(quantity.value)
  })

  test('are fold changes against a calibrator, and references are ranked', () => {
    const cycle = (cq: number, extra = 0) => ({ top: 4, middle: cq + extra })
    const wells = ['calibrator', 'treated'].flatMap((name, treated) =>
      [0, 1].map((): MadeWell => ({
        name,
        curves: [cycle(24 - 2 * treated), cycle(20), cycle(22)],
      })),
    )
    const targets = [
      rule('gene', 'FAM'),
      rule('reference one', 'VIC'),
      rule('reference two', 'ROX'),
    ]
    const { samples, references } = analyse(
      makeInput(wells, {
        targets,
        quantification: {
          method: 'relative',
          reference_targets: ['reference one', 'reference two'],
          calibrator: 'calibrator',
          efficiency: 'assumed',
        },
      }),
    )
    const fold = samples.find((one) => one.sample_uuid === uuidOf(2) && one.target === 'gene')!
    expect(fold.quantity!.value).toBeCloseTo(4, 0)
    expect(references).toBeNull()
    const three = analyse(
      makeInput(wells, {
        targets,
        quantification: {
          method: 'relative',
          reference_targets: ['gene', 'reference one', 'reference two'],
          calibrator: 'calibrator',
          efficiency: 'measured',
        },
      }),
    )
    expect(three.references!.targets.at(-1)!.target).toBe('gene')
  })

  test('A26-40: are no folds with measured efficiencies where none was measured', () => {
    const fold = (rest: Partial<TargetRule>, efficiency: 'assumed' | 'measured') => {
      const wells = ['calibrator', 'treated'].map((name, treated): MadeWell => ({
        name,
        curves: [
          { base: 0, top: 4, middle: 27 - 4 * treated },
          { base: 0, top: 4, middle: 20 },
        ],
      }))
      const { samples, assays } = analyse(
        makeInput(wells, {
          targets: [rule('gene', 'FAM', rest), rule('reference', 'VIC')],
          quantification: {
            method: 'relative',
            reference_targets: ['reference'],
            calibrator: 'calibrator',
            efficiency,
          },
        }),
      )
      const own = samples.find((one) => one.sample_uuid === uuidOf(1) && one.target === 'gene')!
      return { quantity: own.quantity, gene: assays[0]!.efficiency?.value }
    }
    expect(fold({ baseline: { method: 'none' } }, 'assumed').quantity!.value / 16).toBeCloseTo(1, 0)
    expect(fold({ baseline: { method: 'none' } }, 'measured').quantity).toBeNull()
    const { quantity, gene } = fold({}, 'measured')
    expect(quantity!.value / gene! ** 4).toBeCloseTo(1, 1)
  })
})

test('genotypes follow from the end points of two targets', () => {
  const both = (first: number, second: number) => [
    { top: first, middle: 24 },
    { top: second, middle: 24 },
  ]
  const wells: MadeWell[] = [
    ...Array.from({ length: 4 }, () => ({ name: 'one', curves: both(4, 0) })),
    ...Array.from({ length: 4 }, () => ({ name: 'het', curves: both(2.4, 2.4) })),
    ...Array.from({ length: 4 }, () => ({ name: 'two', curves: both(0, 4) })),
    { name: 'none', type: 'ntc', curves: both(0, 0) },
  ]
  const { genotypes } = analyse(
    makeInput(wells, {
      targets: [rule('A', 'FAM'), rule('G', 'VIC')],
      genotypes: [{ name: 'rs1', alleles: ['A', 'G'] }],
    }),
  )
  expect(genotypes.map(({ genotype }) => genotype)).toEqual([
    ...Array.from({ length: 4 }, () => 'allele_1'),
    ...Array.from({ length: 4 }, () => 'heterozygote'),
    ...Array.from({ length: 4 }, () => 'allele_2'),
    null,
  ])
  expect(genotypes.at(-1)!.call).toBe('not_amplified')
})

describe('colour compensation', () => {
  const matrix = [
    [1, 0],
    [0.1, 1],
  ]
  const mixed = (leak: number): AnalyseInput => {
    const input = makeInput([{ name: 'a', curves: [{ top: 4, middle: 22 }, {}] }], {
      targets: [
        rule('strong', 'FAM'),
        rule('absent', 'VIC', { threshold: { method: 'fixed', value: 0.02 } }),
      ],
      compensation: { channels: ['FAM', 'VIC'], matrix },
    })
    const own = curveOf(input.amplification, 1, 0)
    const strong = curveOf(input.amplification, 0, 0)
    for (let i = 0; i < own.length; i++) own[i] = own[i]! + leak * strong[i]!
    return input
  }
  const callOf = (input: AnalyseInput) => analyse(input).wells[1]!

  test('takes the light of another dye away', () => {
    expect(callOf(mixed(0.1)).call).toBe('not_detected')
    const { compensation, ...evaluation } = mixed(0.1).evaluation
    expect(compensation).toBeDefined()
    const raw = callOf({ ...mixed(0.1), evaluation })
    expect(raw.cq).not.toBeNull()
    // Expect a review, so that nobody takes a neighbour's light for a target.
    expect(raw.call).toBe('review')
    expect(raw.trace.find((entry) => entry.rule === 'crosstalk')?.decided).toBe(true)
  })

  test('leaves what it cannot tell from crosstalk to a person', () => {
    const { call, trace } = callOf(mixed(0.13))
    expect(call).toBe('review')
    expect(trace.find((entry) => entry.rule === 'crosstalk')?.decided).toBe(true)
  })
})

test.each(['none', 'sigmoid', 'linreg', 'automatic'] as const)('a baseline may be %s', (method) => {
  const input = makeInput([{ name: 'a', curves: [{ base: 2, top: 4, middle: 24 }] }], {
    targets: [{ ...targetRule, baseline: { method }, threshold: { method: 'fixed', value: 3 } }],
  })
  const [well] = analyse(input).wells
  expect(well!.baseline === null).toBe(method === 'none')
  // Expect the threshold of 3 to be crossed where the growth is 1 without a subtraction, else where it is 3.
  const growth = method === 'none' ? 1 : 3
  const expected = 24 + Math.log(growth / (4 - growth)) / 0.65
  expect(Math.abs(well!.cq! - expected)).toBeLessThan(0.3)
})

test('a single outlying reading moves no Cq and is reported', () => {
  const input = makeInput([{ name: 'a', curves: [{ top: 4, middle: 26 }] }], {})
  const [clean] = analyse(input).wells
  const curve = curveOf(input.amplification, 0, 0)
  curve[9] = curve[9]! + 1
  const [spiked] = analyse(input).wells
  expect(Math.abs(spiked!.cq! - clean!.cq!)).toBeLessThan(0.05)
  expect(spiked!.flags).toContainEqual({ name: 'spike', value: 1, limit: null })
  expect(clean!.flags).toEqual([])
})

describe('a melt in which light rises', () => {
  test('issue 15: gives the peak that its mirror image gives, and none where light is said to fall', () => {
    const temperatures = Float64Array.from({ length: 100 }, (_, i) => 60 + i * 0.35)
    const falling = makeMelt(temperatures, [{ tm: 82, area: 500 }])
    const input = makeInput([{ name: 'one', curves: [{ top: 4, middle: 20 }] }], {})
    const peaksOf = (light: Float64Array, melt?: TargetRule['melt']) => {
      const readings = createReadings(['FAM'], 16, temperatures.length)
      readings.temperatures.set(temperatures)
      curveOf(readings, 0, 0).set(light)
      const targets = [{ ...targetRule, ...(melt && { melt }) }]
      const { wells } = analyse({
        ...input,
        melt: readings,
        evaluation: { ...input.evaluation, targets },
      })
      return wells[0]!.melt
    }
    const rising = falling.map((value) => -value)
    const [peak] = peaksOf(falling)
    expect(peak?.tm).toBeCloseTo(82, 1)
    expect(peaksOf(rising, 'rises')).toEqual([peak])
    expect(peaksOf(rising)).toEqual([])
  })
})
