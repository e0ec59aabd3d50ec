import { expect, it } from 'vitest'
import { describeEnd, hasEndedEarly } from '../../domain/rules/run-points.ts'

const whole = { measured: 40, last: 40, planned: 40 }
const none = { measured: 0, last: 0, planned: 0 }

it('third attack C2: an end is said in a word for files, and nothing of a whole run', () => {
  const points = { AMP: whole, VAL: none }
  expect(describeEnd({ status: 'VALIDATION', points })).toBe('')
  const short = { AMP: { measured: 12, last: 12, planned: 40 }, VAL: { ...none, planned: 60 } }
  expect(describeEnd({ status: 'VALIDATION', points: short })).toBe(
    'ended early: 12 of 40 cycles, 0 of 60 melt points',
  )
  const gap = { AMP: { measured: 39, last: 40, planned: 40 }, VAL: none }
  expect(describeEnd({ status: 'COMPLETE', points: gap })).toBe('points missing: 39 of 40 cycles')
  expect(describeEnd({ status: 'ABORT', points })).toBe('ended early')
})

it('third attack C2: a record without a count that was signed keeps the reason of its early end', () => {
  expect(hasEndedEarly({ status: 'VALIDATION', end_reason: 'lid opened' })).toBe(true)
  expect(hasEndedEarly({ status: 'COMPLETE', end_reason: 'lid opened' })).toBe(true)
  expect(hasEndedEarly({ status: 'VALIDATION', end_reason: '' })).toBe(false)
})
