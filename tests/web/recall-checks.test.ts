import { expect, test } from 'vitest'
import type { Recall, RecallHold } from '../../domain/entities/recall.ts'
import type { Draft } from '../../web/state/draft.ts'
import { isOpen, warningOf } from '../../web/screens/analyses/wizard/check.ts'
import { checkRecalls } from '../../web/screens/analyses/wizard/check-recalls.ts'
import type { Plan } from '../../web/screens/analyses/wizard/plan.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const draft = { kit: { bkit_uuid: 'kit', lot: 'L-1' } } as unknown as Draft
const plan = {
  recipe: { uuid: 'recipe', version: 2, evaluation: { targets: [] } },
  device: { uuid: 'device' },
} as unknown as Plan

const recallOf = (subject: Recall['subject']) =>
  ({ uuid: 'recall', number: 3, name: 'Kit · L-1', reason: 'Bad primer', subject }) as Recall

/** Return the check of a plan while recalls of these things are open. */
function checkWith(...subjects: Recall['subject'][]) {
  return checkRecalls({ draft, plan, now, recalls: { open: subjects.map(recallOf), hold: null } })
}

const lot = { kind: 'lot', bkit_uuid: 'kit', lot: 'l-1' } as const
const calibration = { kind: 'calibration', device_uuid: 'device', until: null } as const

test('issue 17: a plan with a lot, a device, a recipe version or a calibration under an open recall warns', () => {
  const [warned] = checkWith(lot)
  expect(warned).toMatchObject({ state: 'warned', mend: 'method' })
  expect(warned?.text).toContain('Bad primer')
  expect(warned && isOpen(warned)).toBe(true)
  // Known by the recall: a later one has to be accepted by itself.
  expect(warned && warningOf(warned)).toBe('recall:recall')
  expect(checkWith({ kind: 'device', device_uuid: 'device' })).toMatchObject([{ mend: 'device' }])
  expect(checkWith({ kind: 'recipe', recipe_uuid: 'recipe', version: 2 })).toHaveLength(1)
  expect(checkWith({ ...calibration, from: '2026-11-01T00:00:00.000Z' })).toHaveLength(1)
})

test('issue 17: a plan whose recipe was made from a recalled one of the provider warns', () => {
  const origin = { global_uuid: 'global', version: 4 }
  const made = { ...plan, recipe: { ...plan.recipe, origin } } as unknown as Plan
  const check = (version: number) => {
    const open = [recallOf({ kind: 'recipe', recipe_uuid: 'global', version })]
    return checkRecalls({ draft, plan: made, now, recalls: { open, hold: null } })
  }
  expect(check(4)).toMatchObject([{ state: 'warned', mend: 'method' }])
  expect(check(3)).toEqual([])
})

test('issue 17: recalls of another lot, version, device or of a calibration that ended say nothing', () => {
  const ended = { from: '2026-10-01T00:00:00.000Z', until: '2026-11-01T00:00:00.000Z' }
  const others = checkWith(
    { ...lot, lot: 'L-2' },
    { kind: 'recipe', recipe_uuid: 'recipe', version: 1 },
    { kind: 'device', device_uuid: 'other' },
    { ...calibration, ...ended },
  )
  expect(others).toEqual([])
})

test('issue 17: a plan that a recall holds is not launched, whatever the person accepts', () => {
  const hold = { recall_number: 3, reason: 'Bad primer' } as RecallHold
  const [held] = checkRecalls({ draft, plan, now, recalls: { open: [recallOf(lot)], hold } })
  expect(held?.state).toBe('open')
  expect(held?.text).toContain('3')
})
