import { expect, test } from 'vitest'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import {
  applyExclusions,
  applySettings,
  findGaps,
  readSettings,
} from '../../web/screens/analyses/detail/recalculation.ts'

const evaluation: Evaluation = {
  passive_reference: null,
  variables: [],
  controls: { ntc_clean: true, positive_detected: true, internal_control: false },
  targets: [
    {
      name: 'hlyA',
      channel: 'FAM',
      role: 'target',
      threshold: { method: 'automatic', factor: 12 },
      baseline: { method: 'window', start: 4, end: 14 },
      cq_max: 38,
      cq_review: 35,
    },
  ],
}

test('settings that nobody touched change nothing', () => {
  expect(applySettings(evaluation, readSettings(evaluation))).toEqual(evaluation)
  expect(findGaps(readSettings(evaluation))).toEqual([])
})

test('a fixed threshold and a smaller maximum are applied, the review band never above it', () => {
  const settings = readSettings(evaluation).map((one) => ({
    ...one,
    threshold: 'fixed' as const,
    value: 0.2,
    cq_max: 33,
  }))
  expect(applySettings(evaluation, settings).targets[0]).toMatchObject({
    threshold: { method: 'fixed', value: 0.2 },
    cq_max: 33,
    cq_review: 33,
  })
})

test('an empty value, an upside-down window and an impossible Cq are named', () => {
  const [one] = readSettings(evaluation)
  if (!one) throw new Error('one target')
  const broken = { ...one, threshold: 'fixed' as const, value: 0, start: 20, end: 5, cq_max: null }
  expect(findGaps([broken])).toEqual(['hlyA.value', 'hlyA.end', 'hlyA.cq_max'])
})

test('an excluded well keeps the reason it was given, a new one takes the new reason', () => {
  const before = [{ well: 'A1', target: null, reason: 'air bubble' }]
  expect(applyExclusions(before, ['A1', 'B2'], 'evaporated')).toEqual([
    { well: 'A1', target: null, reason: 'air bubble' },
    { well: 'B2', target: null, reason: 'evaporated' },
  ])
  expect(applyExclusions(before, [], 'evaporated')).toEqual([])
})
