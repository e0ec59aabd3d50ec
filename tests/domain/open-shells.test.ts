import { expect, test } from 'vitest'
import type { CommandRecord } from '../../domain/entities/command.ts'
import { findOpenShells } from '../../domain/rules/open-shells.ts'

const device_uuid = '00000000-0000-4000-8000-000000000001'
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString()
const ms = (minute: number) => Date.parse(at(minute))

function entry(minute: number, command: object, state = 'done'): CommandRecord {
  const stamps = { created_at: at(minute), updated_at: at(minute) }
  const order = { name: 'REMOTE_SHELL', ...command }
  return { ...stamps, device_uuid, user_name: 'Ada', state, command: order } as CommandRecord
}
const start = { action: 'start', reason: 'Log of run 12', minutes: 15 }

test('first-use H10: an open shell is shown with person, reason and end, and no longer than that', () => {
  const ledger = [entry(0, start)]
  const open = { device_uuid, user_name: 'Ada', reason: 'Log of run 12', until: ms(15) }
  expect(findOpenShells(ledger, ms(14))).toEqual([open])
  expect(findOpenShells(ledger, ms(15))).toEqual([])
})

test('first-use H10: the newest order that was carried out decides', () => {
  const stopped = [entry(0, start), entry(5, { action: 'stop' })]
  expect(findOpenShells(stopped, ms(6))).toEqual([])
  expect(findOpenShells([...stopped, entry(6, start)], ms(7))).toHaveLength(1)
  expect(
    findOpenShells([entry(0, start), entry(5, { action: 'stop' }, 'refused')], ms(6)),
  ).toHaveLength(1)
  expect(findOpenShells([entry(0, start, 'queued')], ms(1))).toEqual([])
})

test('first-use H10: one that an older page opened counts for half an hour', () => {
  expect(findOpenShells([entry(0, { action: 'start' })], ms(29))).toMatchObject([{ reason: '' }])
  expect(findOpenShells([entry(0, { action: 'start' })], ms(31))).toEqual([])
})
