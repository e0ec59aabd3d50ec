import { expect, test } from 'vitest'
import type { Rollout } from '../../domain/entities/bkernel.ts'
import { listTakenSteps } from '../../domain/rules/rollout-history.ts'

const at = '2026-11-20T08:00:00.000Z'
const rollout = (state: Rollout['state'], phase = 0): Rollout => ({ state, phase, since: at })
const ada = { name: 'Ada', via: 'account' }
const entry = (
  seq: number,
  before: Rollout | undefined,
  after: Rollout,
  action = 'bkernel.rollout',
) => ({
  seq,
  at,
  actor: action === 'bkernel.stop_rollout' ? { name: 'service', via: 'system' } : ada,
  action,
  reason: `reason ${seq}`,
  changes: [{ field: 'rollout', ...(before && { before }), after }],
})
const stopped = (why: 'gates' | 'deadline', state: 'halted' | 'paused') => ({
  ...rollout(state, 1),
  stopped: { why, at, gates: [] },
})

test('issue 19: the steps of a rollout are read from the trail, the newest first', () => {
  const steps = listTakenSteps([
    { ...entry(1, undefined, rollout('draft')), action: 'bkernel.create', changes: [] },
    entry(2, undefined, rollout('draft'), 'bkernel.plan'),
    entry(3, rollout('draft'), rollout('draft'), 'bkernel.rehearse'),
    entry(4, rollout('draft'), rollout('approved')),
    entry(5, rollout('approved'), rollout('running')),
    entry(6, rollout('running'), rollout('running', 1)),
    entry(7, rollout('running', 1), stopped('deadline', 'paused'), 'bkernel.stop_rollout'),
    entry(8, stopped('deadline', 'paused'), rollout('running', 1)),
    entry(9, rollout('running', 1), rollout('paused', 1)),
    entry(10, rollout('paused', 1), rollout('halted', 1)),
  ])
  expect(steps.map(({ what }) => what)).toEqual(
    [
      'plan',
      'rehearse',
      'approve',
      'start',
      'next',
      'pause',
      'resume',
      'pause',
      'halt',
    ].toReversed(),
  )
  expect(steps[0]).toEqual({ seq: 10, what: 'halt', phase: 2, at, by: ada, reason: 'reason 10' })
  expect(steps.find(({ seq }) => seq === 7)?.by).toBe('deadline')
})

test('issue 19: a step without a person is shown as one of the gates, a finished rollout as finished', () => {
  const [done, halt] = listTakenSteps([
    entry(1, rollout('running', 1), stopped('gates', 'halted'), 'bkernel.stop_rollout'),
    entry(2, rollout('running', 4), rollout('finished', 4)),
  ])
  expect([done?.what, halt?.what, halt?.by]).toEqual(['finish', 'halt', 'gates'])
  // Start a version that was rolled out before there were plans, which has no state before its start.
  expect(listTakenSteps([entry(3, undefined, rollout('running'))])[0]?.what).toBe('start')
})
