import { expect, it } from 'vitest'
import { addPending, newDocument } from '../../domain/sync/document.ts'
import type { PendingMerge } from '../../domain/sync/pending.ts'
import { fixPending, readOld } from '../../web/local/read-old.ts'
import { packDocument } from '../../web/local/stored-document.ts'

const uuid = '11111111-1111-4111-8111-111111111111'

function nameOp(digit: string, to: string): PendingMerge {
  return {
    type: 'merge',
    op_id: `2222222${digit}-2222-4222-8222-222222222222`,
    made_at: `2026-03-01T08:00:0${digit}.000Z`,
    tries: 0,
    next_at: 0,
    state: 'waiting',
    fault: null,
    base_seq: 3,
    changes: [{ field: 'name', from: 'Before', to }],
  }
}

it('is found among what waits, and stays as it was: its other copy may be sent as well', () => {
  const made = newDocument('analysis', uuid, '2026-03-01T08:00:00.000Z')
  const read = readOld(packDocument(addPending(made, nameOp('1', 'First'))))
  expect(read?.oldest).toBe('2026-03-01T08:00:01.000Z')
  const after = read && addPending(read, nameOp('2', 'Second'))
  expect(after?.pending.map(({ op_id }) => op_id.charAt(7))).toEqual(['1', '2'])
  expect(after?.pending[0]).toMatchObject({ changes: [{ to: 'First' }] })
})

it('does not guess at an edit of a field that it does not know', () => {
  const made = newDocument('analysis', uuid, '2026-03-01T08:00:00.000Z')
  const packed = packDocument(addPending(made, nameOp('1', 'First')))
  expect(readOld({ ...packed, pending: packed.pending.replace('"name"', '"bench"') })).toBeNull()
})

it('leaves alone what has been sent, and what does not wait', () => {
  const made = newDocument('analysis', uuid, '2026-03-01T08:00:00.000Z')
  const sent = addPending(made, { ...nameOp('1', 'First'), tries: 3 })
  expect(fixPending(sent)).toBe(sent)
  expect(fixPending(made)).toBe(made)
  expect(fixPending(addPending(made, nameOp('1', 'First'))).pending[0]?.tries).toBe(1)
})
