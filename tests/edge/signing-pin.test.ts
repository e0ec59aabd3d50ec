import { env } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { identityProviderCalls } from '../../domain/calls/identity-provider.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { signingPinCalls } from '../../domain/calls/signing-pin.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { mostTries } from '../../edge/directory/signing-pins.ts'
import {
  type BrowserPage,
  endWaits,
  mailsTo,
  openPage,
  signInEntries,
  waitFor,
} from './browser-page.ts'
import { foundLab, type Lab, must, operatorHeaders, password, send } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import { pinChanges } from './rights-table.ts'
import { reasonOf } from './signing-people.ts'
import { serve, SmallProvider } from './small-provider.ts'

const { begin, chooseSigning, finish, prove, save, signingWay } = identityProviderCalls
const domain = 'pins.example'
const provider = new SmallProvider('https://id.pins.example')
const settings = { issuer: provider.issuer, client_id: 'bapp', domain, password }
const mail = 'mia@pins.example'
/** Identity at the provider that is bound to the person now. */
let bound = { sub: 'mia', email: mail }
const pin = '718293'

let lab: Lab
let admin: BrowserPage
let second: BrowserPage
let manager: BrowserPage
let me: string
let pages = 0
const fresh = () => openPage(`198.51.100.${(pages += 1)}`)

async function signIn(page: BrowserPage, sub: string, email: string) {
  const { url } = (await must(page.send(begin, { body: { email } }))).data
  provider.claims = { sub, email, email_verified: true }
  return page.send(finish, { body: { answer: provider.authorise(url) } })
}

/** Switch the provider on, let it prove signatures, and allow PINs or not. */
async function setUp(pins: boolean): Promise<void> {
  await must(admin.send(save, { body: settings }))
  const body = { company_uuid: lab.company, domain }
  await must(send(operatorCalls.proveDomain, { headers: operatorHeaders, body }))
  const { url } = (await must(admin.send(identityProviderCalls.test))).data
  provider.claims = { ...bound, email_verified: true }
  await must(admin.send(finish, { body: { answer: provider.authorise(url) } }))
  await must(
    admin.send(identityProviderCalls.switch, { body: { on: true, only: false, password } }),
  )
  await choose(pins)
}

const choose = (pins: boolean) =>
  must(second.send(chooseSigning, { body: { way: 'provider', pins, password } }))

beforeAll(async () => {
  serve([provider])
  lab = await foundLab('pins')
  admin = fresh()
  await must(admin.signIn('Administrator-pins'))
  second = fresh()
  await must(second.signIn('SuperAdmin-pins'))
  const by = await lab.as('Manager')
  me = (await must(by(sessionCalls.me))).data.uuid
  await setAddress(mail)
  await setUp(true)
  manager = fresh()
  await must(signIn(manager, 'mia', mail))
}, 60_000)
beforeEach(() => serve([provider]))
afterEach(async () => {
  vi.restoreAllMocks()
  await endWaits()
})

/** Let an administrator set the address of the person, and another one confirm it. */
async function setAddress(email: string): Promise<void> {
  await must(admin.send(userCalls.edit, { params: { id: me }, body: { email } }))
  const body = { reason: 'met them at the bench' }
  await must(second.send(userCalls.confirm, { params: { id: me }, body }))
}

/** Prove oneself at the provider for the PIN, or for another content. */
async function proof(page: BrowserPage, of?: string): Promise<string> {
  const { record_hash } = (await must(page.send(signingPinCalls.read))).data
  const asked = await must(page.send(prove, { body: { record_hash: of ?? record_hash } }))
  provider.claims = { sub: bound.sub }
  await must(page.send(finish, { body: { answer: provider.authorise(asked.data.url) } }))
  return asked.data.proof
}

const setPin = async (page: BrowserPage, digits = pin) =>
  page.send(signingPinCalls.set, { body: { pin: digits, proof: await proof(page) } })

const makeRun = async () => makeCompleted(await lab.as('Operator'), lab.swarm)

function sign(page: BrowserPage, record: Analysis, given: object) {
  const { password: _none, ...order } = signing(record)
  return page.send(analysisCalls.validate, {
    params: { id: record.uuid },
    body: { ...order, ...given },
  })
}

/** Try to sign with a PIN; the reason of the refusal, or `signed`. */
async function tryPin(given = pin, page = manager): Promise<string> {
  const answer = await sign(page, await makeRun(), { pin: given })
  return answer.status === 200 ? 'signed' : (reasonOf(answer) ?? String(answer.status))
}

