import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '../../domain/calls/session.ts'
import { account, restoreSession, signIn, signOut } from '../../web/state/session.ts'

const who: Account = {
  uuid: '00000000-0000-4000-8000-00000000000a',
  username: 'olga',
  name: 'Olga',
  email: 'olga@lab.example',
  profile: 'Operator',
  permissions: [],
  swarms: [],
  reviewer: 'N',
  partner: 'N',
  default_language: 'en',
  preferences: { timezone: 'Europe/Rome', date_format: 'dd/MM/yyyy' },
  company_uuid: '00000000-0000-4000-8000-00000000000b',
  company_details: {
    name: 'Lab',
    data_region: 'eu',
    devices: [],
    isPartner: 'N',
    certificates_enabled: 'N',
    developer: 'N',
    four_eyes: 'N',
  },
  session: { idle_until: '2100-01-01T00:00:00.000Z', ends_at: '2100-01-01T00:00:00.000Z' },
  scope: 'scope',
}

/** A service with one session: it goes on until it is told of the sign-out. */
let reachable = true
let open = true
beforeEach(() => {
  reachable = true
  open = true
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    if (!reachable) return Promise.reject(new TypeError('no network'))
    const path = input instanceof Request ? input.url : input.toString()
    if (path.endsWith('/session/logout')) open = false
    const wrong = path.endsWith('/session/login')
    const fault = { code: wrong ? 'wrong_credentials' : 'session_expired', message: '' }
    const body = open && !wrong ? { ok: true, data: who } : { ok: false, errors: [fault] }
    return Promise.resolve(Response.json(body, { status: body.ok ? 200 : 401 }))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('takes the curve files of the account with it', async () => {
  await restoreSession()
  expect(account.value?.uuid).toBe(who.uuid)
  const cache = await caches.open(`blobs-${who.uuid}`)
  await cache.put('/blob/x', new Response('curves'))
  await signOut()
  await vi.waitFor(async () => expect(await caches.has(`blobs-${who.uuid}`)).toBe(false))
})

test('without network it still counts, also after somebody else has failed to sign in', async () => {
  await restoreSession()
  reachable = false
  await signOut()
  reachable = true
  await expect(signIn('somebody', 'wrong')).rejects.toMatchObject({ code: 'wrong_credentials' })
  await restoreSession()
  expect(account.value).toBeNull()
  expect(open).toBe(false)
}, 20_000)
