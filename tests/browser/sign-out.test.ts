import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, restoreSession, signIn, signOut } from '../../web/state/session.ts'
import { fillStorage } from './fill-storage.ts'
import { operatorAccount } from '../support/operator-account.ts'

const who = operatorAccount

/** Service with one session, which lasts until it receives the sign-out of the person whose it is. */
let reachable = true
let open = true
let signedIn = who
beforeEach(() => {
  reachable = true
  open = true
  signedIn = who
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!reachable) return Promise.reject(new TypeError('no network'))
    const path = input instanceof Request ? input.url : input.toString()
    const meant = new Headers(init?.headers).get('X-Account') ?? signedIn.uuid
    if (path.endsWith('/session/logout') && meant === signedIn.uuid) open = false
    const wrong = path.endsWith('/session/login')
    const fault = { code: wrong ? 'wrong_credentials' : 'session_expired', message: '' }
    const isTheirs = open && meant === signedIn.uuid
    const body = isTheirs && !wrong ? { ok: true, data: signedIn } : { ok: false, errors: [fault] }
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

test('eighth attack A8-16: ends no session of a person who has signed in at another tab since', async () => {
  await restoreSession()
  signedIn = { ...who, uuid: '00000002-0000-4000-8000-000000000000' }
  const saved = JSON.stringify({ account: signedIn, seen_at: Date.now() })
  localStorage.setItem('account', saved)
  await signOut()
  expect([open, localStorage.getItem('account')]).toEqual([true, saved])
  expect(account.value).toBeNull()
  await restoreSession()
  expect(account.value?.uuid).toBe(signedIn.uuid)
})

test('eighth attack A8-16: a sign-out that was kept without network ends no later session of another person', async () => {
  await restoreSession()
  reachable = false
  await signOut()
  reachable = true
  signedIn = { ...who, uuid: '00000002-0000-4000-8000-000000000000' }
  await restoreSession()
  expect([open, account.value?.uuid]).toEqual([true, signedIn.uuid])
}, 20_000)

test('A29-21: without network it still counts where other pages have filled the storage of the browser', async () => {
  localStorage.removeItem('account')
  await restoreSession()
  // Leave the account out, as a storage that was full before the sign-in does: nothing is freed by its end.
  localStorage.removeItem('account')
  fillStorage()
  reachable = false
  await signOut()
  reachable = true
  await restoreSession()
  expect([account.value, open]).toEqual([null, false])
}, 20_000)
