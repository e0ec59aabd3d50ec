import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { measureGrowth } from '../../workers/growth/amplification.ts'
import {
  measureAmplifications,
  type Amplification,
} from '../../workers/growth/amplification-score.ts'
import { fitLine, subtractLine } from '../../workers/curves/baseline.ts'
import { chooseWindow } from '../../workers/curves/baseline-window.ts'
import { callWell, type Evidence } from '../../workers/run/calls.ts'
import type { MeltPeak } from '../../workers/melt/peaks.ts'
import { findCq } from '../../workers/curves/threshold.ts'

const target: TargetRule = {
  name: 'N1',
  channel: 'FAM',
  role: 'target',
  threshold: { method: 'fixed', value: 0.2 },
  baseline: { method: 'automatic' },
  cq_max: 38,
  cq_review: 35,
  cq_min: 5,
  tm: { min: 80, max: 82 },
}

const peak = (tm: number): MeltPeak => ({
  tm,
  height: 9,
  prominence: 9,
  width: 1.4,
  area: 12,
  share: 1,
  isShoulder: false,
})

const grown: Amplification = {
  shape: {
    height: 3,
    rise: 300,
    part: 0.98,
    start: 20,
    contrast: 25,
    middle: 24,
    firstHalf: 3.2,
    secondHalf: 4.5,
    endSlope: 0.02,
    curvature: 1.1,
    top: 30,
    hook: { fall: 0, chance: 1 },
    steps: { up: 0, down: 0 },
    levels: Number.POSITIVE_INFINITY,
    fall: { size: 0, times: 0 },
    onset: 0,
  },
  clearRise: 0,
  isSharp: false,
  breaks: 0,
  climb: 0,
  slowing: 0,
  lateRise: 0,
  fall: 0,
  asSlow: 0,
  bent: 0,
  points: 45,
  score: 99,
  evidence: { rise: 300, share: 0.9, contrast: 25, part: 0.98 },
}

/** Make a well grown curve with another shape or score. */
const grownBut = (shape: Partial<Amplification['shape']>, score = 99): Partial<Evidence> => ({
  amplification: { ...grown, score, shape: { ...grown.shape, ...shape } },
})

const clear: Evidence = {
  cycles: 40,
  planned: 40,
  cq: 25,
  threshold: 0.2,
  growth: { top: 3, rise: 300, overDrift: 50, wander: 1 },
  amplification: grown,
  peaks: [peak(81)],
  excluded: false,
}

