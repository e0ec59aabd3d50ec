import { env } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { identityProviderCalls } from '../../domain/calls/identity-provider.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { type BrowserPage, endWaits, openPage, signInEntries, waitFor } from './browser-page.ts'
import { foundLab, type Lab, must, operatorHeaders, password, send } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import { makePerson } from './people.ts'
import { reasonOf } from './signing-people.ts'
import { serve, SmallProvider } from './small-provider.ts'

const { begin, chooseSigning, finish, prove, read, save, signingWay } = identityProviderCalls
const domain = 'lab.example'
const provider = new SmallProvider('https://id.lab.example')
const settings = { issuer: provider.issuer, client_id: 'bapp', domain, password }
const mailOf = (profile: string) => `${profile}-proofs@lab.example`.toLowerCase()
const person = (sub: string, profile: string) => ({
  sub,
  email: mailOf(profile),
  email_verified: true,
})

let lab: Lab
let admin: BrowserPage
let second: BrowserPage
let manager: BrowserPage
let pages = 0
const fresh = () => openPage(`198.51.100.${(pages += 1)}`)

async function signIn(page: BrowserPage, claims: object, email: string) {
  const { url } = (await must(page.send(begin, { body: { email } }))).data
  provider.claims = { ...claims }
  return page.send(finish, { body: { answer: provider.authorise(url) } })
}

beforeAll(async () => {
  serve([provider])
  lab = await foundLab('proofs')
  admin = fresh()
  await must(admin.signIn('Administrator-proofs'))
  second = fresh()
  await must(second.signIn('SuperAdmin-proofs'))
  await must(admin.send(save, { body: settings }))
  const body = { company_uuid: lab.company, domain }
  await must(send(operatorCalls.proveDomain, { headers: operatorHeaders, body }))
  const { url } = (await must(admin.send(identityProviderCalls.test))).data
  provider.claims = person('admin', 'Administrator')
  await must(admin.send(finish, { body: { answer: provider.authorise(url) } }))
  const on = { on: true, only: false, password }
  await must(admin.send(identityProviderCalls.switch, { body: on }))
  manager = fresh()
  await must(signIn(manager, person('mia', 'Manager'), mailOf('Manager')))
}, 60_000)
beforeEach(() => {
  Object.assign(provider, { claims: {}, header: {}, user: null, signWith: null })
  serve([provider])
})
afterEach(async () => {
  vi.restoreAllMocks()
  await endWaits()
})

const makeRun = async () => makeCompleted(await lab.as('Operator'), lab.swarm)
const at = (record: Analysis) => ({ params: { id: record.uuid } })
const withoutPassword = (record: Analysis) => {
  const { password: _none, ...order } = signing(record)
  return order
}

/** Begin a proof, sign in at the provider, and come back. */
async function proveAt(page: BrowserPage, record_hash: string, claims: object = { sub: 'mia' }) {
  const { url, proof } = (await must(page.send(prove, { body: { record_hash } }))).data
  provider.claims = { ...claims }
  const finished = await page.send(finish, { body: { answer: provider.authorise(url) } })
  return { url, proof, finished }
}

const validate = (
  page: BrowserPage,
  record: Analysis,
  given: object,
  headers: Record<string, string> = {},
) =>
  page.send(analysisCalls.validate, {
    ...at(record),
    headers,
    body: { ...withoutPassword(record), ...given },
  })

describe('the proof of signatures', () => {
  it('is the password until another administrator than who saved the settings chooses the provider', async () => {
    expect((await must(manager.send(signingWay))).data).toEqual({ way: 'password', pin: false })
    expect(reasonOf(await manager.send(prove, { body: { record_hash: 'a'.repeat(64) } }))).toBe(
      'signs_with_password',
    )
    const body = { way: 'provider', password }
    expect(reasonOf(await admin.send(chooseSigning, { body }))).toBe('provider_saved_by_self')
    const wrong = { ...body, password: 'Not-mine-1!' }
    expect(reasonOf(await second.send(chooseSigning, { body: wrong }))).toBe('wrong_password')
    const { data } = await must(second.send(chooseSigning, { body }))
    expect(data.provider?.signing).toBe('provider')
    expect((await must(manager.send(signingWay))).data).toEqual({ way: 'provider', pin: false })
    // Sign with the password as somebody who has never signed in with the provider.
    expect((await must(second.send(signingWay))).data).toEqual({ way: 'password', pin: false })
    const run = await makeRun()
    expect((await validate(second, run, { password })).status).toBe(200)
  })

  it('is a new sign-in at the provider, which the signature names', async () => {
    const run = await makeRun()
    expect(reasonOf(await validate(manager, run, { password }))).toBe('proof_needed')
    const { url, proof, finished } = await proveAt(manager, signing(run).record_hash)
    const asked = new URL(url).searchParams
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0'])
    expect((await must(Promise.resolve(finished))).data).toEqual({
      account: null,
      purpose: 'signature',
      back: null,
      popup: true,
    })
    const headers = { 'Operation-Id': 'the-operation-that-signs' }
    const { data } = await must(validate(manager, run, { proof }, headers))
    expect(data.signature).toMatchObject({ proven: 'provider', user_uuid: expect.any(String) })
    // Send the same operation again, as when its answer got lost; another one may not be sent.
    expect((await validate(manager, run, { proof }, headers)).status).toBe(200)
    expect(reasonOf(await validate(manager, run, { proof }))).toBe('proof_spent')
    const me = (await must(manager.send(sessionCalls.me))).data
    await waitFor(async () =>
      expect(await signInEntries(lab.company, me.uuid)).toContain('sign_in.provider_proved'),
    )
  })
})

