import { env } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { identityProviderCalls } from '../../domain/calls/identity-provider.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { isOutside } from '../../edge/session/provider-fetch.ts'
import { type BrowserPage, endWaits, openPage } from './browser-page.ts'
import { beforeWrite, sendHeld } from './held.ts'
import { foundLab, type Lab, must, operatorHeaders, password, send, visiting } from './lab.ts'
import { makePerson } from './people.ts'
import { serve, SmallProvider } from './small-provider.ts'

const { begin, finish, read, save, test: testCall } = identityProviderCalls
const switchCall = identityProviderCalls.switch
const domain = 'lab.example'
const provider = new SmallProvider('https://id.lab.example')
const settings = { issuer: provider.issuer, client_id: 'bapp', domain, password }

let lab: Lab
let home: Lab
let admin: BrowserPage
let adminId = ''
beforeAll(async () => {
  home = await foundLab('provider-home', { isProvider: 'Y' })
  lab = await foundLab('kiosk')
  admin = fresh()
  adminId = (await must(admin.signIn('Administrator-kiosk'))).data.uuid
  serve([provider])
  await must(admin.send(save, { body: settings }))
  await prove(lab.company)
  await must(testSettings())
  await switchTo({ on: true })
  vi.restoreAllMocks()
}, 60_000)
beforeEach(() => {
  Object.assign(provider, { claims: {}, user: null, metadata: {}, meanwhile: null })
  serve([provider])
})
afterEach(async () => {
  vi.restoreAllMocks()
  await endWaits()
})

let pages = 0
const fresh = () => openPage(`203.0.113.${(pages += 1)}`)
const mailOf = (profile: string) => `${profile}-kiosk@lab.example`.toLowerCase()
const person = (sub: string, email: string) => ({ sub, email, email_verified: true })

async function signIn(page: BrowserPage, claims: object) {
  const { url } = (await must(page.send(begin, { body: { email: mailOf('Operator') } }))).data
  provider.claims = { ...claims }
  return page.send(finish, { body: { answer: provider.authorise(url) } })
}

async function testSettings() {
  const { url } = (await must(admin.send(testCall))).data
  provider.claims = person('admin', mailOf('Administrator'))
  return admin.send(finish, { body: { answer: provider.authorise(url) } })
}

const switchTo = ({ on, only = false }: { on: boolean; only?: boolean }) =>
  must(admin.send(switchCall, { body: { on, only, password } }))

const prove = (company_uuid: string) =>
  must(
    send(operatorCalls.proveDomain, { headers: operatorHeaders, body: { company_uuid, domain } }),
  )

const reasonOf = ({ errors }: { errors: { reason?: string | undefined }[] }) => errors[0]?.reason
const byAdmin: typeof admin.send = (row, parts) => admin.send(row, parts)

describe('ninth attack A9-6: what a provider says of itself', () => {
  it.each([
    'https://169.254.169.254/latest',
    'https://localhost./keys',
    'https://[::1]/keys',
    'https://metadata.google.internal./token',
    'http://id.lab.example/token',
  ])('never makes the service ask %s', async (address) => {
    for (const name of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
      provider.metadata = { [name]: address }
      // oxlint-disable-next-line no-await-in-loop
      const answer = await signIn(fresh(), { sub: 'nobody-yet' })
      expect([name, answer.ok]).toEqual([name, false])
    }
    const asked = vi.mocked(fetch).mock.calls.map(([input]) => new Request(input).url)
    expect(asked.filter((url) => !url.startsWith(`${provider.issuer}/`))).toEqual([])
    provider.metadata = { authorization_endpoint: address }
    const sent = await fresh().send(begin, { body: { email: mailOf('Operator') } })
    expect(reasonOf(sent)).toBe('provider_unreachable')
  })

  it('is read no further than a provider needs', async () => {
    provider.metadata = { padding: 'x'.repeat(400_000) }
    const sent = await fresh().send(begin, { body: { email: mailOf('Operator') } })
    expect(reasonOf(sent)).toBe('provider_unreachable')
  })

  it('is asked at names of the public DNS only', () => {
    const inside = ['https://localhost.', 'https://nas.lan', 'https://a@id.example', 'https://10.1']
    expect(inside.filter((text) => isOutside(text, false))).toEqual([])
    expect(isOutside('https://id.example:8443/realms/one', false)).toBe(true)
  })
})

it('ninth attack A9-7: a mailbox whose letters only fold to another one is not that one', async () => {
  const answer = await signIn(fresh(), person('kelvin', mailOf('Operator').replace('k', '\u212a')))
  expect(reasonOf(answer)).toBe('provider_account')
})

