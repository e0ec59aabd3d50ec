import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { identityProviderCalls } from '../../domain/calls/identity-provider.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { app } from '../../edge/app.ts'
import { type BrowserPage, endWaits, openPage, signInEntries, waitFor } from './browser-page.ts'
import { foundLab, type Lab, must, operatorHeaders, origin, password, send, way } from './lab.ts'
import { makeKeys, serve, SmallProvider } from './small-provider.ts'
import { changeRecord } from './store-writes.ts'

const { begin, finish, proveDomain, read, save, test: testCall } = identityProviderCalls
const switchCall = identityProviderCalls.switch
const domain = 'lab.example'
const provider = new SmallProvider('https://id.lab.example')
const stranger = new SmallProvider('https://id.other.example')
const settings = {
  issuer: provider.issuer,
  client_id: 'bapp',
  client_secret: 'a-secret-of-the-client',
  domain,
  password,
}

let lab: Lab
let other: Lab
let admin: BrowserPage
const records: Record<string, string> = {}
beforeAll(async () => {
  lab = await foundLab('oidc')
  other = await foundLab('elsewhere')
  admin = fresh()
  await must(admin.signIn('Administrator-oidc'))
})
beforeEach(() => {
  Object.assign(provider, { claims: {}, header: {}, user: null, signWith: null })
  serve([provider, stranger], records)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await endWaits()
})

/** A browser at an address of its own, so that no test slows another down. */
let pages = 0
const fresh = () => openPage(`203.0.113.${(pages += 1)}`)

const mailOf = (profile: string, word = 'oidc') => `${profile}-${word}@lab.example`.toLowerCase()
const person = (sub: string, email: string) => ({ sub, email, email_verified: true })

/** Go to the provider and come back in the same browser. */
async function signIn(page: BrowserPage, claims: object, email = mailOf('Operator')) {
  const { url } = (await must(page.send(begin, { body: { email } }))).data
  provider.claims = { ...claims }
  return page.send(finish, { body: { answer: provider.authorise(url) } })
}

/** Test the settings as the administrator. */
async function testSettings(page = admin, claims = person('admin', mailOf('Administrator'))) {
  const { url } = (await must(page.send(testCall))).data
  provider.claims = { ...claims }
  return page.send(finish, { body: { answer: provider.authorise(url) } })
}

async function switchOn(only = false) {
  return must(admin.send(switchCall, { body: { on: true, only, password } }))
}

describe('settings', () => {
  it('are set with a password by who sets permissions, and the secret is shown to nobody', async () => {
    const manager = fresh()
    await must(manager.signIn('Operator-oidc'))
    expect((await manager.send(save, { body: settings })).errors[0]?.reason).toBe(
      'permission_missing',
    )
    const wrong = await admin.send(save, { body: { ...settings, password: 'Not-mine-1!' } })
    expect(wrong.errors[0]?.reason).toBe('wrong_password')
    for (const issuer of [
      'http://id.lab.example',
      'https://10.0.0.1',
      'https://localhost',
      'https://a.example/?x=1',
    ]) {
      const answer = await admin.send(save, { body: { ...settings, issuer } })
      expect([issuer, answer.errors[0]?.reason]).toEqual([issuer, 'provider_issuer'])
    }
    const saved = (await must(admin.send(save, { body: settings }))).data
    expect(saved.redirect_uri).toBe(`${origin}/login`)
    expect(saved.provider).toMatchObject({ has_secret: true, enabled: false, tested_at: null })
    expect(JSON.stringify(saved)).not.toContain(settings.client_secret)
    const { results } = await env.DIRECTORY.prepare('SELECT * FROM identity_providers').all()
    expect(JSON.stringify(results)).not.toContain(settings.client_secret)
  })

  it('are switched on only when the domain is proven and a sign-in has worked', async () => {
    const body = { on: true, only: false, password }
    expect((await admin.send(switchCall, { body })).errors[0]?.reason).toBe('domain_not_proven')
    expect((await admin.send(proveDomain)).errors[0]?.reason).toBe('dns_off')
    const operator = { headers: operatorHeaders, body: { company_uuid: lab.company, domain } }
    await must(send(operatorCalls.proveDomain, operator))
    expect((await admin.send(switchCall, { body })).errors[0]?.reason).toBe('provider_untested')
    const nobody = await testSettings(admin, person('x', 'nobody@lab.example'))
    expect(nobody.errors[0]?.reason).toBe('provider_account')
    expect((await must(testSettings())).data).toMatchObject({ account: null, purpose: 'test' })
    const { data } = await switchOn()
    expect(data.provider).toMatchObject({ enabled: true, break_glass_uuid: null })
    const me = (await must(admin.send(sessionCalls.me))).data
    await waitFor(async () =>
      expect(await signInEntries(lab.company, me.uuid)).toEqual(
        expect.arrayContaining(
          ['provider_saved', 'provider_tested', 'provider_on'].map((one) => `sign_in.${one}`),
        ),
      ),
    )
  })

  it('of a domain that another company has proven cannot be proven', async () => {
    const theirs = fresh()
    await must(theirs.signIn('Administrator-elsewhere'))
    await must(theirs.send(save, { body: settings }))
    const operator = { headers: operatorHeaders, body: { company_uuid: other.company, domain } }
    expect((await send(operatorCalls.proveDomain, operator)).errors[0]?.reason).toBe('domain_taken')
  })

  it('are proven by a TXT record, where the deployment may ask DNS', async () => {
    const theirs = fresh()
    await must(theirs.signIn('Administrator-elsewhere'))
    const body = { ...settings, domain: 'elsewhere.example' }
    const { provider: made } = (await must(theirs.send(save, { body }))).data
    const before = way.fetch
    way.fetch = async (url, init) => {
      const context = createExecutionContext()
      const setting: Partial<Env> = { DNS_URL: 'https://dns.example/query' }
      const response = await app.fetch(
        new Request(url, init),
        { ...env, ...setting } as Env,
        context,
      )
      await waitOnExecutionContext(context)
      return response
    }
    try {
      records[made?.record_name ?? ''] = 'bapp-domain=another'
      expect((await theirs.send(proveDomain)).errors[0]?.reason).toBe('domain_not_found')
      records[made?.record_name ?? ''] = made?.record_value ?? ''
      const { data } = await must(theirs.send(proveDomain))
      expect(data.provider?.domain_proven_at).toEqual(expect.any(String))
    } finally {
      way.fetch = before
    }
  })
})

