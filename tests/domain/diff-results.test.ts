import { expect, test } from 'vitest'
import type { CallName, Results, TraceEntry, WellResult } from '../../domain/results.ts'
import { diffResults } from '../../domain/rules/diff-results.ts'

function well(
  name: string,
  cq: number | null,
  call: CallName,
  trace: TraceEntry[] = [],
): WellResult {
  return {
    well: name,
    sample_uuid: null,
    target: 'RdRp',
    channel: 'FAM',
    cq,
    threshold: 1,
    estimates: null,
    flags: [],
    baseline: null,
    end_point: null,
    melt: [],
    call,
    trace,
  }
}

function results(...wells: WellResult[]): Results {
  return {
    engine: { name: 'bapp-curves', version: '1.0.0' },
    input_hash: '',
    evaluation: {
      targets: [],
      passive_reference: null,
      variables: [],
      controls: { ntc_clean: true, positive_detected: true, internal_control: false },
    },
    wells,
    samples: [],
    controls: [],
    assays: [],
    genotypes: [],
    references: null,
  }
}

test('equal results differ in nothing', () => {
  const same = results(well('A1', 20.001, 'detected'), well('A2', null, 'not_detected'))
  expect(
    diffResults(same, results(well('A1', 20.003, 'detected'), well('A2', null, 'not_detected'))),
  ).toEqual([])
})

test('a moved Cq and a changed call are distinguished, each with the rule that decided the call', () => {
  const early = { rule: 'no_crossing', value: null, limit: 1, decided: false } as const
  const late = { rule: 'cq_above_maximum', value: 41, limit: 38, decided: true } as const
  const before = results(well('A1', 20, 'detected'), well('A2', 37, 'detected'))
  const after = results(
    well('A1', 20.4, 'detected'),
    well('A2', null, 'not_detected', [early, late]),
  )
  expect(diffResults(before, after)).toEqual([
    {
      well: 'A1',
      target: 'RdRp',
      before: { cq: 20, call: 'detected', threshold: 1, reason: null },
      after: { cq: 20.4, call: 'detected', threshold: 1, reason: null },
      callChanged: false,
    },
    {
      well: 'A2',
      target: 'RdRp',
      before: { cq: 37, call: 'detected', threshold: 1, reason: null },
      after: { cq: null, call: 'not_detected', threshold: 1, reason: late },
      callChanged: true,
    },
  ])
})

test('results that come or go are changes', () => {
  const changes = diffResults(
    results(well('A1', 20, 'detected')),
    results(well('A2', 21, 'detected')),
  )
  expect(
    changes.map(({ well: name, before, after }) => [name, before === null, after === null]),
  ).toEqual([
    ['A2', true, false],
    ['A1', false, true],
  ])
})
