import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { CallName, Results, SampleResult, WellResult } from '../../domain/results.ts'
import {
  compareRisks,
  findRisks,
  type Risk,
  riskLevels,
  riskNames,
  sumUpRisks,
  weighRisks,
} from '../../domain/rules/review-risk.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const run = {
  status: 'COMPLETE',
  created_at: '2026-03-10T08:00:00Z',
  ended_at: '2026-03-10T10:00:00Z',
  exclusions: [],
  results: [],
} satisfies Parameters<typeof findRisks>[1]

const target: TargetRule = {
  name: 'hlyA',
  channel: 'FAM',
  role: 'target',
  threshold: { method: 'automatic', factor: 10 },
  baseline: { method: 'automatic' },
  cq_max: 38,
}

function well(name: string, cq: number | null, call: CallName, more: Partial<WellResult> = {}) {
  return {
    well: name,
    sample_uuid: null,
    target: 'hlyA',
    channel: 'FAM',
    cq,
    threshold: 1,
    estimates: null,
    flags: [],
    baseline: null,
    end_point: null,
    melt: [],
    call,
    trace: [],
    ...more,
  } satisfies WellResult
}

function sample(call: CallName, wells: string[], more: Partial<SampleResult> = {}): SampleResult {
  return {
    sample_uuid: '018f0000-0000-7000-8000-000000000001',
    target: 'hlyA',
    call,
    wells,
    cq_mean: null,
    cq_sd: null,
    quantity: null,
    trace: [],
    ...more,
  }
}

function results(more: Partial<Results>): Results {
  return {
    engine: { name: 'bapp-curves', version: '1.0.0' },
    input_hash: '',
    evaluation: {
      targets: [target],
      passive_reference: null,
      variables: [],
      controls: { ntc_clean: true, positive_detected: true, internal_control: false },
    },
    wells: [],
    samples: [],
    controls: [],
    assays: [],
    genotypes: [],
    references: null,
    ...more,
  }
}

const listed = { ...run, excluded: [], calculations: 1 }
const found = (more: Partial<Results>, record = run) => findRisks(results(more), record, now)

describe('first-use H6: the well whose rule objected is the one to look at', () => {
  const odd = { rule: 'odd_shape', value: 20, limit: 15, decided: true } as const
  const wells = [
    well('A2', null, 'not_detected'),
    well('A3', null, 'review', { trace: [odd] }),
    well('A4', null, 'review', { trace: [odd] }),
  ]

  test('first-use H6: a replicate that nothing is wrong with is not shown as the reason', () => {
    const [risk] = found({ wells, samples: [sample('review', ['A2', 'A3', 'A4'])] })
    expect(risk).toEqual({ name: 'review', count: 1, wells: ['A3', 'A4'] })
  })

  test('first-use H6: replicates that do not agree are all shown', () => {
    const disagree = { rule: 'replicates_disagree', value: 1, limit: 3, decided: true } as const
    const one = sample('review', ['A2', 'A3', 'A4'], { trace: [disagree] })
    expect(found({ wells, samples: [one] })[0]?.wells).toEqual(['A2', 'A3', 'A4'])
  })

  test('first-use H6: invalid wells are those of an invalid sample; without any, all of it is shown', () => {
    const broken = [well('B1', null, 'invalid'), well('B2', 30, 'detected')]
    const risks = found({ wells: broken, samples: [sample('invalid', ['B1', 'B2'])] })
    expect(risks[0]).toEqual({ name: 'invalid', count: 1, wells: ['B1'] })
    expect(found({ samples: [sample('invalid', ['B1', 'B2'])] })[0]?.wells).toEqual(['B1', 'B2'])
  })
})

