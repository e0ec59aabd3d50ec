import { describe, expect, test } from 'vitest'
import { callNames, type TraceEntry } from '../../domain/results.ts'
import { stepWells } from '../../web/screens/analyses/detail/review/step-wells.ts'
import { judgeTrace } from '../../web/screens/analyses/detail/review/trace-verdict.ts'
import { listWellLines } from '../../web/screens/analyses/detail/review/well-curve-lines.ts'

const entry = (rule: TraceEntry['rule'], decided: boolean): TraceEntry => ({
  rule,
  decided,
  value: null,
  limit: null,
})

describe('the outcome of each rule', () => {
  test('one decided for the result, the others passed', () => {
    const trace = [entry('no_amplification', false), entry('cq_in_range', true)]
    expect(judgeTrace(trace, 'detected')).toEqual(['held', 'for'])
  })

  test('nothing came up: that settles it', () => {
    expect(judgeTrace([entry('no_amplification', true)], 'not_detected')).toEqual(['settled'])
  })

  test('every doubt counts against the result', () => {
    const trace = [entry('hook', true), entry('low_rise', false), entry('cq_in_review_band', true)]
    expect(judgeTrace(trace, 'review')).toEqual(['against', 'held', 'against'])
  })

  test('a failed control overrules what the curve itself said', () => {
    const trace = [entry('cq_in_range', true), entry('ntc_detected', true)]
    expect(judgeTrace(trace, 'invalid')).toEqual(['overruled', 'against'])
  })

  test('a value by its limit is borderline, one that speaks against growth no tick, a hook a remark', () => {
    const measured = (rule: TraceEntry['rule'], value: number, limit: number): TraceEntry => ({
      rule,
      value,
      limit,
      decided: false,
    })
    const verdictOf = (one: TraceEntry) => judgeTrace([one], 'detected')[0]
    expect(verdictOf(measured('cq_above_maximum', 36.6, 38))).toBe('near')
    expect(verdictOf(measured('cq_above_maximum', 30, 38))).toBe('held')
    expect(verdictOf(measured('rise_over_noise', 13, 12))).toBe('near')
    expect(verdictOf(measured('rise_over_noise', 4, 12))).toBe('below')
    expect(verdictOf(measured('rise_over_noise', 60, 12))).toBe('held')
    // Take neither all cycles that were planned for a borderline, nor a growth that doubles with each of them.
    expect(verdictOf(measured('not_measured', 6, 6))).toBe('held')
    expect(verdictOf(measured('jump', Math.log2(5), 2.2))).toBe('held')
    expect(verdictOf(measured('hook', 12, 5))).toBe('noted')
  })

  test.each(callNames)('a call %s leaves no link without a verdict', (call) => {
    const trace = [entry('excluded', true), entry('hook', false)]
    expect(judgeTrace(trace, call)).toHaveLength(2)
  })
})

describe('from well to well', () => {
  const wells = [0, 1, 2, 5]

  test('from a single one through all that have results', () => {
    expect(stepWells(wells, new Set([2]), null)).toEqual({
      well: 2,
      position: 3,
      count: 4,
      previous: 1,
      next: 5,
    })
  })

  test('through the selected ones, in the order of the plate', () => {
    const selected = new Set([5, 0, 2])
    expect(stepWells(wells, selected, null)).toMatchObject({ well: 0, next: 2, count: 3 })
    expect(stepWells(wells, selected, 2)).toMatchObject({ well: 2, previous: 0, next: 5 })
    // Begin with the first for a well that was looked at before the selection became another.
    expect(stepWells(wells, selected, 1)).toMatchObject({ well: 0, position: 1 })
  })

  test('an empty well says so; without a selection there is none', () => {
    expect(stepWells(wells, new Set([7]), null)).toMatchObject({ well: 7, count: 1, next: null })
    expect(stepWells(wells, new Set(), null)).toBeNull()
  })
})

test('the curve that was judged is drawn over those of its replicates', () => {
  const corrected = Float64Array.from({ length: 2 * 4 * 3 }, (_, at) => at)
  const layers = { channels: ['FAM', 'VIC'], wells: 4, points: 3, corrected }
  const lines = listWellLines(layers as never, 'VIC', 1, [1, 3])
  expect(lines.map(({ id, weight }) => [id, weight])).toEqual([
    ['3', 'dim'],
    ['1', 'strong'],
  ])
  expect(Array.from(lines[1]?.values ?? [])).toEqual([15, 16, 17])
  expect(listWellLines(layers as never, 'CY5', 1, [])).toEqual([])
})