/** Count the bindings of a subject or of a person. */
async function linksOf(field: 'subject' | 'user_uuid', value: string): Promise<number> {
  const query = `SELECT 1 FROM identity_links WHERE ${field} = ?1`
  return (await env.DIRECTORY.prepare(query).bind(value).all()).results.length
}

/** Save, test and switch on the settings again after a test has changed them. */
async function setUpAgain(): Promise<void> {
  provider.meanwhile = null
  await must(admin.send(save, { body: settings }))
  await must(testSettings())
  await switchTo({ on: true })
}

it('ninth attack A9-8: a sign-in under way ends when the provider is switched off or changed', async () => {
  const known = person('olga', mailOf('Operator'))
  await must(signIn(fresh(), known))
  const off = () => switchTo({ on: false })
  const change = () => must(admin.send(save, { body: { ...settings, client_id: 'another' } }))
  for (const [claims, meanwhile] of [
    [known, off],
    [known, change],
    [person('unbound', mailOf('Manager')), off],
  ] as const) {
    provider.meanwhile = meanwhile
    const page = fresh()
    // oxlint-disable-next-line no-await-in-loop
    const answer = await signIn(page, claims)
    // oxlint-disable-next-line no-await-in-loop
    const me = await page.send(sessionCalls.me)
    expect([claims.sub, answer.status, me.status]).toEqual([claims.sub, 401, 401])
    // oxlint-disable-next-line no-await-in-loop
    await setUpAgain()
  }
  expect(await linksOf('subject', 'unbound')).toBe(0)
  const switched = await sendHeld(
    () => admin.send(switchCall, { body: { on: true, only: false, password } }),
    { directory: (text) => text.includes('SET enabled = ?2') },
    async () => {
      await change()
      await must(testSettings())
    },
  )
  expect([switched.wasHeld, switched.answer.errors[0]?.code]).toEqual([true, 'stale'])
  await setUpAgain()
})

