import { describe, expect, test } from 'vitest'
import { curveUnit } from '../../domain/rules/curve-unit.ts'
import type { StudyDesign } from '../../domain/entities/study.ts'
import { judgeStudy, type JudgedRun } from '../../workers/study/judge-study.ts'
import { quantifyStudy } from '../../workers/study/quantify-study.ts'
import type { StudyWell } from '../../workers/study/study-well.ts'
import { findRelativeQuantities } from '../../workers/plate/relative-quantity.ts'
import { judgeGenotypes, type StudyGenotype } from '../../workers/study/study-genotypes.ts'
import { easyqpcr, plateOne, plateTwo } from '../support/easyqpcr.ts'

type Plate = Record<string, Record<string, number[]>>

function wellsOf(run: number, plate: Plate): StudyWell[] {
  return Object.entries(plate).flatMap(([sample, targets]) =>
    Object.entries(targets).flatMap(([target, cqs]) =>
      cqs.map((cq, at) => ({
        run,
        well: `A${at + 1}`,
        sample,
        type: 'unknown' as const,
        target,
        cq,
        quantity: null,
      })),
    ),
  )
}

function design(more: Partial<StudyDesign> & { roles: Record<string, 'target' | 'reference'> }) {
  const { roles, ...rest } = more
  const base: StudyDesign = {
    samples: [],
    targets: Object.entries(roles).map(([name, role]) => ({
      name,
      role,
      threshold: null,
      efficiency: null,
    })),
    calibrator: '',
    inter_run: [],
    method: 'ddcq',
    efficiency: 'given',
    confidence: 0.95,
  }
  return { ...base, ...rest }
}

const group = (name: string, samples: string[]) =>
  samples.map((sample) => ({ name: sample, group: name, replicate: '' }))

const roles = { RG1: 'reference', RG2: 'reference', TG: 'target', TGb: 'target' } as const

/** Efficiencies that the R figures were made with. */
const measured = { RG1: 1.99, RG2: 1.93, TG: 2, TGb: 1.95 } as Record<string, number>

const pfaffl = design({ roles, method: 'pfaffl' })
pfaffl.targets = pfaffl.targets.map((target) => ({
  ...target,
  efficiency: { factor: measured[target.name]!, error: 0 },
}))

function near(value: number, wanted: number) {
  expect(Math.abs(value / wanted - 1), `${value} is not ${wanted}`).toBeLessThan(1e-6)
}

describe('issue 20: relative quantities equal those of EasyqpcR (qBase, Hellemans 2007)', () => {
  for (const [name, settings, wanted] of [
    ['exact doubling', design({ roles }), easyqpcr.doubling],
    ['measured efficiencies (Pfaffl 2001)', pfaffl, easyqpcr.measured],
  ] as const) {
    test(`NRQ of two targets by two references, ${name}`, () => {
      const { samples } = quantifyStudy(wellsOf(0, plateOne), settings)
      expect(samples).toHaveLength(10)
      for (const one of samples) near(one.fold, wanted[one.sample]![one.target]!.nrq)
    })
  }

  test('standard errors of the NRQ, from the wells of target and references', () => {
    const replicates = Object.entries(plateOne).flatMap(([sample, targets]) =>
      Object.entries(targets).map(([target, cqs]) => ({ sample, target, cqs })),
    )
    const found = findRelativeQuantities(replicates, {
      references: ['RG1', 'RG2'],
      calibrators: Object.keys(plateOne),
      efficiencies: new Map(
        Object.entries(measured).map(([n, factor]) => [n, { factor, error: 0 }]),
      ),
      confidence: 0.95,
      calibratorError: false,
    })
    expect(found).toHaveLength(10)
    for (const { sample, target, error } of found) {
      near(error * Math.LN2, easyqpcr.measured[sample]![target]!.relativeError)
    }
  })

  test('calibrated NRQ of two runs by their inter-run calibrator', () => {
    const wells = [...wellsOf(0, { ...plateOne }), ...wellsOf(1, renamed(plateTwo))]
    const { samples, offsets } = quantifyStudy(wells, { ...pfaffl, inter_run: ['Calibrator'] })
    const cnrq = (run: 1 | 2, sample: string, target: string) => {
      const fold = (name: string) =>
        samples.find((one) => one.sample === name && one.target === target)!.fold
      const own = sample === 'Calibrator' ? sample : run === 1 ? sample : `${sample} (2)`
      return fold(own) / fold('Calibrator')
    }
    for (const run of [1, 2] as const) {
      for (const [sample, targets] of Object.entries(easyqpcr.calibrated[run])) {
        for (const [target, wanted] of Object.entries(targets)) {
          near(cnrq(run, sample, target), wanted)
        }
      }
    }
    const shift = offsets.filter(({ target }) => target === 'TG').map(({ cycles }) => cycles)
    expect(shift[1]! - shift[0]!).toBeCloseTo(27.783333333 - 26.603333333, 8)
  })
})

