import { expect, test } from 'vitest'
import type {
  CallName,
  Results,
  SampleResult,
  TraceEntry,
  WellResult,
} from '../../domain/results.ts'
import { sampleBecause, sampleReasons } from '../../web/screens/analyses/detail/sample-reasons.ts'

const odd: TraceEntry = { rule: 'odd_shape', value: 20, limit: 15, decided: true }
const below: TraceEntry = { rule: 'no_amplification', value: 2, limit: 10, decided: true }
const well = (name: string, call: CallName, trace: TraceEntry[]) =>
  ({ well: name, target: 'TGFb', call, trace }) as WellResult
const sample = (call: CallName, wells: string[], trace: TraceEntry[] = []) =>
  ({ target: 'TGFb', call, wells, trace }) as SampleResult

const of = (found: WellResult[], controls: Results['controls'] = []) => ({ wells: found, controls })

const wells = [well('A2', 'not_detected', [below]), well('A3', 'review', [odd])]

test('first-use H6: a sample in doubt names the well that is the reason', () => {
  const text = sampleBecause(sample('review', ['A2', 'A3'], [odd]), of(wells))
  expect(text).toBe(
    'Review, because A3: Irregular signal, not growth: 20.0 times the noise from cycle to cycle, 15.0 allowed',
  )
  expect(sampleBecause(sample('not_detected', ['A2'], [below]), of(wells))).toBeNull()
})

test('first-use H6: wells with the same reason are named together, of many reasons how many more wells', () => {
  const alike = ['A1', 'A2'].map((name) => well(name, 'review', [odd]))
  expect(sampleReasons(sample('review', ['A1', 'A2'], [odd]), of(alike))).toMatch(
    /^A1, A2: Irregular/,
  )
  const many = ['A1', 'A2', 'A3', 'A4', 'A5'].map((name, at) =>
    well(name, 'review', [{ ...odd, value: 20 + at }]),
  )
  const text = sampleReasons(sample('review', ['A1', 'A2', 'A3', 'A4', 'A5']), of(many))
  expect(text).toMatch(/^A1: .* · A2: .* · A3: .* · 2 more wells$/)
})

test('first-use H6: a sample that a control made invalid says so, not that its replicates disagree', () => {
  const disagree: TraceEntry = { rule: 'replicates_disagree', value: 1, limit: 2, decided: true }
  const control: TraceEntry = { rule: 'ntc_detected', value: 35, limit: null, decided: true }
  const both = ['A1', 'A2'].map((name) => well(name, 'invalid', [odd, control]))
  const text = sampleReasons(sample('invalid', ['A1', 'A2'], [disagree]), of(both))
  expect(text).toMatch(/^A1, A2: /)
  expect(text).not.toContain('disagree')
})

test('first-use H6: replicates that do not agree are the reason', () => {
  const disagree: TraceEntry = { rule: 'replicates_disagree', value: 1, limit: 2, decided: true }
  const text = sampleReasons(sample('review', ['A2', 'A3'], [odd, disagree]), of(wells))
  expect(text).not.toContain('A3')
  expect(text).not.toBe('')
})

test('attack B11: of a failed control the reason names the well of the control', () => {
  const ntc: TraceEntry = { rule: 'ntc_detected', value: 38.72, limit: null, decided: true }
  const both = ['A7', 'A8'].map((name) => well(name, 'invalid', [below, ntc]))
  const rule = { ok: false, target: 'TGFb', wells: ['A11', 'C11'] }
  const controls = [
    { ...rule, rule: 'positive_detected', wells: ['H1'] },
    { ...rule, rule: 'ntc_clean', target: 'other', wells: ['H2'] },
    { ...rule, rule: 'ntc_clean' },
  ] as Results['controls']
  const text = sampleBecause(sample('invalid', ['A7', 'A8'], [ntc]), of(both, controls))
  expect(text).toMatch(/^Invalid, because A11: .*38\.72/)
  expect(text).not.toMatch(/A7|A8|H1|H2/)
})
