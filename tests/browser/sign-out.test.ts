import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, restoreSession, signIn, signOut } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'

const who = operatorAccount

/** Service with one session, which lasts until it receives the sign-out. */
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
