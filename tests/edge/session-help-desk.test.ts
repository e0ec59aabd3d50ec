import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { type Account, sessionCalls } from '../../domain/calls/session.ts'
import { ssoCalls } from '../../domain/calls/sso.ts'
import type { Call } from '../../domain/call.ts'
import type { FaultDetail } from '../../domain/fault.ts'
import { app } from '../../edge/app.ts'
import { mailsTo, openPage } from './browser-page.ts'
import { foundLab, must, origin } from './lab.ts'

let account: Account
const page = openPage()
beforeAll(async () => {
  await foundLab('desk')
  account = (await must(page.signIn('Operator-desk'))).data as Account
})

/** The same worker under another configuration. */
async function sendTo(settings: Partial<Env>, row: Call, body?: unknown) {
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
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: FaultDetail[] }
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
      const { token, url } = data as { token: string; url: string }
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