describe('what a reviewer is to look at', () => {
  test('a clean run that has just ended gives nothing', () => {
    const clean = found({
      wells: [well('A1', 22, 'detected'), well('A2', null, 'not_detected')],
      samples: [sample('detected', ['A1']), sample('not_detected', ['A2'])],
      controls: [{ rule: 'ntc_clean', ok: true, target: 'hlyA', wells: ['A2'] }],
    })
    expect(clean).toEqual([])
    expect(weighRisks(clean)).toBe('none')
  })

  test('a failed control names its wells and weighs most', () => {
    const risks = found({
      controls: [{ rule: 'ntc_clean', ok: false, target: 'hlyA', wells: ['H12', 'H2'] }],
      samples: [sample('review', ['B10', 'B9'])],
    })
    expect(risks).toEqual([
      { name: 'controls_failed', count: 1, wells: ['H2', 'H12'] },
      { name: 'review', count: 1, wells: ['B9', 'B10'] },
    ])
    expect(weighRisks(risks)).toBe('high')
  })

  test('a Cq near the limit of its target, on either side, and none that is far from it', () => {
    const wells = [
      well('A1', 36.4, 'not_detected'),
      well('A2', 36.6, 'detected'),
      well('A3', 39.4, 'not_detected'),
      well('A4', 30, 'detected'),
      well('A5', 37.5, 'invalid'),
    ]
    expect(found({ wells })).toEqual([{ name: 'late_cq', count: 2, wells: ['A2', 'A3'] }])
  })

  test('the review band has a limit at both ends', () => {
    const evaluation = { ...results({}).evaluation, targets: [{ ...target, cq_review: 33 }] }
    const wells = [well('A1', 32, 'detected'), well('A2', 35.5, 'review')]
    expect(found({ evaluation, wells })[0]).toMatchObject({ name: 'late_cq', wells: ['A1'] })
  })

  test('replicates that disagree or scatter, by the recipe’s own limit where it has one', () => {
    const apart = sample('review', ['A1', 'A2'], {
      trace: [{ rule: 'replicates_disagree', value: 1, limit: 2, decided: true }],
    })
    const wide = sample('detected', ['B1', 'B2'], { cq_sd: 0.6 })
    const names = (list: Risk[]) => list.filter(({ name }) => name === 'replicates')
    expect(names(found({ samples: [apart, wide] }))).toEqual([
      { name: 'replicates', count: 2, wells: ['A1', 'A2', 'B1', 'B2'] },
    ])
    const { evaluation } = results({})
    const loose = { ...evaluation, controls: { ...evaluation.controls, replicate_sd: 1 } }
    expect(names(found({ evaluation: loose, samples: [wide] }))).toEqual([])
  })

  test('wells left out with a reason are reported once, and not as a doubt of their own', () => {
    const trace = [{ rule: 'excluded' as const, value: null, limit: null, decided: true }]
    const flags = [{ name: 'spike' as const, value: 1, limit: null }]
    const risks = found(
      {
        wells: [well('A1', 37.9, 'invalid', { trace, flags })],
        samples: [sample('invalid', ['A1'], { trace })],
      },
      { ...run, exclusions: [{ well: 'A1', target: null, reason: 'bubble' }] } as never,
    )
    expect(risks).toEqual([{ name: 'excluded', count: 1, wells: ['A1'] }])
    expect(weighRisks(risks)).toBe('low')
  })

  test('a run that ended early, and one that has waited for days', () => {
    const ended = { created_at: '2026-03-05T08:00:00Z', ended_at: '2026-03-05T10:00:00Z' }
    const old = { ...run, status: 'INCOMPLETE', ...ended } as never
    expect(found({}, old)).toEqual([
      { name: 'ended_early', count: 1, wells: [] },
      { name: 'waiting', count: 5, wells: [] },
    ])
  })

  test('attack B7: fewer points than planned are a finding, whatever the status says', () => {
    const points = (measured: number, last: number, planned: number) => ({
      AMP: { measured, last, planned },
      VAL: { measured: 0, last: 0, planned: 0 },
    })
    const of = (kept: object) => found({}, { ...run, points: kept } as never)
    expect(of(points(40, 40, 40))).toEqual([])
    expect(of(points(6, 6, 40))).toEqual([{ name: 'ended_early', count: 1, wells: [] }])
    expect(of(points(5, 7, 40))).toEqual([
      { name: 'ended_early', count: 1, wells: [] },
      { name: 'points_missing', count: 2, wells: [] },
    ])
    expect(of(points(39, 40, 40))).toEqual([{ name: 'points_missing', count: 1, wells: [] }])
    const unmelted = { ...points(40, 40, 40), VAL: { measured: 0, last: 0, planned: 60 } }
    expect(of(unmelted)).toEqual([{ name: 'ended_early', count: 1, wells: [] }])
    expect(weighRisks(of(unmelted))).toBe('high')
  })

  test('an imported run waits since it came in, not since it was run', () => {
    const imported = { ...run, ended_at: '2010-10-01T10:00:00Z' } as never
    expect(found({}, imported)).toEqual([])
  })

  test('the counts of a list already tell the gravest', () => {
    const summary = { detected: 3, not_detected: 4, review: 2, invalid: 0, controls_ok: false }
    expect(sumUpRisks(summary, listed, now).map(({ name, count }) => [name, count])).toEqual([
      ['controls_failed', 1],
      ['review', 2],
    ])
    expect(sumUpRisks(null, listed, now)).toEqual([])
  })
})

describe('the order of the queue', () => {
  const entry = (uuid: string, since: string, ...risks: [Risk['name'], number][]) => ({
    uuid,
    since,
    risks: risks.map(([name, count]) => ({ name, count, wells: [] })),
  })
  const sorted = (...list: ReturnType<typeof entry>[]) =>
    list.toSorted(compareRisks).map(({ uuid }) => uuid)

  test('a failed control goes before ever so many doubts, and doubts before oddities', () => {
    expect(
      sorted(
        entry('odd', '2026-01-01', ['anomalies', 90]),
        entry('doubts', '2026-01-01', ['review', 90], ['late_cq', 90]),
        entry('control', '2026-03-01', ['controls_failed', 1]),
        entry('clean', '2025-01-01'),
      ),
    ).toEqual(['control', 'doubts', 'odd', 'clean'])
  })

  test('within a level: more kinds, then more of them, then the longer wait', () => {
    expect(
      sorted(
        entry('new', '2026-03-02', ['review', 2]),
        entry('old', '2026-03-01', ['review', 2]),
        entry('more', '2026-03-02', ['review', 3]),
        entry('two kinds', '2026-03-02', ['review', 1], ['late_cq', 1]),
      ),
    ).toEqual(['two kinds', 'more', 'old', 'new'])
  })

  test('is an order: the same whatever order the runs come in', () => {
    const risk = fc.record({
      name: fc.constantFrom(...riskNames),
      count: fc.integer({ min: 1, max: 9 }),
      wells: fc.constant<string[]>([]),
    })
    const runs = fc.uniqueArray(
      fc.record({
        uuid: fc.uuid(),
        since: fc.constantFrom('2026-01-01', '2026-01-02'),
        risks: fc.uniqueArray(risk, { selector: ({ name }) => name, maxLength: 4 }),
      }),
      { selector: ({ uuid }) => uuid, maxLength: 12 },
    )
    fc.assert(
      fc.property(runs, (list) => {
        const once = list.toSorted(compareRisks)
        const again = list.toReversed().toSorted(compareRisks)
        expect(again).toEqual(once)
        const found = once.map(({ risks }) => riskLevels.indexOf(weighRisks(risks)))
        expect(found).toEqual(found.toSorted((a, b) => a - b))
      }),
    )
  })
})