describe('call of a well', () => {
  test.each([
    ['clear growth', {}, 'detected', 'cq_in_range', 25, 38],
    ['no melt measured', { peaks: null }, 'detected', 'cq_in_range', 25, 38],
    ['excluded', { excluded: true }, 'invalid', 'excluded', null, null],
    ['hardly measured', { cycles: 5 }, 'invalid', 'not_measured', 5, 6],
    ['grown before an early end', { cycles: 32 }, 'detected', 'cq_in_range', 25, 38],
    [
      'hardly growth, and below the threshold',
      {
        cq: NaN,
        growth: { top: 0.1, rise: 300, overDrift: 9, wander: 1 },
        ...grownBut({}, 40),
      },
      'not_detected',
      'no_crossing',
      0.1,
      0.2,
    ],
    [
      'growth below the threshold',
      { cq: NaN, growth: { top: 0.1, rise: 300, overDrift: 9, wander: 1 } },
      'review',
      'no_crossing',
      0.1,
      0.2,
    ],
    [
      'noise over the threshold',
      grownBut({ rise: 4 }, 12),
      'not_detected',
      'no_amplification',
      4,
      10,
    ],
    [
      'no growth over the threshold',
      grownBut({ contrast: 4 }, 3),
      'not_detected',
      'growth_score',
      3,
      5,
    ],
    ['a growth that is only small', grownBut({}, 3), 'review', 'faint_growth', 90, 50],
    ['a baseline in the growth', { baselineEnd: 39 }, 'review', 'baseline_in_growth', 39, 24],
    ['cycles missing where it crosses', { gap: 3 }, 'review', 'gap_at_crossing', 3, 0],
    [
      'the very curve of another dye',
      { leak: { part: 0.07, most: 0.12 } },
      'review',
      'crosstalk',
      7.000000000000001,
      12,
    ],
    ['later than the maximum', { cq: 38.5 }, 'not_detected', 'cq_above_maximum', 38.5, 38],
    ['another product', { peaks: [peak(76)] }, 'not_detected', 'tm_outside_window', 76, 80],
    ['a hotter product', { peaks: [peak(88)] }, 'not_detected', 'tm_outside_window', 88, 82],
    [
      'the right product beside more of another',
      { peaks: [peak(76), peak(81)] },
      'review',
      'tm_outside_window',
      76,
      80,
    ],
    ['no product at all', { peaks: [] }, 'review', 'tm_missing', 0, 1],
    ['too early', { cq: 4 }, 'review', 'cq_too_early', 4, 5],
    ['growth in doubt', grownBut({}, 40), 'review', 'growth_score', 40, 70],
    ['a small rise', grownBut({ rise: 15 }, 80), 'review', 'low_rise', 15, 25],
    ['a rise before a baseline', grownBut({ start: 3.2 }), 'review', 'early_rise', 3.2, 4],
    ['a step', grownBut({ steps: { up: 12, down: 30 } }), 'review', 'odd_shape', 30, 10],
    [
      'a step up before what looks like none',
      grownBut({ rise: 4, steps: { up: 12, down: 30 } }, 1),
      'review',
      'odd_shape',
      12,
      10,
    ],
    [
      'a step down without growth',
      grownBut({ rise: 4, steps: { up: 2, down: 30 } }, 1),
      'not_detected',
      'no_amplification',
      4,
      10,
    ],
    ['a jump', grownBut({ firstHalf: 1.1 }), 'review', 'jump', 1.1, 2.2],
    [
      'a slow rise without an end',
      grownBut({ firstHalf: 7.5, endSlope: 0.9 }),
      'review',
      'slow_rise',
      7.5,
      7,
    ],
    [
      'a slow plateau',
      grownBut({ middle: 16, firstHalf: 5, secondHalf: 15 }),
      'review',
      'slow_plateau',
      15,
      12.5,
    ],
    [
      'a slow rise that ends',
      grownBut({ firstHalf: 7.5, secondHalf: 9, endSlope: 0.2 }),
      'detected',
      'cq_in_range',
      25,
      38,
    ],
    ['late', { cq: 36 }, 'review', 'cq_in_review_band', 36, 35],
  ] as const)('%s', (_, change, call, rule, value, limit) => {
    const verdict = callWell(target, { ...clear, ...change })
    expect(verdict.call).toBe(call)
    const deciders = verdict.trace.filter(({ decided }) => decided)
    expect(deciders).toEqual([{ rule, value, limit, decided: true }])
  })

  test('a curve that neither grows nor is straight is for review, crossing or not', () => {
    const growth = { top: 0.3, rise: 1.2, overDrift: 9, wander: 22 }
    const odd = { growth, ...grownBut({ rise: 3 }, 1) }
    for (const cq of [25, Number.NaN]) {
      const { call, trace } = callWell(target, { ...clear, ...odd, cq })
      expect(call).toBe('review')
      expect(trace.at(-1)).toEqual({ rule: 'odd_shape', value: 22, limit: 15, decided: true })
    }
    const straight = { ...odd, growth: { ...growth, wander: 12 } }
    expect(callWell(target, { ...clear, ...straight }).call).toBe('not_detected')
  })

  test('shows every doubt, and what was asked before', () => {
    const verdict = callWell(target, { ...clear, cq: 36, ...grownBut({ firstHalf: 1.5 }, 30) })
    expect(verdict.call).toBe('review')
    expect(verdict.trace.filter(({ decided }) => decided).map(({ rule }) => rule)).toEqual([
      'growth_score',
      'jump',
      'cq_in_review_band',
    ])
    expect(verdict.trace[0]).toEqual({ rule: 'not_measured', value: 40, limit: 6, decided: false })
  })

  test('shows each figure of the score beside its border', () => {
    const { trace } = callWell(target, clear)
    const figures = trace.slice(2, 6)
    expect(figures).toEqual([
      { rule: 'rise_over_noise', value: 300, limit: 75, decided: false },
      { rule: 'plate_share', value: 90, limit: 50, decided: false },
      { rule: 'rise_contrast', value: 25, limit: 14, decided: false },
      { rule: 'rise_part', value: 98, limit: 90, decided: false },
    ])
  })

  test('sends a sudden start to review, but not by a recipe from before there was a method', () => {
    const sudden = { ...clear, ...grownBut({ onset: 3.5 }) }
    const { call, trace } = callWell({ ...target, cq_method: 'consensus' }, sudden)
    expect(call).toBe('review')
    expect(trace).toContainEqual({
      rule: 'sudden_start',
      value: 3.5,
      limit: 3,
      decided: true,
    })
    expect(callWell(target, sudden).call).toBe('detected')
  })

  test('flags a hook without a change of the call', () => {
    const hooked = { ...clear, ...grownBut({ hook: { fall: 0.12, chance: 1e-6 } }) }
    const { call, trace } = callWell(target, hooked)
    expect(call).toBe('detected')
    expect(trace).toContainEqual({ rule: 'hook', value: 12, limit: 2, decided: false })
    expect(callWell(target, clear).trace.some(({ rule }) => rule === 'hook')).toBe(false)
  })

  test('asks for no melt and no bands where the recipe has none', () => {
    const { tm: _tm, cq_min: _min, cq_review: _review, ...plain } = target
    expect(callWell(plain, { ...clear, cq: 3, peaks: [] }).call).toBe('detected')
    expect(callWell(plain, { ...clear, cq: 37, peaks: [peak(60)] }).call).toBe('detected')
  })

  test('calls nothing absent in a run that ended early', () => {
    const flat = { ...clear, cq: Number.NaN, cycles: 28, ...grownBut({ rise: 2 }, 1) }
    const { call, trace } = callWell(target, flat)
    expect(call).toBe('invalid')
    expect(trace.at(-1)).toEqual({ rule: 'run_too_short', value: 28, limit: 38, decided: true })
    expect(callWell(target, { ...flat, cycles: 38 }).call).toBe('not_detected')
    expect(callWell(target, { ...flat, cycles: 40 }).call).toBe('not_detected')
  })

  test('lets steps and spikes explain a curve away, and a climb in noise keep one from absence', () => {
    const call = (change: Partial<Amplification>, method?: 'consensus' | 'threshold') => {
      const rule = method ? { ...target, cq_method: method } : target
      const verdict = callWell(rule, { ...clear, amplification: { ...grown, ...change } })
      return [verdict.call, verdict.trace.findLast(({ decided }) => decided)?.rule]
    }
    for (const method of ['consensus', 'threshold'] as const) {
      expect(call({ breaks: 3 }, method)).toEqual(['not_detected', 'lone_step'])
      expect(call({ breaks: 3, clearRise: 12 }, method)).not.toContain('not_detected')
      expect(call({ climb: 9, score: 3 }, method)[0]).toBe('review')
      const flat = { ...grown.shape, rise: 4 }
      expect(call({ climb: 9, score: 3, shape: flat }, method)[0]).toBe('review')
      expect(call({ score: 3, shape: flat }, method)).toEqual(['not_detected', 'no_amplification'])
    }
    // Judge by a recipe from before a method was written.
    expect(call({ breaks: 3 })).toEqual(call({}))
    expect(call({ climb: 9, score: 3 })).toEqual(call({ score: 3 }))
  })

  test('takes no baseline for a doubt where the Cq is the consensus, which needs none', () => {
    const call = (method?: 'consensus' | 'threshold') =>
      callWell(method ? { ...target, cq_method: method } : target, { ...clear, hasFloor: true })
        .call
    expect(call('consensus')).toBe('detected')
    expect(call('threshold')).toBe('review')
    expect(call()).toBe('review')
  })

  test('writes what is no number as null', () => {
    const growth = { top: Number.NaN, rise: Number.NaN, overDrift: Number.NaN, wander: Number.NaN }
    const { trace } = callWell(target, { ...clear, cq: Number.NaN, growth })
    expect(trace.at(-1)).toEqual({ rule: 'no_crossing', value: null, limit: 0.2, decided: true })
    const endless = callWell(target, { ...clear, ...grownBut({ rise: Infinity }) })
    expect(endless.trace[1]).toMatchObject({ rule: 'no_amplification', value: null })
  })
})

