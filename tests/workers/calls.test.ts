import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { measureGrowth } from '../../workers/curves/amplification.ts'
import { fitLine, subtractLine } from '../../workers/curves/baseline.ts'
import { chooseWindow } from '../../workers/curves/baseline-window.ts'
import { callWell, type Evidence } from '../../workers/curves/calls.ts'
import type { MeltPeak } from '../../workers/curves/melt.ts'
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

const peak = (tm: number): MeltPeak => ({ tm, height: 9, prominence: 9, width: 1.4, area: 12 })

const clear: Evidence = {
  cycles: 40,
  planned: 40,
  cq: 25,
  threshold: 0.2,
  growth: { top: 3, rise: 300, overDrift: 50, wander: 1 },
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
      'below the threshold',
      { cq: NaN, growth: { top: 0.1, rise: 300, overDrift: 9, wander: 1 } },
      'not_detected',
      'no_crossing',
      0.1,
      0.2,
    ],
    [
      'noise over the threshold',
      { growth: { top: 0.3, rise: 4, overDrift: 9, wander: 1 } },
      'not_detected',
      'no_amplification',
      4,
      10,
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
    [
      'a small rise',
      { growth: { top: 0.3, rise: 15, overDrift: 9, wander: 1 } },
      'review',
      'low_rise',
      15,
      20,
    ],
    [
      'no more than drift',
      { growth: { top: 0.3, rise: 300, overDrift: 1.5, wander: 1 } },
      'review',
      'low_rise',
      1.5,
      2,
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
    for (const cq of [25, Number.NaN]) {
      const { call, trace } = callWell(target, { ...clear, cq, growth })
      expect(call).toBe('review')
      expect(trace.at(-1)).toEqual({ rule: 'low_rise', value: 1.2, limit: 20, decided: true })
    }
    expect(callWell(target, { ...clear, growth: { ...growth, wander: 12 } }).call).toBe(
      'not_detected',
    )
  })

  test('shows every doubt, and what was asked before', () => {
    const verdict = callWell(target, {
      ...clear,
      cq: 36,
      growth: { top: 1, rise: 12, overDrift: 9, wander: 1 },
    })
    expect(verdict.call).toBe('review')
    expect(verdict.trace.filter(({ decided }) => decided).map(({ rule }) => rule)).toEqual([
      'low_rise',
      'cq_in_review_band',
    ])
    expect(verdict.trace[0]).toEqual({ rule: 'not_measured', value: 40, limit: 6, decided: false })
  })

  test('asks for no melt and no bands where the recipe has none', () => {
    const { tm: _tm, cq_min: _min, cq_review: _review, ...plain } = target
    expect(callWell(plain, { ...clear, cq: 3, peaks: [] }).call).toBe('detected')
    expect(callWell(plain, { ...clear, cq: 37, peaks: [peak(60)] }).call).toBe('detected')
  })

  test('calls nothing absent in a run that ended early', () => {
    const flat = { ...clear, cq: Number.NaN, cycles: 28 }
    const { call, trace } = callWell(target, flat)
    expect(call).toBe('invalid')
    expect(trace.at(-1)).toEqual({ rule: 'run_too_short', value: 28, limit: 38, decided: true })
    expect(callWell(target, { ...flat, cycles: 38 }).call).toBe('not_detected')
    expect(callWell(target, { ...flat, cycles: 40 }).call).toBe('not_detected')
  })

  test('writes what is no number as null', () => {
    const growth = { top: Number.NaN, rise: Number.NaN, overDrift: Number.NaN, wander: Number.NaN }
    const { trace } = callWell(target, { ...clear, cq: Number.NaN, growth })
    expect(trace.at(-1)).toEqual({ rule: 'no_crossing', value: null, limit: 0.2, decided: true })
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
    return callWell(probe, {
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
    // A threshold lost in the noise does not make a flat or drifting curve a positive.
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