describe('a sign-in', () => {
  it('opens a session, and binds the subject: afterwards the address does not count', async () => {
    const page = fresh()
    const first = await must(signIn(page, person('olga', mailOf('Operator'))))
    expect(first.data.account?.email.toLowerCase()).toBe(mailOf('Operator'))
    expect((await must(page.send(sessionCalls.me))).data.uuid).toBe(first.data.account?.uuid)
    const again = await must(signIn(fresh(), { sub: 'olga' }))
    expect(again.data.account?.uuid).toBe(first.data.account?.uuid)
    // Expect that another subject with the same address, as after a mailbox was given to somebody else, gets nothing.
    const taken = await signIn(fresh(), person('successor', mailOf('Operator')))
    expect(taken.errors[0]?.reason).toBe('provider_account')
    await waitFor(async () =>
      expect(await signInEntries(lab.company, first.data.account?.uuid ?? '')).toEqual(
        expect.arrayContaining(['sign_in.provider_linked', 'sign_in.provider_opened']),
      ),
    )
  })

  it('takes the address from the user endpoint, for the same subject only', async () => {
    provider.user = person('mia', mailOf('Manager'))
    expect((await signIn(fresh(), { sub: 'mallory' })).errors[0]?.reason).toBe('provider_refused')
    expect((await signIn(fresh(), { sub: 'mia' })).status).toBe(200)
  })

  it('goes on after the provider has changed its keys', async () => {
    await provider.rotate('second')
    expect((await signIn(fresh(), { sub: 'olga' })).status).toBe(200)
  })

  it('allows clocks that differ by a minute, and no more', async () => {
    const now = Math.floor(Date.now() / 1000)
    const late = await signIn(fresh(), { sub: 'olga', iat: now - 400, exp: now - 30 })
    expect(late.status).toBe(200)
    const over = await signIn(fresh(), { sub: 'olga', iat: now - 400, exp: now - 120 })
    expect(over.errors[0]?.reason).toBe('provider_refused')
  })

  it('that the person or the provider ends says so, and not that an answer is wrong', async () => {
    const page = fresh()
    const { url } = (await must(page.send(begin, { body: { email: mailOf('Operator') } }))).data
    const state = new URL(url).searchParams.get('state') ?? ''
    const denied = { error: 'access_denied', state, iss: provider.issuer }
    const body = { answer: new URLSearchParams(denied).toString() }
    expect((await page.send(finish, { body })).errors[0]?.reason).toBe('provider_denied')
  })

  it('says of an address of another domain that no provider is known', async () => {
    const answer = await send(begin, { body: { email: 'x@nowhere.example' } })
    expect(answer.errors[0]?.reason).toBe('provider_unknown')
  })
})