describe('attack', () => {
  it('a proof of another content, another person, or not yet proven signs nothing', async () => {
    const [run, other] = [await makeRun(), await makeRun()]
    const of = await proveAt(manager, signing(other).record_hash)
    expect(reasonOf(await validate(manager, run, { proof: of.proof }))).toBe('proof_spent')
    // Refuse it now, since that try has used it up.
    expect(reasonOf(await validate(manager, other, { proof: of.proof }))).toBe('proof_spent')
    const begun = await must(
      manager.send(prove, { body: { record_hash: signing(run).record_hash } }),
    )
    expect(reasonOf(await validate(manager, run, { proof: begun.data.proof }))).toBe('proof_spent')
    const operator = fresh()
    await must(signIn(operator, person('olga', 'Operator'), mailOf('Operator')))
    const theirs = await proveAt(operator, signing(run).record_hash, { sub: 'olga' })
    expect(theirs.finished.status).toBe(200)
    expect(reasonOf(await validate(manager, run, { proof: theirs.proof }))).toBe('proof_spent')
    expect(reasonOf(await validate(manager, run, { proof: 'p'.repeat(43) }))).toBe('proof_spent')
  })

  it('another person at the provider proves nothing', async () => {
    const run = await makeRun()
    const { proof, finished } = await proveAt(manager, signing(run).record_hash, { sub: 'admin' })
    expect(reasonOf(finished)).toBe('provider_other_person')
    expect(reasonOf(await validate(manager, run, { proof }))).toBe('proof_spent')
  })

  it.each([
    ['no time of the sign-in', () => ({ auth_time: undefined })],
    ['a sign-in of ten minutes ago', (now: number) => ({ auth_time: now - 600 })],
    ['a sign-in of half a minute ago', (now: number) => ({ auth_time: now - 30 })],
    [
      'an old sign-in by a clock that runs ahead',
      (now: number) => ({ iat: now + 55, auth_time: now + 20 }),
    ],
    ['a sign-in of the future', (now: number) => ({ auth_time: now + 600 })],
    ['a time that is no number', () => ({ auth_time: 'now' })],
  ])('%s is refused: the provider has to ask', async (_, claims) => {
    const run = await makeRun()
    const now = Math.floor(Date.now() / 1000)
    const { proof, finished } = await proveAt(manager, signing(run).record_hash, {
      sub: 'mia',
      ...claims(now),
    })
    expect(['provider_not_fresh', 'provider_refused']).toContain(reasonOf(finished))
    expect(reasonOf(await validate(manager, run, { proof }))).toBe('proof_spent')
  })

  it('a proof ends after its window, and with the settings under which it began', async () => {
    const run = await makeRun()
    const late = await proveAt(manager, signing(run).record_hash)
    await env.DIRECTORY.prepare('UPDATE signature_proofs SET expires_at = 1').run()
    expect(reasonOf(await validate(manager, run, { proof: late.proof }))).toBe('proof_spent')
    const open = await proveAt(manager, signing(run).record_hash)
    await env.DIRECTORY.prepare('UPDATE identity_providers SET version = version + 1').run()
    expect(reasonOf(await validate(manager, run, { proof: open.proof }))).toBe('proof_spent')
  })

  it('a state of a sign-in proves no signature, and one of a signature signs nobody in', async () => {
    const run = await makeRun()
    const page = fresh()
    const { url } = (await must(page.send(begin, { body: { email: mailOf('Manager') } }))).data
    const { proof } = (
      await must(manager.send(prove, { body: { record_hash: signing(run).record_hash } }))
    ).data
    provider.claims = { sub: 'mia' }
    await must(page.send(finish, { body: { answer: provider.authorise(url) } }))
    expect(reasonOf(await validate(manager, run, { proof }))).toBe('proof_spent')
    const thief = fresh()
    const stolen = (
      await must(manager.send(prove, { body: { record_hash: signing(run).record_hash } }))
    ).data.url
    const answer = await thief.send(finish, { body: { answer: provider.authorise(stolen) } })
    expect(reasonOf(answer)).toBe('provider_spent')
  })

  it('tenth attack T10-9: an account made for it neither saves the settings nor chooses the provider', async () => {
    const given = { profile: 'Administrator' } as const
    await makePerson(second.send, lab.company, 'puppet', given)
    const puppet = fresh()
    await must(puppet.signIn('puppet'))
    const body = { way: 'provider', password }
    expect(reasonOf(await puppet.send(chooseSigning, { body }))).toBe('confirmer_unconfirmed')
    expect(reasonOf(await puppet.send(save, { body: settings }))).toBe('confirmer_unconfirmed')
    expect((await must(second.send(read))).data.provider?.signing).toBe('provider')
  })

  it('tenth attack T10-10: the choice of the proof is read by the review of the trail', async () => {
    const { data } = (await must(second.send(auditCalls.queue, { query: { limit: '500' } }))).data
    const risks = data.filter(({ action }) => action === 'sign_in.provider_signing')
    expect(risks.map(({ risk, reason }) => [risk, reason])).toEqual([['rights', 'provider']])
  })

  it('tenth attack T10-11: a proof signs in no other session of its person', async () => {
    const run = await makeRun()
    const { proof } = await proveAt(manager, signing(run).record_hash)
    const other = fresh()
    await must(signIn(other, { sub: 'mia' }, mailOf('Manager')))
    expect(reasonOf(await validate(other, run, { proof }))).toBe('proof_spent')
    expect((await validate(manager, run, { proof })).status).toBe(200)
  })

  it('settings that are saved again put signatures back to the password', async () => {
    await must(second.send(save, { body: settings }))
    expect((await must(second.send(read))).data.provider?.signing).toBe('password')
    const body = { way: 'provider', password }
    expect(reasonOf(await admin.send(chooseSigning, { body }))).toBe('provider_off')
  })
})
