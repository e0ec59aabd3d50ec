import { expect, test } from 'vitest'
import type { Act } from '../../web/record/act.ts'
import { offerBulk, operationOf, planBulk } from '../../web/record/bulk.ts'
import { reverseOf } from '../../web/record/undo.ts'

interface Row {
  uuid: string
  on: boolean
  mine?: true
}
const send = async () => 'done'
const actsOf = ({ on, mine }: Row): Act[] => [
  { id: 'edit', label: 'Edit', icon: 'edit', why: null, open: () => undefined },
  on
    ? {
        id: 'off',
        label: 'Switch off',
        icon: 'stop',
        why: mine ? 'Not yourself.' : null,
        change: { field: 'State', before: 'on', after: 'off' },
        send,
      }
    : {
        id: 'on',
        label: 'Switch on',
        icon: 'check',
        why: null,
        change: { field: 'State', before: 'off', after: 'on' },
        send,
      },
  { id: 'mail', label: 'Send a mail', icon: 'message', why: null, send },
]
const rows: Row[] = [
  { uuid: 'a', on: true },
  { uuid: 'b', on: false },
  { uuid: 'c', on: true, mine: true },
]

test('the acts of many are in one order, also where the first row cannot have one of them', () => {
  const two = (row: Row): Act[] => [
    { ...(actsOf({ ...row, on: true })[1] as Act), why: row.mine ? 'Not yourself.' : null },
    actsOf({ ...row, on: false })[1] as Act,
  ]
  expect(offerBulk(rows.toReversed(), two).map(({ id }) => id)).toEqual(['off', 'on'])
})

test('many can be given what says what it changes, as far as one of them may have it', () => {
  expect(offerBulk(rows, actsOf).map(({ id }) => id)).toEqual(['off', 'on'])
  expect(offerBulk(rows.slice(2), actsOf)).toEqual([])
})

test('a plan says of each row what becomes of it, or why nothing does, those first', () => {
  const plan = planBulk(rows, actsOf, 'off').map(({ row, act, why }) => [row.uuid, act?.id, why])
  expect(plan).toEqual([
    ['b', undefined, 'Nothing to change.'],
    ['c', undefined, 'Not yourself.'],
    ['a', 'off', null],
  ])
})

test('each row has an operation id of its own that begins with that of the batch, as the service takes it', () => {
  const [batch, row] = [crypto.randomUUID(), crypto.randomUUID()]
  expect(operationOf(batch, row)).toMatch(/^[\w-]{8,80}$/)
  expect(operationOf(batch, row).startsWith(batch)).toBe(true)
  // Leave room for the undo of a flag, which adds to it.
  expect(`${operationOf(batch, row)}_r`).toMatch(/^[\w-]{8,80}$/)
})

const entry = (seq: number, op_id: string, field: string, before: unknown, after: unknown) => ({
  seq,
  at: '2026-11-26T10:00:00.000Z',
  op_id,
  changes: [{ field, before, after }],
})

test('an operation is taken back to the previous values, as the log has them', () => {
  const log = [entry(1, 'one', 'active', 'Y', 'N'), entry(2, 'two', 'name', 'A', 'B')]
  expect(reverseOf(log, 'one')).toEqual({ active: 'Y' })
  expect(reverseOf(log, 'three')).toBe('gone')
})

test('a row changed again since is not taken back', () => {
  const log = [entry(1, 'one', 'active', 'Y', 'N'), entry(2, 'two', 'active', 'N', 'Y')]
  expect(reverseOf(log, 'one')).toBe('moved')
  expect(reverseOf(log, 'two')).toEqual({ active: 'N' })
})
