// No service runs beside these tests: `fetch` is replaced by a service with one record and its log.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applicationCalls } from '../../domain/calls/applications.ts'
import type { User } from '../../domain/entities/user.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { keepSessionWith } from '../../web/client/call.ts'
import { makeMethodActs } from '../../web/entities/method/method-acts.ts'
import { makeRecipeActs } from '../../web/entities/recipe/recipe-acts.ts'
import { makeUserActs } from '../../web/entities/user/user-acts.ts'
import type { Act } from '../../web/record/act.ts'
import { operatorAccount } from '../support/operator-account.ts'

const actor = { uuid: crypto.randomUUID(), name: 'Olga', via: 'account' }
const record = { uuid: crypto.randomUUID(), name: 'Flu', archived: 0, swarm_uuid: null, version: 1 }
type Change = { field: string; before?: unknown; after?: unknown }

let log: object[] = []
let sent: string[] = []
const write = (op_id: string, changes: Change[]) => {
  const seq = log.length + 1
  const at = new Date(Date.UTC(2026, 10, 26, 10, 0, seq)).toISOString()
  const entry = {
    seq,
    at,
    op_id,
    actor,
    action: 'application.edit',
    kind: 'application',
    reason: '',
  }
  log.push({ ...entry, uuid: record.uuid, previous: null, record_hash: null, changes })
  return at
}
/** Changes that each call of the service would write. */
let changes: Record<string, Change[]> = {}

beforeEach(() => {
  ;[log, sent, changes] = [[], [], {}]
  keepSessionWith({ refresh: async () => false, who: () => 'olga' })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.replace(/\/[0-9a-f-]{36}$/, '')
    if (path.startsWith('/v3/audit/')) return Response.json({ ok: true, data: log })
    const { base } = JSON.parse((await request.text()) || '{}') as { base?: string }
    const newest = (log.at(-1) as { at?: string } | undefined)?.at
    if (base !== undefined && base !== newest) {
      const errors = [{ code: 'stale', message: '', reason: 'changed_meanwhile' }]
      return Response.json({ ok: false, errors }, { status: 409 })
    }
    sent.push(path)
    const updated_at = write(request.headers.get('Operation-Id') ?? '', changes[path] ?? [])
    return Response.json({ ok: true, data: { ...record, updated_at } })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const nothing = () => undefined
const given = { onEdit: nothing, onMigrate: nothing, ownProfile: undefined }
const application = () => makeMethodActs('application', applicationCalls, record as never, given)
const recipe = () =>
  makeRecipeActs(record as never as Recipe, {
    ...given,
    isReviewed: false,
    onPlan: nothing,
    onProtocol: nothing,
    onSend: nothing,
    onApprove: nothing,
    onFigures: nothing,
  })
const person = { ...record, active: 'Y', reviewer: 'N', profile_uuid: '', email: '' }
const user = () =>
  makeUserActs(person as never as User, operatorAccount, [], { ...given, open: nothing })

const acts: [string, () => Act[], string, Change[]][] = [
  ['archive', application, '/v3/applications/edit', [{ field: 'archived', before: 0, after: 1 }]],
  ['request', recipe, '/v3/recipes/edit', [{ field: 'publication_requested', after: 1 }]],
  ['deactivate', user, '/v3/users/edit', [{ field: 'active', before: 'Y', after: 'N' }]],
  ['setReviewer', user, '/v3/users/set_reviewer', [{ field: 'reviewer', before: 'N', after: 'Y' }]],
]

test.each(acts)('seventh attack A7-5: %s is taken back', async (id, actsOf, path, made) => {
  changes[path] = made
  const act = actsOf().find((one) => one.id === id)
  await act?.send?.('operation-1', '')
  await act?.back?.('undo-of-it', 'operation-1')
  expect(sent).toHaveLength(2)
})

test.each(acts)(
  'seventh attack A7-5: %s is not taken back over what somebody decided since',
  async (id, actsOf, path, made) => {
    changes[path] = made
    const act = actsOf().find((one) => one.id === id)
    await act?.send?.('operation-1', '')
    write('somebody-else', made)
    await expect(act?.back?.('undo-of-it', 'operation-1')).rejects.toMatchObject({ code: 'stale' })
    expect(sent).toEqual([path])
  },
)

test('seventh attack A7-5: a copy that somebody has worked on is not removed', async () => {
  const act = application().find(({ id }) => id === 'duplicate')
  await act?.send?.('operation-1', '')
  write('somebody-else', [{ field: 'name', before: 'Flu', after: 'Flu B' }])
  await expect(act?.back?.('undo-of-it', 'operation-1')).rejects.toMatchObject({ code: 'stale' })
  expect(sent).toEqual(['/v3/applications/duplicate'])
})

test('seventh attack A7-5: a copy is removed as it was made', async () => {
  const act = application().find(({ id }) => id === 'duplicate')
  await act?.send?.('operation-1', '')
  await act?.back?.('undo-of-it', 'operation-1')
  expect(sent).toEqual(['/v3/applications/duplicate', '/v3/applications/delete'])
})
