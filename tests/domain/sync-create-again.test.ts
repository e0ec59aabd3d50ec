import { expect, it } from 'vitest'
import { copyOf, createAgain, needsOtherUuid, noteLaunch } from '../../domain/sync/create-again.ts'
import { addPending, newDocument, refuse } from '../../domain/sync/document.ts'
import type { LocalDocument, PendingCreate } from '../../domain/sync/pending.ts'

const uuid = '8f1b6d8e-5a44-4c4e-9a43-0d5f7d0c1a01'
const at = '2026-03-01T08:00:00.000Z'
const plan = { uuid, name: 'Run', notebook: '', device_uuid: null, samples: [] }
const still = { made_at: at, tries: 0, next_at: 0, state: 'waiting', fault: null } as const
const create: PendingCreate = {
  ...still,
  op_id: 'one',
  type: 'create',
  input: plan as never,
  shown: { ...plan, status: 'INIT' },
}

function made(): LocalDocument {
  const document = addPending(newDocument('analysis', uuid, at), create)
  const changes = [{ field: 'name' as const, from: 'Run', to: 'Mine' }]
  return addPending(document, { ...still, op_id: 'two', type: 'merge', base_seq: 0, changes })
}
const createOf = ({ pending }: LocalDocument) => pending[0] as PendingCreate

it('a launch by hostname is noted as long as the service does not have the plan', () => {
  const launched = noteLaunch(made(), 'cube-1')
  expect(createOf(launched).launched_on).toBe('cube-1')
  const refused = refuse(launched, 'one', { code: 'forbidden', message: 'no' })
  expect(createOf(refused)).toMatchObject({ state: 'refused', launched_on: 'cube-1' })
  const sent = { ...made(), pending: made().pending.slice(1) }
  expect(noteLaunch(sent, 'cube-1')).toBe(sent)
})

it('a refused plan is sent again under its uuid, by which its device knows the run, with what was built on it', () => {
  const refused = refuse(noteLaunch(made(), 'cube-1'), 'one', { code: 'forbidden', message: 'no' })
  const again = createAgain(refused, 'new')
  expect(again.pending).toMatchObject([
    { op_id: 'new', type: 'create', state: 'waiting', fault: null, input: { uuid } },
    { op_id: 'two', type: 'merge', state: 'waiting', fault: null },
  ])
  expect(createOf(again).launched_on).toBe('cube-1')
  expect(createAgain(again, 'newer')).toBe(again)
})

it('where the service has another record under its uuid, what is on the screen is made as another', () => {
  const versions = { yours: plan, theirs: plan }
  const refused = refuse(made(), 'one', { code: 'taken', message: 'no', versions })
  expect(needsOtherUuid(createOf(refused))).toBe(true)
  const { input, shown } = copyOf(refused, createOf(refused), 'other')
  expect(input).toEqual({ ...plan, uuid: 'other', name: 'Mine' })
  expect(shown).toMatchObject({ uuid: 'other', name: 'Mine', status: 'INIT' })
})
