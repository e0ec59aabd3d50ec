import { describe, expect, test } from 'vitest'
import { summarise } from '../../domain/results.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { makeRun, type MadeSample } from './run.ts'
import { uuidOf } from '../support/uuid-of.ts'

const ntc: MadeSample = { type: 'ntc', wells: [[null, 28]] }
const positive: MadeSample = { type: 'positive', wells: [[25, 28]] }
const present: MadeSample = {
  type: 'unknown',
  wells: [
    [24, 28],
    [24.1, 28],
  ],
}
const absent: MadeSample = {
  type: 'unknown',
  wells: [
    [null, 28],
    [null, 28],
  ],
}

function callsOf(samples: MadeSample[], controls = {}) {
  const results = analyse(makeRun(samples, controls))
  return {
    calls: samples.map((_, index) => {
      const own = results.samples.find(
        (one) => one.sample_uuid === uuidOf(index) && one.target === 'N1',
      )
      return own?.call
    }),
    results,
  }
}

describe('controls of a run', () => {
  test('a good run: calls are kept and every control holds', () => {
    const { calls, results } = callsOf([ntc, positive, present, absent])
    expect(calls).toEqual(['not_detected', 'detected', 'detected', 'not_detected'])
    expect(results.controls).toEqual([
      { rule: 'ntc_clean', ok: true, target: 'N1', wells: [] },
      { rule: 'positive_detected', ok: true, target: 'N1', wells: [] },
      { rule: 'positive_cq', ok: true, target: 'N1', wells: [] },
      { rule: 'internal_control', ok: true, target: 'IC', wells: [] },
    ])
    expect(summarise(results).controls_ok).toBe(true)
  })

  test('a detected NTC makes the samples invalid, with the NTC in their trace', () => {
    const dirty: MadeSample = { type: 'ntc', wells: [[30, 28]] }
    const { calls, results } = callsOf([dirty, positive, present, absent])
    expect(calls).toEqual(['detected', 'detected', 'invalid', 'invalid'])
    expect(results.controls[0]).toEqual({
      rule: 'ntc_clean',
      ok: false,
      target: 'N1',
      wells: ['A1'],
    })
    const entry = results.samples.find((one) => one.sample_uuid === uuidOf(2))?.trace.at(-1)
    expect(entry).toMatchObject({ rule: 'ntc_detected', decided: true })
    expect(entry?.value).toBeCloseTo(results.wells[0]?.cq ?? 0, 12)
  })

  const standard: MadeSample = { type: 'standard', wells: [[22, 28]] }
  const late: MadeSample = { type: 'ntc', wells: [[33, 28]] }

  test('issue 15: an NTC far behind the weakest standard fails nothing where the recipe says how far', () => {
    const run = [late, standard, present, absent]
    expect(callsOf(run).calls).toEqual(['detected', 'invalid', 'invalid', 'invalid'])
    const { calls, results } = callsOf(run, { ntc_distance: 5 })
    expect(calls).toEqual(['detected', 'detected', 'detected', 'not_detected'])
    expect(results.controls.find(({ rule }) => rule === 'ntc_clean')?.ok).toBe(true)
    const far = callsOf(run, { ntc_distance: 15 })
    expect(far.calls).toEqual(['detected', 'invalid', 'invalid', 'invalid'])
    const entry = far.results.samples.find((one) => one.sample_uuid === uuidOf(2))?.trace.at(-1)
    expect(entry).toMatchObject({ rule: 'ntc_detected', decided: true })
    expect((entry?.limit ?? 0) - 15).toBeCloseTo(
      far.results.wells.find(({ well, target }) => well === 'A2' && target === 'N1')?.cq ?? 0,
      9,
    )
  })

  test('issue 15: a well that rises as late as a late NTC is invalid all the same, and alone', () => {
    const weak: MadeSample = { type: 'unknown', wells: [[31, 28]] }
    const { calls } = callsOf([late, standard, present, weak], { ntc_distance: 5 })
    expect(calls).toEqual(['detected', 'detected', 'detected', 'invalid'])
  })

  test('issue 15: positive controls replace standards; without either no NTC may rise', () => {
    const distance = { ntc_distance: 5 }
    expect(callsOf([late, positive, present], distance).calls[2]).toBe('detected')
    expect(callsOf([late, present], distance).calls[1]).toBe('invalid')
  })

  test('an NTC in doubt is not clean', () => {
    const input = makeRun([{ type: 'ntc', wells: [[30, 28]] }, present])
    const [target, control] = input.evaluation.targets
    const targets = [{ ...target!, cq_review: 20 }, control!]
    const results = analyse({ ...input, evaluation: { ...input.evaluation, targets } })
    expect(results.samples[0]?.call).toBe('review')
    expect(results.samples[2]?.call).toBe('invalid')
  })

  test('a negative control counts as an NTC', () => {
    expect(callsOf([{ ...positive, type: 'negative' }, present]).calls[1]).toBe('invalid')
  })

  test('a positive control that stays negative makes the samples invalid', () => {
    const { calls, results } = callsOf([{ type: 'positive', wells: [[null, 28]] }, present])
    expect(calls).toEqual(['not_detected', 'invalid'])
    expect(results.samples[2]?.trace.at(-1)?.rule).toBe('positive_not_detected')
  })

  test('A26-46: a positive control without a Cq is outside its range, where only the range is asked', () => {
    const only = { positive_detected: false }
    const dead: MadeSample = { type: 'positive', wells: [[null, 28]] }
    const { calls, results } = callsOf([dead, present, absent], only)
    expect(calls.slice(1)).toEqual(['invalid', 'invalid'])
    expect(results.controls.find(({ rule }) => rule === 'positive_cq')).toMatchObject({
      ok: false,
      wells: ['A1'],
    })
    expect(callsOf([positive, present, absent], only).calls.slice(1)).toEqual([
      'detected',
      'not_detected',
    ])
  })

  test('a positive control outside its range of Cq makes the samples invalid', () => {
    const { calls, results } = callsOf([{ type: 'positive', wells: [[12, 28]] }, present])
    expect(calls[1]).toBe('invalid')
    expect(results.samples[2]?.trace.at(-1)).toMatchObject({
      rule: 'positive_cq_outside',
      limit: 15,
    })
  })

  test('a negative sample without its internal control is invalid, the others are kept', () => {
    const inhibited: MadeSample = { type: 'unknown', wells: [[null, null]] }
    const { calls, results } = callsOf([ntc, inhibited, present, absent])
    expect(calls).toEqual(['not_detected', 'invalid', 'detected', 'not_detected'])
    expect(results.controls.at(-1)).toEqual({
      rule: 'internal_control',
      ok: false,
      target: 'IC',
      wells: ['A2'],
    })
  })

  test('a sample whose wells a person left out breaks no control of the run', () => {
    const samples = [ntc, positive, present, absent]
    const run = makeRun(samples)
    const exclusions = run.samples
      .filter(({ uuid }) => uuid === uuidOf(3))
      .flatMap(({ coordinates }) => coordinates)
      .map((well) => ({ well, target: null, reason: 'bubble' }))
    const results = analyse({ ...run, exclusions })
    expect(results.controls.every(({ ok }) => ok)).toBe(true)
    expect(results.samples.find(({ sample_uuid }) => sample_uuid === uuidOf(3))?.call).toBe(
      'invalid',
    )
  })

  test('samples that a failed control makes invalid are invalid in every well too, the control itself is not', () => {
    const dirty: MadeSample = { type: 'ntc', wells: [[30, 28]] }
    const { results } = callsOf([dirty, positive, present])
    const callsIn = (index: number) =>
      results.wells
        .filter((well) => well.sample_uuid === uuidOf(index) && well.target === 'N1')
        .map(({ call }) => call)
    expect(callsIn(2)).toEqual(['invalid', 'invalid'])
    expect(callsIn(0)).toEqual(['detected'])
    expect(callsIn(1)).toEqual(['detected'])
    const last = results.wells.find(({ sample_uuid }) => sample_uuid === uuidOf(2))?.trace.at(-1)
    expect(last).toMatchObject({ rule: 'ntc_detected', decided: true })
  })

  test('a strong sample may outgrow its internal control', () => {
    expect(callsOf([{ type: 'unknown', wells: [[12, null]] }]).calls).toEqual(['detected'])
  })

  test('rules that are switched off, or have no control to look at, say nothing', () => {
    const off = { ntc_clean: false, positive_detected: false, internal_control: false }
    const dirty: MadeSample = { type: 'ntc', wells: [[30, 28]] }
    const { calls, results } = callsOf([dirty, present], off)
    expect(calls[1]).toBe('detected')
    expect(results.controls).toEqual([])
    expect(callsOf([present]).results.controls.map(({ rule }) => rule)).toEqual([
      'internal_control',
    ])
  })

  test('an excluded control well is no control', () => {
    const input = makeRun([
      {
        type: 'ntc',
        wells: [
          [30, 28],
          [null, 28],
        ],
      },
      present,
    ])
    const exclusions = [{ well: 'A1', target: null, reason: 'bubble' }]
    const results = analyse({ ...input, exclusions })
    expect(results.controls[0]?.ok).toBe(true)
    expect(results.samples.find(({ sample_uuid }) => sample_uuid === uuidOf(1))?.call).toBe(
      'detected',
    )
  })
})