/** Name the samples of the second run apart, but for the calibrator that both share. */
function renamed(plate: Plate): Plate {
  return Object.fromEntries(
    Object.entries(plate).map(([name, targets]) => [
      name === 'Calibrator' ? name : `${name} (2)`,
      targets,
    ]),
  )
}

/** c-myc and GAPDH in brain and kidney, six wells each (ABI User Bulletin 2, the example of Livak & Schmittgen 2001). */
const bulletin: Plate = {
  brain: {
    'c-myc': [30.72, 30.34, 30.58, 30.34, 30.5, 30.43],
    GAPDH: [23.7, 23.56, 23.47, 23.65, 23.69, 23.68],
  },
  kidney: {
    'c-myc': [27.06, 27.03, 27.03, 27.1, 26.99, 26.94],
    GAPDH: [22.76, 22.61, 22.62, 22.6, 22.61, 22.76],
  },
}

describe('issue 20: ddCq of published examples', () => {
  const settings = design({
    roles: { 'c-myc': 'target', GAPDH: 'reference' },
    samples: [...group('brain', ['brain']), ...group('kidney', ['kidney'])],
    calibrator: 'brain',
  })

  test('Livak 2001: 5.6 fold; 6.86 and 4.37 cycles of difference', () => {
    const { samples } = quantifyStudy(wellsOf(0, bulletin), settings)
    const of = (name: string) => samples.find(({ sample }) => sample === name)!
    expect(of('brain').deltaCq.toFixed(2)).toBe('6.86')
    // Compare with the package pcr 1.1 (pcr_ddct of ct1): normalised
    // 4.365, calibrated -2.495, relative expression 2^2.495.
    near(of('kidney').deltaCq, 4.365)
    near(of('kidney').deltaDeltaCq, -2.495)
    near(of('kidney').fold, 5.63728)
    expect(of('kidney').fold.toFixed(1)).toBe('5.6')
  })

  test('two plates of one gene each are one study', () => {
    const plate = (name: string) =>
      Object.fromEntries(
        Object.entries(bulletin).map(([sample, targets]) => [sample, { [name]: targets[name]! }]),
      )
    const wells = [...wellsOf(0, plate('c-myc')), ...wellsOf(1, plate('GAPDH'))]
    const apart = quantifyStudy(wells, settings)
    expect(apart.samples).toEqual(quantifyStudy(wellsOf(0, bulletin), settings).samples)
  })
})

