import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Account, sessionCalls } from '../../domain/calls/session.ts'
import { ssoCalls } from '../../domain/calls/sso.ts'
import type { Call } from '../../domain/call.ts'
import type { FaultDetail } from '../../domain/fault.ts'
import { app } from '../../edge/app.ts'
import { mailsTo, openPage } from './browser-page.ts'
import { type DataOf, foundLab, must, origin } from './lab.ts'

let account: Account
const page = openPage()
beforeAll(async () => {
  await foundLab('desk')
  account = (await must(page.signIn('Operator-desk'))).data
})

/** Call the same worker under another configuration. */
async function sendTo<Row extends Call>(settings: Partial<Env>, row: Row, body?: unknown) {
  const context = createExecutionContext()
  const request = new Request(`${origin}/v3${row.path}`, {
    method: row.method,
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Content-Type': 'application/json',
      Cookie: page.cookie(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const response = await app.fetch(request, { ...env, ...settings } as Env, context)
  await waitOnExecutionContext(context)
  const { data, errors } = (await response.json()) as { data: DataOf<Row>; errors?: FaultDetail[] }
  return { status: response.status, data, errors: errors ?? [] }
}

const body = { service: 'helpdesk', type: 'jwt' }

it('[CALL-008] there is no help desk unless one is configured', async () => {
  const answer = await page.send(ssoCalls.generate, { body })
  expect([answer.status, answer.errors[0]?.reason]).toEqual([409, 'help_desk_off'])
})

it.each([
  ['Ed25519', { name: 'Ed25519' }, 'EdDSA', { name: 'Ed25519' }],
  ['P-256', { name: 'ECDSA', namedCurve: 'P-256' }, 'ES256', { name: 'ECDSA', hash: 'SHA-256' }],
])(
  '[CALL-008] the token of an %s key holds a minute, once, for the help desk, and says nothing of the company',
  async (_, algorithm, alg, how) => {
    const pair = (await crypto.subtle.generateKey(algorithm, true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair
    const HELPDESK_KEY = JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey))
    const settings = { HELPDESK_KEY, HELPDESK_URL: 'https://help.example/sso' }
    const tokens = [
      await sendTo(settings, ssoCalls.generate, body),
      await sendTo(settings, ssoCalls.generate, body),
    ]
    const ids = new Set<string>()
    for (const { status, data } of tokens) {
      expect(status).toBe(200)
      const { token, url } = data
      expect(url).toBe('https://help.example/sso')
      const [head = '', claims = '', signature = ''] = token.split('.')
      const read = (part: string) =>
        JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
      expect(read(head)).toEqual({ alg, typ: 'JWT' })
      const { jti, iat, exp, ...rest } = read(claims)
      ids.add(String(jti))
      expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(60)
      expect(rest).toEqual({
        iss: origin,
        aud: 'https://help.example',
        sub: account.uuid,
        name: account.name,
        email: account.email,
      })
      const text = new TextEncoder().encode(`${head}.${claims}`)
      const bytes = Buffer.from(signature, 'base64url')
      expect(await crypto.subtle.verify(how, pair.publicKey, bytes, text)).toBe(true)
      expect(token).not.toContain(account.company_uuid)
    }
    expect(ids.size).toBe(2)
  },
)

async function keyText(): Promise<string> {
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  return JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey))
}

it('[ROUTE-046] [CALL-008] the way back from the sign-in leads to a host of the help desk and nowhere else', async () => {
  const settings = {
    HELPDESK_KEY: await keyText(),
    HELPDESK_URL: 'https://help.example/sso',
    HELPDESK_HOSTS: 'desk.example:8443, Tickets.Example',
  }
  const send = (return_to: string) => sendTo(settings, ssoCalls.generate, { ...body, return_to })
  for (const good of [
    'https://help.example/tickets/7?a=b#c',
    'https://desk.example:8443/',
    'https://tickets.example/x',
  ]) {
    const { status, data } = await send(good)
    expect(status, good).toBe(200)
    const url = new URL(data.url)
    expect([url.origin, url.searchParams.get('return_to')]).toEqual(['https://help.example', good])
  }
  for (const bad of [
    'https://evil.example/',
    'https://help.example.evil.example/',
    'https://help.example:444/',
    'https://help.example@evil.example/',
    'https://evil.example#@help.example/',
    'https://someone:word@help.example/',
    'http://help.example/',
    '//help.example/',
    '/tickets',
    'javascript:alert(1)//help.example',
    'https:\\\\evil.example\\help.example',
    '',
  ]) {
    const { status, errors } = await send(bad)
    expect([status, errors[0]?.reason], bad).toEqual([422, 'help_desk_host'])
  }
})

describe('addresses under /api/', () => {
  const ask = (path: string, settings: Partial<Env>, method = 'GET') =>
    app.fetch(new Request(`${origin}${path}`, { method }), { ...env, ...settings } as Env)
  const settings = { HELPDESK_URL: 'https://help.example/sso?x=1' }

  it.each([
    ['/api/v2/tickets?page=2', 'https://help.example/api/v2/tickets?page=2'],
    ['/api/', 'https://help.example/api/'],
    ['/api//evil.example/x', 'https://help.example/api//evil.example/x'],
    ['/api/@evil.example', 'https://help.example/api/@evil.example'],
    ['/api/?to=https://evil.example', 'https://help.example/api/?to=https://evil.example'],
  ])('[ROUTE-048] %s is forwarded to the help desk for anybody', async (path, address) => {
    const answer = await ask(path, settings)
    expect(answer.status).toBe(302)
    const to = new URL(answer.headers.get('Location') ?? '')
    expect(to.host).toBe('help.example')
    expect(to.href).toBe(address)
  })

  it('[ROUTE-048] lead to the page that says not found where there is no help desk, and change nothing', async () => {
    const answer = await ask('/api/v2/tickets', {})
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/404'])
    expect((await ask('/api/v2/tickets', settings, 'POST')).status).toBe(404)
  })
})

it('[CALL-004] [CALL-005] sign-up is off unless the provider wants it, and then makes nothing but a mail', async () => {
  const request = {
    name: 'Ada New',
    email: 'ada@new.example',
    company: 'New Lab',
    message: 'Hello',
  }
  expect((await page.send(sessionCalls.signupForm)).data).toEqual({ allowed: false })
  const refused = await page.send(sessionCalls.signup, { body: request })
  expect([refused.status, refused.errors[0]?.reason]).toEqual([409, 'sign_up_off'])
  const settings = { SIGN_UP_MAIL: 'provider@helix.example' }
  expect((await sendTo(settings, sessionCalls.signupForm)).data).toEqual({ allowed: true })
  const before = await env.DIRECTORY.prepare('SELECT count(*) AS n FROM companies').first<{
    n: number
  }>()
  expect((await sendTo(settings, sessionCalls.signup, request)).data).toEqual({})
  const [mail] = await mailsTo('provider@helix.example', 1)
  expect(mail?.text).toContain('Ada New')
  const after = await env.DIRECTORY.prepare('SELECT count(*) AS n FROM companies').first<{
    n: number
  }>()
  expect(after).toEqual(before)
  expect((await page.signIn('ada@new.example')).status).toBe(401)
  const more = []
  for (let i = 0; i < 4; i++)
    more.push((await sendTo(settings, sessionCalls.signup, request)).status)
  expect(more).toEqual([200, 200, 429, 429])
})
