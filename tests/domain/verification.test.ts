import { describe, expect, test } from 'vitest'
import type { AssayResult, SampleResult, StandardCurve, WellResult } from '../../domain/results.ts'
import {
  isAccepted,
  isCalculated,
  listHits,
  measureFigure,
  requiredUnit,
  type VerifiedRun,
} from '../../domain/rules/verification.ts'

const well = (name: string, sample_uuid: string, call: WellResult['call'], cq: number | null) =>
  ({ well: name, sample_uuid, target: 'N1', call, cq, trace: [] }) as unknown as WellResult
const curve = (slope: number, r2: number, points: number): AssayResult =>
  ({
    target: 'N1',
    standard_curve: {
      r2,
      points,
      efficiency: { value: 10 ** (-1 / slope), low: null, high: null },
    } as StandardCurve,
  }) as AssayResult
const mean = (sample_uuid: string, cq_mean: number) =>
  ({ sample_uuid, target: 'N1', call: 'detected', cq_mean }) as SampleResult

/** Run with a panel member of three replicates, two negative controls and a positive one. */
const run = (of: { slope: number; r2: number; cqs: number[]; mean: number }): VerifiedRun => ({
  results: {
    wells: [
      ...of.cqs.map((cq, at) => well(`A${at + 1}`, 'low', 'detected', cq)),
      well('B1', 'ntc', 'not_detected', null),
      well('B2', 'neg', 'detected', 37),
      well('B3', 'pos', 'detected', 25),
    ],
    samples: [mean('low', of.mean)],
    assays: [curve(of.slope, of.r2, 15)],
  },
  samples: [
    { uuid: 'low', name: 'Panel 1', sample_type: 'unknown' },
    { uuid: 'ntc', name: 'NTC', sample_type: 'ntc' },
    { uuid: 'neg', name: 'Human', sample_type: 'negative' },
    { uuid: 'pos', name: 'Plasmid', sample_type: 'positive' },
  ],
})
const runs = [
  run({ slope: -1 / Math.log10(2), r2: 0.999, cqs: [30, 30.2, 30.4], mean: 30.2 }),
  run({ slope: -1 / Math.log10(1.9), r2: 0.991, cqs: [31, 31.4], mean: 31.2 }),
]