describe('real curves with and without amplification', () => {
  const curves = JSON.parse(
    readFileSync(new URL('../fixtures/curves/qs7-pa.json', import.meta.url), 'utf8'),
  ) as { well: string; target: string; amplified: boolean; threshold: number; rn: number[] }[]

  const judgeCurve = (rn: number[], findLimit: (noise: number) => number) => {
    const curve = Float64Array.from(rn)
    const line = fitLine(curve, chooseWindow(curve, new Float64Array(2 * curve.length)))
    const corrected = subtractLine(curve, line, new Float64Array(curve.length))
    const growth = measureGrowth(corrected, line.noise, line.slope)
    const { tm: _tm, cq_review: _review, ...probe } = target
    const limit = findLimit(line.noise)
    const cq = findCq(corrected, limit)
    const [amplification] = measureAmplifications(curve, curve.length)
    return callWell(probe, {
      amplification: amplification ?? grown,
      cycles: rn.length,
      planned: rn.length,
      peaks: null,
      excluded: false,
      threshold: limit,
      growth,
      cq,
    })
  }

  test.each(curves)('$well $target: amplified $amplified', ({ amplified, threshold, rn }) => {
    expect(judgeCurve(rn, () => threshold).call).toBe(amplified ? 'detected' : 'not_detected')
    // Lose the threshold in the noise, which does not make a flat or drifting curve a positive.
    if (!amplified) expect(judgeCurve(rn, (noise) => 2 * noise).call).not.toBe('detected')
  })

  test.each(curves.filter(({ amplified }) => !amplified))(
    '$well $target: never detected on the way',
    ({ threshold, rn }) => {
      for (let cycles = 0; cycles <= rn.length; cycles++) {
        expect(judgeCurve(rn.slice(0, cycles), () => threshold).call).not.toBe('detected')
      }
    },
  )
})