describe('replicates', () => {
  test('that disagree are for review', () => {
    const { calls, results } = callsOf([
      {
        type: 'unknown',
        wells: [
          [24, 28],
          [null, 28],
          [24, 28],
        ],
      },
    ])
    expect(calls).toEqual(['review'])
    expect(results.samples[0]?.trace).toContainEqual({
      rule: 'replicates_disagree',
      value: 2,
      limit: 3,
      decided: true,
    })
  })

  test('that spread more than the recipe allows are for review', () => {
    const spread: MadeSample = {
      type: 'unknown',
      wells: [
        [24, 28],
        [26, 28],
      ],
    }
    expect(callsOf([spread]).calls).toEqual(['review'])
    expect(callsOf([spread], { replicate_sd: 2 }).calls).toEqual(['detected'])
  })

  test('mean and deviation are of the wells that count', () => {
    const input = makeRun([
      {
        type: 'unknown',
        wells: [
          [24, 28],
          [24.4, 28],
          [30, 28],
        ],
      },
    ])
    const exclusions = [{ well: 'A3', target: 'N1', reason: 'pipetting' }]
    const { samples, wells } = analyse({ ...input, exclusions })
    const [first, second] = wells.filter(({ target }) => target === 'N1').map(({ cq }) => cq ?? 0)
    expect(samples[0]?.call).toBe('detected')
    expect(samples[0]?.cq_mean).toBeCloseTo((first! + second!) / 2, 12)
    expect(samples[0]?.cq_sd).toBeCloseTo(Math.abs(first! - second!) / Math.SQRT2, 12)
    expect(samples[1]?.cq_mean).not.toBeNull()
  })

  test('that were all excluded leave an invalid sample', () => {
    const input = makeRun([{ type: 'unknown', wells: [[24, 28]] }])
    const exclusions = [{ well: 'A1', target: 'N1', reason: 'leak' }]
    const { samples } = analyse({ ...input, exclusions })
    expect(samples.map(({ call }) => call)).toEqual(['invalid', 'detected'])
    expect(samples[0]).toMatchObject({ cq_mean: null, cq_sd: null })
  })
})
