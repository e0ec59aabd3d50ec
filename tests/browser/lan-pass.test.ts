// The edge's answer is played: which pass it gives is proven in tests/edge/lan-pass.test.ts. Keys and database are the browser's.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lanPassMs } from '../../domain/lan/lan-pass.ts'
import { findHolder, forgetLanPass, renewLanPass, stopsKey, transact } from '../../web/lan/pass.ts'

const account = '00000001-0000-4000-8000-000000000000'
const who = { uuid: account, company_uuid: '00000003-0000-4000-8000-000000000000' }
/** Whom the service takes the caller for. */
let claims = { sub: who.uuid, company: who.company_uuid }
let sent: { public_key: { x: string } }[] = []

beforeEach(() => {
  sent = []
  claims = { sub: who.uuid, company: who.company_uuid }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    sent.push(JSON.parse(init?.body as string))
    const data = {
      pass: `head.${btoa(JSON.stringify(claims))}.${sent.length}`,
      expires_at: new Date(Date.now() + lanPassMs).toISOString(),
      permissions: ['analysis.run'],
    }
    return Response.json({ ok: true, data })
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await forgetLanPass(account)
})

test('a pass is fetched once, kept with its key, renewed with the same one, and forgotten at the end', async () => {
  expect(await findHolder(account)).toBeNull()
  await renewLanPass(who)
  await renewLanPass(who)
  expect(sent).toHaveLength(1)
  const holder = await findHolder(account)
  expect(holder?.pass).toMatch(/^head\..+\.1$/)
  await renewLanPass(who, Date.now() + 7 * 60 * 60_000)
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  expect((await findHolder(account))?.pass).toMatch(/^head\..+\.2$/)
  await forgetLanPass(account)
  expect(await findHolder(account)).toBeNull()
})

test('its key signs and cannot be read; after its time it is none', async () => {
  await renewLanPass(who)
  const holder = await findHolder(account)
  const kind = { name: 'ECDSA', namedCurve: 'P-256' }
  const jwk = sent[0]?.public_key ?? {}
  const key = await crypto.subtle.importKey('jwk', jwk, kind, false, ['verify'])
  const signature = (await holder?.sign('text')) ?? ''
  const bytes = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )
  const text = new TextEncoder().encode('text')
  const sha = { name: 'ECDSA', hash: 'SHA-256' }
  expect(await crypto.subtle.verify(sha, key, bytes, text)).toBe(true)
  expect(await findHolder(account, Date.now() + lanPassMs + 1_000)).toBeNull()
})

test('is another person’s only when they are signed in', async () => {
  await renewLanPass(who)
  expect(await findHolder('00000002-0000-4000-8000-000000000000')).toBeNull()
  expect(await findHolder(null)).toBeNull()
  await renewLanPass(null)
  expect(sent).toHaveLength(1)
})

test('seventh attack A7-13: goes with the next person, also where no sign-out was said', async () => {
  const next = { ...who, uuid: '00000002-0000-4000-8000-000000000000' }
  await renewLanPass(who)
  claims = { sub: next.uuid, company: next.company_uuid }
  await renewLanPass(next)
  expect(await findHolder(account)).toBeNull()
  expect(await findHolder(next.uuid)).not.toBeNull()
  await forgetLanPass(next.uuid)
})

test('eighth attack A8-15: lots that are not run stay known while the pass is renewed, and go with the person', async () => {
  const keys = () => transact('readonly', (store) => store.getAllKeys())
  await transact('readwrite', (store) => store.put({}, stopsKey(account)))
  await renewLanPass(who)
  expect(await keys()).toEqual([account, stopsKey(account)])
  await forgetLanPass(account)
  expect(await keys()).toEqual([])
})

test.each([
  ['another person', { sub: '00000002-0000-4000-8000-000000000000' }],
  ['another company', { company: '00000004-0000-4000-8000-000000000000' }],
])('that was made for %s, who signed in meanwhile, is not kept', async (_, other) => {
  claims = { ...claims, ...other }
  await renewLanPass(who)
  expect(sent).toHaveLength(1)
  expect(await findHolder(account)).toBeNull()
  claims = { sub: who.uuid, company: who.company_uuid }
  await renewLanPass(who)
  expect(await findHolder(account)).not.toBeNull()
})