describe('attack', () => {
  it.each([
    ['a wrong nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['a foreign issuer', { claims: { iss: stranger.issuer } }],
    ['a foreign audience', { claims: { aud: 'somebody-else' } }],
    ['two audiences without an authorised party', { claims: { aud: ['bapp', 'x'], azp: 'x' } }],
    ['no signature', { header: { alg: 'none' } }],
    ['a signature by the client secret', { header: { alg: 'HS256' } }],
    ['an algorithm that nobody offers', { header: { alg: 'RS256' } }],
    ['an unknown key', { header: { kid: 'unheard' } }],
  ])(
    'an ID token with %s signs nobody in',
    async (_, wrong: { claims?: object; header?: object }) => {
      const page = fresh()
      provider.header = { ...wrong.header }
      const answer = await signIn(page, { sub: 'olga', ...wrong.claims })
      expect([answer.status, answer.errors[0]?.reason]).toEqual([401, 'provider_refused'])
      expect((await page.send(sessionCalls.me)).status).toBe(401)
    },
  )

  it('an ID token signed by another key signs nobody in', async () => {
    provider.signWith = (await makeKeys()).privateKey
    const answer = await signIn(fresh(), { sub: 'olga' })
    expect(answer.errors[0]?.reason).toBe('provider_refused')
  })

  it.each([
    ['an unverified address', { email: mailOf('SuperAdmin'), email_verified: false }],
    ['an address that nobody has verified or refused', { email: mailOf('SuperAdmin') }],
    [
      'an address of another domain',
      { email: 'superadmin-oidc@evil.example', email_verified: true },
    ],
    [
      'a domain that only ends alike',
      { email: 'superadmin-oidc@notlab.example', email_verified: true },
    ],
    ['an account of another company', person('x', mailOf('Operator', 'elsewhere'))],
    ['an address that nobody has', person('x', 'nobody@lab.example')],
  ])('%s binds no account', async (_, claims) => {
    const answer = await signIn(fresh(), { sub: 'fresh-subject', ...claims })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([401, 'provider_account'])
  })

  it('a state is used once, by the browser that began, and not after ten minutes', async () => {
    const page = fresh()
    const start = async () =>
      (await must(page.send(begin, { body: { email: mailOf('Operator') } }))).data.url
    provider.claims = { sub: 'olga' }
    const stolen = provider.authorise(await start())
    const thief = await fresh().send(finish, { body: { answer: stolen } })
    expect(thief.errors[0]?.reason).toBe('provider_spent')
    // Expect that it is used up for everybody by then.
    expect((await page.send(finish, { body: { answer: stolen } })).errors[0]?.reason).toBe(
      'provider_spent',
    )
    const slow = provider.authorise(await start())
    await env.DIRECTORY.prepare('UPDATE identity_states SET expires_at = 1').run()
    expect((await page.send(finish, { body: { answer: slow } })).errors[0]?.reason).toBe(
      'provider_spent',
    )
    for (const answer of ['', 'code=x', 'state=&code=x', `state=${crypto.randomUUID()}&code=x`]) {
      expect((await page.send(finish, { body: { answer } })).errors[0]?.reason).toBe(
        'provider_spent',
      )
    }
  })

  it('an answer of a mixed-up provider gets no code: it is not sent to anybody', async () => {
    const page = fresh()
    const { url } = (await must(page.send(begin, { body: { email: mailOf('Operator') } }))).data
    const before = [provider.exchanged, stranger.exchanged]
    const answer = new URLSearchParams(provider.authorise(url))
    answer.set('iss', stranger.issuer)
    const refused = await page.send(finish, { body: { answer: answer.toString() } })
    expect(refused.errors[0]?.reason).toBe('provider_refused')
    expect([provider.exchanged, stranger.exchanged]).toEqual(before)
  })

  it('a sign-in ends when the settings change under it, and with them the switch', async () => {
    const page = fresh()
    const { url } = (await must(page.send(begin, { body: { email: mailOf('Operator') } }))).data
    await must(admin.send(save, { body: settings }))
    provider.claims = { sub: 'olga' }
    const answer = await page.send(finish, { body: { answer: provider.authorise(url) } })
    expect(answer.errors[0]?.reason).toBe('provider_spent')
    const off = await page.send(begin, { body: { email: mailOf('Operator') } })
    expect(off.errors[0]?.reason).toBe('provider_unknown')
    await must(testSettings())
    await switchOn()
  })

  it('somebody who is inactive does not come in', async () => {
    const page = fresh()
    const { account } = (await must(signIn(page, { sub: 'olga' }))).data
    const which = { kind: 'user', uuid: account?.uuid ?? '' } as const
    await changeRecord(lab.company, which, { active: 'N' })
    expect((await signIn(fresh(), { sub: 'olga' })).status).toBe(401)
    expect((await page.send(sessionCalls.me)).status).toBe(401)
    await changeRecord(lab.company, which, { active: 'Y' })
    expect((await signIn(fresh(), { sub: 'olga' })).status).toBe(200)
  })
})

describe('where the provider alone signs in', () => {
  it('a password opens no session but that of the break-glass account, and is still asked for at signatures', async () => {
    await switchOn(true)
    const page = fresh()
    const refused = await page.signIn('Operator-oidc')
    expect([refused.status, refused.errors[0]?.reason]).toEqual([401, 'provider_alone'])
    const wrong = await page.signIn('Operator-oidc', 'Not-right-1!')
    expect(wrong.errors[0]?.reason).toBeUndefined()
    expect((await fresh().signIn('Administrator-oidc')).status).toBe(200)
    expect((await fresh().signIn('Operator-elsewhere')).status).toBe(200)
    expect((await signIn(page, { sub: 'olga' })).status).toBe(200)
    await must(admin.send(switchCall, { body: { on: false, only: false, password } }))
    expect((await fresh().signIn('Operator-oidc')).status).toBe(200)
    expect((await must(admin.send(read))).data.provider?.enabled).toBe(false)
  })
})
