import { expect, test } from 'vitest'
import type { Evaluation, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { chooseCqMethod, writeCqMethods } from '../../domain/rules/cq-default.ts'

const automatic = { method: 'automatic', factor: 10 } as const
const fixed = { method: 'fixed', value: 0.2 } as const

const target = (rest: Partial<TargetRule>): TargetRule => ({
  name: 'T',
  channel: 'FAM',
  role: 'target',
  threshold: automatic,
  baseline: { method: 'automatic' },
  cq_max: 40,
  ...rest,
})

const evaluation = (...targets: TargetRule[]): Evaluation => ({
  targets,
  passive_reference: null,
  controls: { ntc_clean: true, positive_detected: true, internal_control: false },
  variables: [],
})

test('a new target is read by consensus, and by threshold where one is given', () => {
  expect(chooseCqMethod({ threshold: automatic })).toBe('consensus')
  expect(chooseCqMethod({ threshold: fixed })).toBe('threshold')
  const mixes = [{ well_type: 'A', threshold: fixed }]
  expect(chooseCqMethod({ threshold: automatic, well_thresholds: mixes })).toBe('threshold')
  expect(chooseCqMethod({ threshold: automatic }, { thresholds_from: 'instrument' })).toBe(
    'threshold',
  )
})

test('the method is written into a new evaluation, and one that is there stays', () => {
  const given = evaluation(target({}), target({ cq_method: 'cy0' }), target({ threshold: fixed }))
  const written = writeCqMethods(given).targets.map(({ cq_method }) => cq_method)
  expect(written).toEqual(['consensus', 'cy0', 'threshold'])
  expect(given.targets[0]).not.toHaveProperty('cq_method')
  expect(writeCqMethods(given, 'threshold').targets[0]?.cq_method).toBe('threshold')
})
