import { expect, test } from 'vitest'
import type { RecallReach } from '../../domain/calls/recalls.ts'
import type { RecallHold, RecallSubject } from '../../domain/entities/recall.ts'
import type { Draft } from '../../web/state/draft.ts'
import { isOpen, warningOf } from '../../web/screens/analyses/wizard/check.ts'
import { checkRecalls } from '../../web/screens/analyses/wizard/check-recalls.ts'
import type { Plan } from '../../web/screens/analyses/wizard/plan.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const draft = { kit: { bkit_uuid: 'kit', lot: 'L-1' } } as unknown as Draft
const plan = {
  method: { recipe_uuid: 'recipe', recipe_version: 2, evaluation: { targets: [] } },
  device: { uuid: 'device' },
} as unknown as Plan

/** Return an open recall of a thing, which also reaches others. */
function recallOf(subject: RecallSubject, ...reached: RecallSubject[]): RecallReach {
  const facts = { uuid: 'recall', number: 3, name: 'Kit · L-1', reason: 'Bad primer', sender: null }
  return { ...facts, subject, things: [subject, ...reached] }
}

const checkAgainst = (...open: RecallReach[]) =>
  checkRecalls({ draft, plan, now, recalls: { open, hold: null } })
/** Return the check of a plan while recalls of these things are open. */
const checkWith = (...subjects: RecallSubject[]) =>
  checkAgainst(...subjects.map((subject) => recallOf(subject)))

const lot = { kind: 'lot', bkit_uuid: 'kit', lot: 'l-1' } as const
const calibration = { kind: 'calibration', device_uuid: 'device', until: null } as const

test('issue 17: a plan with a lot, a device, a recipe version or a calibration under an open recall warns', () => {
  const [warned] = checkWith(lot)
  expect(warned).toMatchObject({ state: 'warned', mend: 'method' })
  expect(warned?.text).toContain('Bad primer')
  expect(warned && isOpen(warned)).toBe(true)
  // Name it by the recall: a later one has to be accepted by itself.
  expect(warned && warningOf(warned)).toBe('recall:recall')
  expect(checkWith({ kind: 'device', device_uuid: 'device' })).toMatchObject([{ mend: 'device' }])
  expect(checkWith({ kind: 'recipe', recipe_uuid: 'recipe', version: 2 })).toHaveLength(1)
  expect(checkWith({ ...calibration, from: '2026-11-01T00:00:00.000Z' })).toHaveLength(1)
})

test('decision 93: a plan with a copy of a recalled recipe warns and says why', () => {
  const recalled = { kind: 'recipe', recipe_uuid: 'original', version: 4 } as const
  const [warned] = checkAgainst(
    recallOf(recalled, { kind: 'recipe', recipe_uuid: 'recipe', version: 2 }),
  )
  expect(warned).toMatchObject({ state: 'warned', mend: 'method' })
  expect(warned?.text).toContain('was made from it')
  expect(checkWith({ ...recalled, recipe_uuid: 'recipe', version: 2 })[0]?.text).not.toContain(
    'was made from it',
  )
})

test('decision 92: a plan whose dyes were measured on a recalled device warns at its recipe', () => {
  const dyes = { kind: 'dye_calibration', calibration_uuid: 'dyes' } as const
  const compensation = { from: { calibration_uuid: 'dyes' } }
  const method = { ...plan.method, evaluation: { compensation } }
  const open = [recallOf({ kind: 'device', device_uuid: 'other' }, dyes)]
  const judged = { ...plan, method } as unknown as Plan
  const [warned] = checkRecalls({ draft, plan: judged, now, recalls: { open, hold: null } })
  expect(warned).toMatchObject({ state: 'warned', mend: 'method' })
  expect(warned?.text).toContain('were calibrated with it')
})

test('decision 93: a recall that the provider announced names the provider', () => {
  const [warned] = checkAgainst({ ...recallOf(lot), sender: 'Helix' })
  expect(warned?.text).toContain('Helix recalls Kit · L-1')
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
