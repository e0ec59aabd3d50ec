import { expect, test } from 'vitest'
import type { CallName, SampleResult, TraceEntry, WellResult } from '../../domain/results.ts'
import { sampleBecause, sampleReasons } from '../../web/screens/analyses/detail/sample-reasons.ts'

const odd: TraceEntry = { rule: 'odd_shape', value: 20, limit: 15, decided: true }
const below: TraceEntry = { rule: 'no_amplification', value: 2, limit: 10, decided: true }
const well = (name: string, call: CallName, trace: TraceEntry[]) =>
  ({ well: name, target: 'TGFb', call, trace }) as WellResult
const sample = (call: CallName, wells: string[], trace: TraceEntry[] = []) =>
  ({ target: 'TGFb', call, wells, trace }) as SampleResult

const wells = [well('A2', 'not_detected', [below]), well('A3', 'review', [odd])]

test('first-use H6: a sample in doubt names the well that is the reason', () => {
  const text = sampleBecause(sample('review', ['A2', 'A3'], [odd]), wells)
  expect(text).toBe(
    'Review, because A3: Strays or jumps as no growth does: 20.0 times the noise, 15.0 allowed',
  )
  expect(sampleBecause(sample('not_detected', ['A2'], [below]), wells)).toBeNull()
})

test('first-use H6: wells with the same reason are named together, of many reasons how many more wells', () => {
  const alike = ['A1', 'A2'].map((name) => well(name, 'review', [odd]))
  expect(sampleReasons(sample('review', ['A1', 'A2'], [odd]), alike)).toMatch(/^A1, A2: Strays/)
  const many = ['A1', 'A2', 'A3', 'A4', 'A5'].map((name, at) =>
    well(name, 'review', [{ ...odd, value: 20 + at }]),
  )
  const text = sampleReasons(sample('review', ['A1', 'A2', 'A3', 'A4', 'A5']), many)
  expect(text).toMatch(/^A1: .* · A2: .* · A3: .* · 2 more wells$/)
})

test('first-use H6: a sample that a control made invalid says so, not that its replicates disagree', () => {
  const disagree: TraceEntry = { rule: 'replicates_disagree', value: 1, limit: 2, decided: true }
  const control: TraceEntry = { rule: 'ntc_detected', value: 35, limit: null, decided: true }
  const both = ['A1', 'A2'].map((name) => well(name, 'invalid', [odd, control]))
  const text = sampleReasons(sample('invalid', ['A1', 'A2'], [disagree]), both)
  expect(text).toMatch(/^A1, A2: /)
  expect(text).not.toContain('disagree')
})

test('first-use H6: where the replicates do not agree, that is the reason', () => {
  const disagree: TraceEntry = { rule: 'replicates_disagree', value: 1, limit: 2, decided: true }
  const text = sampleReasons(sample('review', ['A2', 'A3'], [odd, disagree]), wells)
  expect(text).not.toContain('A3')
  expect(text).not.toBe('')
})