describe('issue 20: groups of a study', () => {
  const cqs = (target: number) => ({ gene: [target, target], ref: [20, 20] })
  const plate = {
    h1: cqs(26),
    h2: cqs(27),
    h3: cqs(25),
    i1: cqs(22),
    i2: cqs(23),
    i3a: cqs(23),
    i3b: cqs(25),
  }
  const settings = design({
    roles: { gene: 'target', ref: 'reference' },
    samples: [
      ...group('healthy', ['h1', 'h2', 'h3']),
      ...group('ill', ['i1', 'i2']),
      { name: 'i3a', group: 'ill', replicate: 'i3' },
      { name: 'i3b', group: 'ill', replicate: 'i3' },
    ],
    calibrator: 'healthy',
  })

  test('samples of one biological replicate count once, the calibrator group is 1', () => {
    const { groups, points, notices } = quantifyStudy(wellsOf(0, plate), settings)
    const [healthy, ill] = groups
    expect(healthy).toMatchObject({ group: 'healthy', count: 3, fold: 1 })
    expect(ill!.count).toBe(3)
    // Expect log2 of the replicates: 4, 3 and the mean of 3 and 1.
    expect(points.filter((one) => one.group === 'ill').map((one) => one.log2)).toEqual([4, 3, 2])
    expect(ill!.log2).toBeCloseTo(3, 12)
    // Take t(0.975, 2) = 4.302653 for the mean's interval; Welch has 4 degrees of freedom, t = 2.776445.
    expect(Math.log2(ill!.high)).toBeCloseTo(3 + 4.302653 / Math.sqrt(3), 5)
    expect(Math.log2(ill!.comparison!.high)).toBeCloseTo(3 + 2.776445 * Math.sqrt(2 / 3), 5)
    expect(notices).toEqual([])
  })

  test('a calibrator sample without a Cq leaves the others as calibrators', () => {
    const gap = { ...plate, h2: { gene: [Number.NaN, Number.NaN], ref: [20, 20] } }
    const { groups, samples } = quantifyStudy(wellsOf(0, gap), settings)
    expect(groups[0]).toMatchObject({ count: 2, fold: 1 })
    expect(samples.find(({ sample }) => sample === 'h2')!.fold).toBeNaN()
  })

  test('what cannot be calculated is said', () => {
    const codes = (more: Partial<StudyDesign>, wells = wellsOf(0, plate)) =>
      quantifyStudy(wells, { ...settings, ...more }).notices.map(({ code }) => code)
    expect(codes({ targets: settings.targets.slice(0, 1) })).toEqual([
      'no_reference',
      'few_replicates',
    ])
    expect(codes({ calibrator: '' })).toEqual(['no_calibrator'])
    expect(codes({ method: 'pfaffl' })).toEqual(['no_efficiency', 'no_efficiency'])
    const apart = [...wellsOf(0, plate), ...wellsOf(1, { z: cqs(24) })]
    expect(codes({ inter_run: ['h1'] }, apart)).toContain('run_not_tied')
    const bare = [...wellsOf(0, plate), ...wellsOf(0, { z: { gene: [24], ref: [] } })]
    expect(codes({}, bare)).toEqual(['reference_missing'])
  })
})

describe('issue 20: a standard curve over plates', () => {
  const standards = (run: number, shift: number, factor: number): StudyWell[] =>
    [1e5, 1e4, 1e3, 1e2].flatMap((quantity) =>
      [0.02, -0.02].map((noise) => ({
        run,
        well: 'A1',
        sample: `standard ${quantity}`,
        type: 'standard' as const,
        target: 'gene',
        cq: 35 - Math.log(quantity) / Math.log(factor) + shift + noise,
        quantity,
      })),
    )

  test('shared standards as inter-run calibrators take the shift of a plate out of the line', () => {
    const wells = [...standards(0, 0, 1.9), ...standards(1, 0.8, 1.9)]
    const settings = design({
      roles: { gene: 'target' },
      method: 'pfaffl',
      efficiency: 'standards',
    })
    const apart = quantifyStudy(wells, settings)
    const names = [1e5, 1e4].map((quantity) => `standard ${quantity}`)
    const tied = quantifyStudy(wells, { ...settings, inter_run: names })
    const sdOf = ({ standards: [found] }: typeof tied) =>
      found?.line.outcome === 'fitted' ? found.line.curve.residualSd : Number.NaN
    expect(sdOf(apart)).toBeGreaterThan(0.4)
    expect(sdOf(tied)).toBeLessThan(0.03)
    expect(tied.efficiencies[0]!.factor).toBeCloseTo(1.9, 3)
    expect(tied.standards[0]!.points).toHaveLength(16)
  })
})

