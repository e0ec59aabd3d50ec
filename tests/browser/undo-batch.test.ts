// Replace `fetch` by a service in which another person changes the record just then: none runs beside these tests.
import { afterEach, expect, test, vi } from 'vitest'
import { keepSessionWith } from '../../web/client/call.ts'
import { userRevert } from '../../web/entities/user/user-revert.ts'
import { undoOperation } from '../../web/record/undo.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['fifth attack E8', { field: 'active', before: 'Y', after: 'N' }],
  ['sixth attack F6-10', { field: 'reviewer', before: 'Y', after: 'N' }],
])('%s: what somebody changes while a batch is taken back stays theirs', async (_, change) => {
  keepSessionWith({ refresh: async () => false, who: () => 'olga' })
  const read = '2026-11-26T10:00:00.000Z'
  let newest = read
  let isActive = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') {
      const data = [{ ...entry, at: newest, changes: [change] }]
      newest = '2026-11-26T10:00:01.000Z'
      return Response.json({ ok: true, data })
    }
    const text = await request.text()
    const { base } = JSON.parse(text || '{}') as { base?: string }
    if (base !== undefined && base !== newest) {
      const errors = [{ code: 'stale', message: '', reason: 'changed_meanwhile' }]
      return Response.json({ ok: false, errors }, { status: 409 })
    }
    isActive = true
    return Response.json({ ok: true, data: {} })
  })
  const id = crypto.randomUUID()
  const operation = { id, opId: entry.op_id, undoId: 'undo-1-1' }
  expect(await undoOperation(userRevert, operation)).toBe('moved')
  expect(isActive).toBe(false)
})

const entry = {
  seq: 7,
  op_id: 'batch-1-1',
  actor: { uuid: crypto.randomUUID(), name: 'Olga', via: 'account' },
  action: 'user.edit',
  kind: 'user',
  uuid: crypto.randomUUID(),
  reason: '',
  previous: null,
  record_hash: null,
}
