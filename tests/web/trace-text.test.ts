import { expect, test } from 'vitest'
import { TraceEntry } from '../../domain/results.ts'
import { traceUnits } from '../../domain/rules/trace-units.ts'
import { decidingText, formatSignal, traceText } from '../../web/entities/result/trace-text.ts'

const rules = TraceEntry.entries.rule.options

test('every rule of a call has words for what it decided and for what it let pass', () => {
  expect(Object.keys(traceUnits).sort()).toEqual([...rules].sort())
  for (const rule of rules) {
    for (const decided of [true, false]) {
      const text = traceText({ rule, value: 31.255, limit: 38, decided })
      expect(text, rule).not.toContain('trace.')
      expect(text, rule).not.toMatch(/[{}]|undefined|NaN/)
    }
  }
})

test('a rule says its value and its limit as people write them', () => {
  expect(traceText({ rule: 'cq_above_maximum', value: 38.417, limit: 38, decided: true })).toBe(
    'Cq 38.42 is above the maximum 38.00',
  )
  expect(traceText({ rule: 'no_crossing', value: 0.0312, limit: 0.2443, decided: true })).toBe(
    'Does not reach the threshold: highest 0.031, threshold 0.244',
  )
  // Do not say of a value above the threshold that it does not reach it.
  expect(traceText({ rule: 'no_crossing', value: 3.88, limit: 3.01, decided: true })).toBe(
    'Has no lasting crossing of the threshold 3.01; highest 3.88',
  )
  expect(traceText({ rule: 'ntc_detected', value: null, limit: null, decided: true })).toContain(
    '–',
  )
})

test('first-use H7: a ratio beyond all measure is said in words, not in fourteen digits', () => {
  const text = traceText({ rule: 'odd_shape', value: 16504910686972.9, limit: 15, decided: true })
  expect(text).toContain('more than 1,000 times the noise from cycle to cycle, 15.0 allowed')
  for (const rule of rules) {
    const huge = traceText({ rule, value: 16504910686972.9, limit: 1, decided: true })
    const isRatio = traceUnits[rule] === 'ratio'
    if (isRatio) expect(huge, rule).not.toMatch(/16,504/)
  }
})

test('the deciding rule is the last that decided', () => {
  expect(
    decidingText([
      { rule: 'low_rise', value: 3, limit: 8, decided: true },
      { rule: 'cq_in_review_band', value: 36, limit: 35, decided: true },
      { rule: 'cq_in_range', value: 36, limit: 38, decided: false },
    ]),
  ).toContain('review band')
  expect(decidingText([])).toBe('')
})

test('A27-85: both ends of a scale of signals have the decimals of the larger one', () => {
  expect([formatSignal(0, 2296.4), formatSignal(2296.4, 0)]).toEqual(['0', '2,296'])
  expect([formatSignal(-0.3, 2296.4), formatSignal(0.042, 0.9)]).toEqual(['0', '0.042'])
  expect(formatSignal(-0.0004)).toBe('0.000')
})