describe('figures of a verification from runs', () => {
  test('efficiency is the mean of the standard curves in percent, linearity the lowest R²', () => {
    const efficiency = measureFigure('efficiency', 'N1', runs)
    expect(efficiency?.value).toBeCloseTo(95, 9)
    expect(efficiency?.n).toBe(30)
    const none = run({ slope: 1, r2: 0.99, cqs: [], mean: 30 })
    const [assay] = none.results.assays.map((one) => ({
      ...one,
      standard_curve: { ...(one.standard_curve as StandardCurve), efficiency: null },
    }))
    const without = { ...none, results: { ...none.results, assays: assay ? [assay] : [] } }
    expect(measureFigure('efficiency', 'N1', [...runs, without]), 'A24-23').toBeNull()
    expect(measureFigure('linearity', 'N1', runs)).toEqual({ value: 0.991, n: 30 })
  })

  test('repeatability pools the spread of replicates in runs, reproducibility the means between runs', () => {
    // Pool the squares: 0.08 of two degrees of freedom and 0.08 of one.
    const repeatability = measureFigure('repeatability', 'N1', runs)
    expect(repeatability?.value).toBeCloseTo(Math.sqrt(0.16 / 3), 9)
    expect(repeatability?.n).toBe(5)
    const reproducibility = measureFigure('reproducibility', 'N1', runs)
    expect(reproducibility?.value).toBeCloseTo(1 / Math.SQRT2, 9)
    expect(reproducibility?.n).toBe(2)
  })

  test('samples that a run has twice by name are not compared between runs', () => {
    const [one, other] = runs as [VerifiedRun, VerifiedRun]
    const twice = {
      ...other,
      results: { ...other.results, samples: [...other.results.samples, mean('again', 33)] },
      samples: [
        ...other.samples,
        { uuid: 'again', name: 'Panel 1', sample_type: 'unknown' as const },
      ],
    }
    expect(measureFigure('reproducibility', 'N1', [one, twice])).toBeNull()
  })

  test('specificity counts negative controls without a signal, sensitivity positive ones with it', () => {
    expect(measureFigure('specificity', 'N1', runs)).toEqual({ value: 50, n: 4 })
    expect(measureFigure('sensitivity', 'N1', runs)).toEqual({ value: 100, n: 2 })
    const [one] = runs as [VerifiedRun]
    const excluded = one.results.wells.map((each) =>
      each.well === 'B2'
        ? {
            ...each,
            trace: [{ rule: 'excluded' as const, value: null, limit: null, decided: true }],
          }
        : each,
    )
    const left = { ...one, results: { ...one.results, wells: excluded } }
    expect(measureFigure('specificity', 'N1', [left])).toEqual({ value: 100, n: 1 })
  })

  test('a figure that the runs do not hold is none', () => {
    const kinds = [
      'efficiency',
      'linearity',
      'repeatability',
      'reproducibility',
      'specificity',
      'sensitivity',
    ] as const
    expect(kinds.map((kind) => measureFigure(kind, 'N2', runs))).toEqual(kinds.map(() => null))
  })

  test('limits belong to what is accepted', () => {
    const limits = { least: 90, most: 110 }
    expect(isAccepted({ value: 90, ...limits })).toBe(true)
    expect(isAccepted({ value: 110, ...limits })).toBe(true)
    expect(isAccepted({ value: 110.1, ...limits })).toBe(false)
    expect(isAccepted({ value: 89.9, least: 90, most: null })).toBe(false)
    expect(isAccepted({ value: 5, least: null, most: 10 })).toBe(true)
  })

  test('a figure without runs and one of another kind is stated', () => {
    const one = { run_uuids: ['one'], value: null }
    expect(isCalculated({ ...one, kind: 'efficiency' })).toBe(true)
    expect(isCalculated({ ...one, kind: 'efficiency', value: 99 })).toBe(true)
    expect(isCalculated({ ...one, kind: 'efficiency', run_uuids: [] })).toBe(false)
    expect(isCalculated({ ...one, kind: 'trueness' })).toBe(false)
    // Calculate a limit of detection unless its number is stated.
    expect(isCalculated({ ...one, kind: 'lod' })).toBe(true)
    expect(isCalculated({ ...one, kind: 'lod', value: 5 })).toBe(false)
    expect(requiredUnit({ ...one, kind: 'lod' })).toBe('copies/reaction')
    expect(requiredUnit({ ...one, kind: 'lod', value: 5 })).toBeNull()
    expect(requiredUnit({ ...one, kind: 'efficiency', run_uuids: [] })).toBe('%')
  })

  test('counts the wells of each known quantity that were detected, without invalid and excluded ones', () => {
    const excluded = {
      ...well('A5', 'ten', 'not_detected', null),
      trace: [{ rule: 'excluded', decided: true }],
    } as unknown as WellResult
    const dilutions: VerifiedRun = {
      results: {
        wells: [
          well('A1', 'ten', 'detected', 34),
          well('A2', 'ten', 'detected', 35),
          well('A3', 'ten', 'review', 39),
          well('A4', 'ten', 'invalid', null),
          excluded,
          well('B1', 'one', 'not_detected', null),
          well('C1', 'ntc', 'not_detected', null),
          { ...well('D1', 'ten', 'detected', 30), target: 'N2' },
        ],
        samples: [],
        assays: [],
      },
      samples: [
        { uuid: 'ten', name: '10 copies', sample_type: 'standard', quantity: 10 },
        { uuid: 'one', name: '1 copy', sample_type: 'unknown', quantity: 1 },
        { uuid: 'ntc', name: 'NTC', sample_type: 'ntc' },
      ],
    }
    expect(listHits('N1', [dilutions])).toEqual([
      { quantity: 10, tested: 3, detected: 2 },
      { quantity: 1, tested: 1, detected: 0 },
    ])
  })
})