describe('issue 20: genotypes over plates', () => {
  const alleles: [string, string] = ['G', 'A']
  const well = (
    run: number,
    sample: string,
    genotype: StudyGenotype['genotype'],
    more: Partial<StudyGenotype> = {},
  ): StudyGenotype => ({
    run,
    sample,
    type: 'unknown',
    place: 'rs6025',
    alleles,
    well: 'A1',
    genotype,
    call: 'called',
    doubt: null,
    ...more,
  })
  const samples = [
    { name: 'S1', group: 'cases', replicate: '' },
    { name: 'S2a', group: 'cases', replicate: 'P2' },
    { name: 'S2b', group: 'cases', replicate: 'P2' },
    { name: 'S3', group: 'cases', replicate: '' },
    { name: 'S4', group: 'cases', replicate: '' },
  ]
  const wells = [
    well(0, 'S1', 'allele_1'),
    well(1, 'S1', 'allele_1'),
    well(0, 'S2a', 'heterozygote'),
    well(1, 'S2b', 'heterozygote'),
    // Let the plates say different things of the third; one well of the fourth is in doubt.
    well(0, 'S3', 'allele_1'),
    well(1, 'S3', 'allele_2'),
    well(0, 'S4', 'allele_2'),
    well(1, 'S4', 'allele_2', { call: 'review', doubt: 'weak' }),
    well(0, 'NTC', null, { type: 'ntc', call: 'not_amplified' }),
  ]

  test('a sample has a genotype where all its wells on all plates agree; controls are left out', () => {
    const found = judgeGenotypes(wells, { samples })
    expect(
      found.samples.map(({ sample, genotype, call, doubt, runs }) => [
        sample,
        genotype,
        call,
        doubt,
        runs.length,
      ]),
    ).toEqual([
      ['S1', 'allele_1', 'called', null, 2],
      ['S2a', 'heterozygote', 'called', null, 1],
      ['S2b', 'heterozygote', 'called', null, 1],
      ['S3', null, 'review', 'wells_disagree', 2],
      ['S4', null, 'review', 'weak', 2],
    ])
  })

  test('a group counts each biological replicate once, and takes the frequency of the known ones', () => {
    expect(judgeGenotypes(wells, { samples }).groups).toEqual([
      {
        place: 'rs6025',
        alleles,
        group: 'cases',
        counts: { allele_1: 1, heterozygote: 1, allele_2: 0 },
        unknown: 2,
        frequency: 0.75,
      },
    ])
    const other = [...wells, well(0, 'S1', 'allele_1', { alleles: ['G', 'T'] })]
    expect(judgeGenotypes(other, { samples }).groups.map((one) => one.alleles)).toEqual([
      ['G', 'A'],
      ['G', 'T'],
    ])
  })
})

describe('one threshold over several runs', () => {
  const points = 20
  const run = (at: number, unit: 'rn' | 'au', scale: number): JudgedRun => ({
    wells: wellsOf(at, { S: { TG: [9.5] } }),
    held: [],
    genotypes: [],
    curves: [
      {
        target: 'TG',
        points,
        unit,
        values: Float64Array.from({ length: points }, (_, cycle) => scale * 2 ** (cycle - 10)),
      },
    ],
  })
  const withThreshold = design({ roles: { TG: 'target' } })
  withThreshold.targets = withThreshold.targets.map((one) => ({ ...one, threshold: 1 }))

  test('reads the Cqs of runs of one unit from it', () => {
    const { wells, figures } = judgeStudy([run(0, 'au', 1), run(1, 'au', 2)], withThreshold)
    for (const [at, { cq }] of wells.entries()) expect(cq).toBeCloseTo(11 - at, 1)
    expect(figures.notices.map(({ code }) => code)).not.toContain('units_differ')
  })

  test('reads no Cq from it where light and normalised light meet, and says so', () => {
    const runs = [run(0, 'au', 1000), run(1, 'rn', 1)]
    const { wells, figures } = judgeStudy(runs, withThreshold)
    expect(wells.map(({ cq }) => cq)).toEqual([Number.NaN, Number.NaN])
    expect(figures.notices).toContainEqual({
      code: 'units_differ',
      run: null,
      target: 'TG',
      names: [],
    })
    const signed = judgeStudy(runs, design({ roles: { TG: 'target' } }))
    expect(signed.wells.map(({ cq }) => cq)).toEqual([9.5, 9.5])
  })

  test('counts imported curves that the software of the instrument has divided as normalised', () => {
    expect(curveUnit({ passive_reference: null }, 'normalised')).toBe('rn')
    expect(curveUnit({ passive_reference: null }, 'compensated')).toBe('au')
    expect(curveUnit({ passive_reference: null })).toBe('au')
    expect(curveUnit({ passive_reference: 'VIC' }, 'raw')).toBe('rn')
  })
})