it('ninth attack A9-20: a test under way counts no more when its tester has lost the right or the session', async () => {
  const made = await makePerson(byAdmin, lab.company, 'tester', { profile: 'Administrator' })
  const profile_uuid = ordinaryProfile(lab.company, 'Operator')
  const order = { params: { id: made.uuid }, body: { profile_uuid, reason: 'other work' } }
  const tester = fresh()
  await must(tester.signIn(made.username))
  for (const [meanwhile, code] of [
    [() => must(tester.send(sessionCalls.logout)), 'session_expired'],
    [() => must(admin.send(userCalls.edit, order)), 'forbidden'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    await must(admin.send(save, { body: settings }))
    // oxlint-disable-next-line no-await-in-loop
    const { url } = (await must(tester.send(testCall))).data
    Object.assign(provider, { claims: person('admin', mailOf('Administrator')), meanwhile })
    // oxlint-disable-next-line no-await-in-loop
    const answer = await tester.send(finish, { body: { answer: provider.authorise(url) } })
    // oxlint-disable-next-line no-await-in-loop
    const kept = (await must(admin.send(read))).data.provider
    expect([answer.errors[0]?.code, kept?.tested_at]).toEqual([code, null])
    provider.meanwhile = null
    // oxlint-disable-next-line no-await-in-loop
    if (code === 'session_expired') await must(tester.signIn(made.username))
  }
  await setUpAgain()
})

it('ninth attack A9-9: who was recognised by an address is not let in by it after it has changed', async () => {
  const made = await makePerson(byAdmin, lab.company, 'moving')
  const claims = person('first-owner', made.email)
  await must(signIn(fresh(), claims))
  const email = 'moved-on@lab.example'
  const order = { params: { id: made.uuid }, body: { email, reason: 'married' } }
  await must(admin.send(userCalls.edit, order))
  expect(reasonOf(await signIn(fresh(), claims))).toBe('provider_account')
  const { data } = await must(signIn(fresh(), person('second-owner', email)))
  expect(data.account?.uuid).toBe(made.uuid)
  // Expect nobody to be recognised either who has moved to another company.
  expect(await linksOf('user_uuid', made.uuid)).toBe(1)
  const boss = await home.as('SuperAdmin')
  const headers = await visiting(boss, lab.company)
  const profile_uuid = ordinaryProfile(home.company, 'Operator')
  const body = { company_uuid: home.company, profile_uuid, reason: 'moved' }
  await must(boss(userCalls.migrate, { params: { id: made.uuid }, body, headers }))
  expect(await linksOf('user_uuid', made.uuid)).toBe(0)
})

it('ninth attack A9-10: the only account with a password stays as long as the provider alone signs in', async () => {
  await switchTo({ on: true, only: true })
  const top = fresh()
  await must(signIn(top, person('top', mailOf('SuperAdmin'))))
  const boss = await home.as('SuperAdmin')
  const headers = await visiting(boss, lab.company)
  const company_uuid = home.company
  const params = { id: adminId }
  const answers = [
    await top.send(userCalls.edit, { params, body: { active: 'N', reason: 'gone' } }),
    await top.send(userCalls.delete, { params, body: { reason: 'gone' } }),
    await boss(userCalls.migrate, { params, body: { company_uuid, reason: 'moved' }, headers }),
  ]
  expect(answers.map(reasonOf)).toEqual(['break_glass', 'break_glass', 'break_glass'])
  await switchTo({ on: true })
})

it('ninth attack A9-10: passwords count again where it was switched off beside the switch', async () => {
  const second = await makePerson(byAdmin, lab.company, 'second', { profile: 'Administrator' })
  const order = { params: { id: second.uuid }, body: { active: 'N', reason: 'gone' } }
  const page = fresh()
  await must(page.signIn(second.username))
  const body = { on: true, only: true, password }
  const switched = await sendHeld(
    () => page.send(switchCall, { body }),
    { directory: (text) => text.includes('SET enabled = ?2') },
    () => must(admin.send(userCalls.edit, order)),
  )
  expect([switched.wasHeld, switched.answer.ok]).toEqual([true, false])
  expect((await fresh().signIn('Manager-kiosk')).status).toBe(200)
  await must(admin.send(userCalls.edit, { ...order, body: { active: 'Y', reason: 'back' } }))
  const again = fresh()
  await must(again.signIn(second.username))
  const left = await sendHeld(
    () => admin.send(userCalls.edit, order),
    beforeWrite,
    () => must(again.send(switchCall, { body })),
  )
  expect([left.wasHeld, left.answer.ok]).toEqual([true, true])
  expect((await fresh().signIn('Manager-kiosk')).status).toBe(200)
})

it('ninth attack A9-11: keys end for good also where an address comes along in the same edit', async () => {
  // Edit to another address, and to the same one again.
  for (const [profile, address] of [
    ['Manager', 'other-manager@lab.example'],
    ['Operator', null],
  ] as const) {
    const page = fresh()
    // oxlint-disable-next-line no-await-in-loop
    await must(page.signIn(`${profile}-kiosk`))
    // oxlint-disable-next-line no-await-in-loop
    const { uuid, email } = (await must(page.send(sessionCalls.me))).data
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const body = { description: 'sync', permissions: ['results.search'], expires_at, password }
    // oxlint-disable-next-line no-await-in-loop
    const { record } = (await must(page.send(apiKeyCalls.create, { body }))).data
    const off = { active: 'N', email: address ?? email, reason: 'left' }
    // oxlint-disable-next-line no-await-in-loop
    await must(admin.send(userCalls.edit, { params: { id: uuid }, body: off }))
    // oxlint-disable-next-line no-await-in-loop
    const keys = await must(admin.send(apiKeyCalls.ofUser, { params: { id: uuid } }))
    expect(keys.data.data.map(({ uuid: id, status }) => [id, status])).toEqual([
      [record.uuid, 'inactive'],
    ])
  }
})

it('ninth attack A9-12: the domain of a company that is closed is free', async () => {
  const call = await home.as('SuperAdmin')
  await must(
    call(companyCalls.delete, {
      params: { id: lab.company },
      body: { confirm: 'Lab kiosk', reason: 'over and done' },
    }),
  )
  const rows = () =>
    env.DIRECTORY.prepare('SELECT 1 FROM identity_providers WHERE company_uuid = ?1')
      .bind(lab.company)
      .all()
  expect((await rows()).results).toEqual([])
  // Leave them as a company that was closed before left its own.
  await env.DIRECTORY.prepare(
    `INSERT INTO identity_providers
       (company_uuid, issuer, client_id, domain, domain_token, domain_proven_at, enabled)
     VALUES (?1, ?2, 'bapp', ?3, 'token', '2026-01-01T00:00:00.000Z', 1)`,
  )
    .bind(lab.company, provider.issuer, domain)
    .run()
  const next = await foundLab('heir')
  const theirs = fresh()
  await must(theirs.signIn('Administrator-heir'))
  await must(theirs.send(save, { body: settings }))
  expect((await prove(next.company)).ok).toBe(true)
})