describe('a signing PIN', () => {
  it('is set after a new sign-in at the provider, mailed, and signs what the signature names', async () => {
    expect(await tryPin()).toBe('pin_needed')
    expect((await must(manager.send(signingWay))).data).toEqual({ way: 'provider', pin: false })
    const { data } = await must(setPin(manager))
    expect(data).toMatchObject({ allowed: true, locked: false, set_at: expect.any(String) })
    expect((await must(manager.send(signingWay))).data).toEqual({ way: 'provider', pin: true })
    const run = await makeRun()
    const signed = (await must(sign(manager, run, { pin }))).data
    expect(signed.signature).toMatchObject({ proven: 'pin', user_uuid: me })
    const mails = await mailsTo(mail, 1)
    expect(mails.some(({ subject }) => subject === 'Your signing PIN was set')).toBe(true)
    await waitFor(async () =>
      expect(await signInEntries(lab.company, me)).toContain('sign_in.pin_set'),
    )
    const kept = await env.DIRECTORY.prepare('SELECT pin_hash FROM signing_pins').first<{
      pin_hash: string
    }>()
    expect(kept?.pin_hash).toMatch(/^scrypt\$/)
  })

  it('is refused where it is a row of digits, short, or no number', async () => {
    const given = 'p'.repeat(43)
    for (const digits of ['111111', '123456', '987654', '12345', '12ab56']) {
      const answer = await manager.send(signingPinCalls.set, {
        body: { pin: digits, proof: given },
      })
      expect(answer.errors[0], digits).toMatchObject({ code: 'invalid', field: 'pin' })
    }
  })

  it('is never good for a sign-in, nor for what a password is asked for', async () => {
    const page = fresh()
    expect((await page.signIn(mail, pin)).status).toBe(401)
    const body = { way: 'password', password: pin }
    expect((await manager.send(chooseSigning, { body })).status).not.toBe(200)
    expect(reasonOf(await sign(manager, await makeRun(), { password: pin }))).toBe('proof_needed')
  })

  it('is not for people who sign with a password', async () => {
    const run = await makeRun()
    expect((await sign(second, run, { pin })).errors[0]).toMatchObject({ field: 'password' })
    expect(
      reasonOf(await second.send(signingPinCalls.set, { body: { pin, proof: 'p'.repeat(43) } })),
    ).toBe('pin_off')
  })
})

describe('attack', () => {
  it('a proof of a signature, of another session or used before sets no PIN', async () => {
    const run = await makeRun()
    const set = (page: BrowserPage, given: string) =>
      page.send(signingPinCalls.set, { body: { pin: '902817', proof: given } })
    expect(reasonOf(await set(manager, await proof(manager, signing(run).record_hash)))).toBe(
      'proof_spent',
    )
    const other = fresh()
    await must(signIn(other, 'mia', mail))
    expect(reasonOf(await set(manager, await proof(other)))).toBe('proof_spent')
    const once = await proof(manager)
    expect((await set(manager, once)).status).toBe(200)
    expect(reasonOf(await set(manager, once))).toBe('proof_spent')
    // Sign nothing with the proof of a PIN.
    expect(reasonOf(await sign(manager, run, { proof: await proof(manager) }))).toBe('proof_spent')
    await must(setPin(manager))
  })

  it('tries at the same time are no more than five in all, and then it is locked', async () => {
    const run = await makeRun()
    const tries = Array.from({ length: 12 }, (_, at) => sign(manager, run, { pin: `71829${at}` }))
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
    const compared = answers.filter((one) => reasonOf(one) === 'pin_wrong')
    expect(compared.length).toBeLessThanOrEqual(mostTries)
    await env.DIRECTORY.prepare('DELETE FROM failed_tries').run()
    await env.DIRECTORY.prepare('UPDATE signing_pins SET tries = ?1').bind(mostTries).run()
    expect(await tryPin()).toBe('pin_needed')
    expect((await must(manager.send(signingPinCalls.read))).data.locked).toBe(true)
    await must(setPin(manager))
    expect(await tryPin()).toBe('signed')
  })

  it('somebody who waits for a confirmation sets none: who set the account up could know it', async () => {
    await must(
      admin.send(userCalls.edit, { params: { id: me }, body: { email: 'other@pins.example' } }),
    )
    const page = fresh()
    await must(signIn(page, 'mia', 'other@pins.example'))
    expect(reasonOf(await setPin(page))).toBe('confirmation_needed')
    await setAddress(mail)
    manager = fresh()
    await must(signIn(manager, 'mia', mail))
    await must(setPin(manager))
  })
})

/** Make the change of a line of docs/rights.md. */
const changes: Record<keyof typeof pinChanges, () => Promise<unknown>> = {
  changed: () => setPin(manager, '502917'),
  removed: () => must(manager.send(signingPinCalls.remove)),
  locked: async () => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      // Release the brake between tries, which is none of this.
      await env.DIRECTORY.prepare('DELETE FROM failed_tries').run()
      expect(await tryPin('604172')).toBe('pin_wrong')
    }
    await env.DIRECTORY.prepare('DELETE FROM failed_tries').run()
  },
  forbidden: async () => {
    await choose(false)
    expect(await tryPin()).toBe('pin_off')
    await choose(true)
  },
  address: async () => {
    // Give the address at the provider to somebody else.
    bound = { sub: 'stranger', email: 'third@pins.example' }
    await setAddress(bound.email)
    manager = fresh()
    await must(signIn(manager, bound.sub, bound.email))
  },
  settings: async () => {
    await setUp(true)
    manager = fresh()
    await must(signIn(manager, bound.sub, bound.email))
  },
}

describe('after a change of what it rests on', () => {
  it.each(Object.entries(pinChanges))('%s: $change: $outcome', async (name) => {
    await must(setPin(manager))
    expect(await tryPin()).toBe('signed')
    await changes[name as keyof typeof changes]()
    expect(['pin_needed', 'pin_wrong']).toContain(await tryPin())
  })
})
