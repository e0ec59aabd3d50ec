import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../domain/calls/session.ts'
import { twoStepCalls } from '../../domain/calls/two-step.ts'
import { findStep } from '../../edge/session/one-time-code.ts'
import { seal, unseal } from '../../edge/session/seal.ts'
import { Secret } from 'otpauth'
import {
  codeAt,
  endWaits,
  mailsTo,
  openPage,
  signInEntries,
  switchOn,
  waitFor,
} from './browser-page.ts'
import { foundLab, type Lab, must, password } from './lab.ts'
import { textIn } from '../support/kept-entries.ts'

let lab: Lab
beforeAll(async () => {
  lab = await foundLab('step')
})

const secretOfRfc = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer })
  .base32

describe('one-time codes', () => {
  it.each([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])('are those of RFC 4226 appendix D: %s', (code) => {
    const all = [
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ]
    const counter = all.indexOf(code)
    expect(findStep(secretOfRfc, code, counter * 30_000)).toBe(counter)
  })

  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('are those of RFC 6238 appendix B, at %i s', (seconds, code) => {
    expect(findStep(secretOfRfc, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  it('are taken one step early or late and no more', () => {
    expect(
      [-2, -1, 0, 1, 2].map((steps) => findStep(secretOfRfc, '969429', (3 + steps) * 30_000)),
    ).toEqual([null, 3, 3, 3, null])
    for (const typed of ['', '12345', '1234567', 'abcdef', '٣٣٣٣٣٣']) {
      expect(findStep(secretOfRfc, typed, 0)).toBeNull()
    }
  })
})

describe('sealed texts', () => {
  const place = { purpose: 'two-step', bound: 'somebody' } as const
  const first = 'a-secret-of-at-least-32-characters-1'
  const second = 'a-secret-of-at-least-32-characters-2'

  it('open for their purpose and place only, and with an earlier secret while it is listed', () => {
    const sealed = seal(first, place, 'Übergeheim')
    expect(sealed).not.toContain('geheim')
    expect(unseal(first, place, sealed)).toBe('Übergeheim')
    expect(unseal(first, { ...place, bound: 'another' }, sealed)).toBeNull()
    expect(unseal(first, { ...place, purpose: 'samba' }, sealed)).toBeNull()
    expect(unseal(`${second},${first}`, place, sealed)).toBe('Übergeheim')
    expect(unseal(second, place, sealed)).toBeNull()
    expect(seal(first, place, 'x')).not.toBe(seal(first, place, 'x'))
  })

  it('do not open when a character was changed', () => {
    const sealed = seal(first, place, 'text')
    for (let at = 0; at < sealed.length; at++) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
      const opened = unseal(first, place, changed)
      // Allow the text itself: the last character of a part may carry bits that say nothing.
      expect(opened === null || opened === 'text').toBe(true)
    }
    expect(() => seal('short', place, 'x')).toThrow(/32/)
  })
})

describe('switching the second step on', () => {
  it('[CALL-013] offers a secret, and nothing is in force yet', async () => {
    const page = openPage()
    await must(page.signIn('Operator-step'))
    const { data } = await must(page.send(twoStepCalls.activateForm))
    const { uri, secret } = data
    expect(uri).toMatch(/^otpauth:\/\/totp\/bApp:/)
    expect(uri).toContain(`secret=${secret}`)
    expect((await must(page.send(twoStepCalls.deactivateForm))).data).toMatchObject({
      active: false,
    })
    expect((await openPage().signIn('Operator-step')).status).toBe(200)
  })

  it('[CALL-014] [CALL-016] wants the password and a code, shows ten recovery codes once, and ends with both', async () => {
    const page = openPage()
    const account = (await must(page.signIn('Manager-step'))).data
    const other = openPage()
    await must(other.signIn('Manager-step'))
    const form = (await must(page.send(twoStepCalls.activateForm))).data
    const code = codeAt(form.secret)
    const wrongPassword = { offer: form.offer, code, password: 'Not-mine-1!' }
    expect(
      (await page.send(twoStepCalls.activate, { body: wrongPassword })).errors[0]?.reason,
    ).toBe('wrong_password')
    const wrongCode = { offer: form.offer, code: '000000', password }
    expect((await page.send(twoStepCalls.activate, { body: wrongCode })).errors[0]?.reason).toBe(
      'code_wrong',
    )
    const foreign = openPage()
    await must(foreign.signIn('Administrator-step'))
    const theirs = await foreign.send(twoStepCalls.activate, {
      body: { offer: form.offer, code, password },
    })
    expect(theirs.errors[0]?.reason).toBe('offer_spent')
    const before = page.cookie()
    const { data } = await must(
      page.send(twoStepCalls.activate, { body: { offer: form.offer, code, password } }),
    )
    const { recovery_codes: recovery } = data
    expect(new Set(recovery).size).toBe(10)
    for (const one of recovery) expect(one).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    // Expect another secret of the session; every other session is over.
    expect(page.cookie()).not.toBe(before)
    expect((await page.send(sessionCalls.me)).status).toBe(200)
    expect((await other.send(sessionCalls.me)).status).toBe(401)
    expect((await must(page.send(twoStepCalls.deactivateForm))).data).toMatchObject({
      active: true,
      recovery_left: 10,
    })
    expect((await page.send(twoStepCalls.activateForm)).errors[0]?.reason).toBe('two_step_active')
    const noCode = { code: '000000', password }
    expect((await page.send(twoStepCalls.deactivate, { body: noCode })).errors[0]?.reason).toBe(
      'code_wrong',
    )
    const off = { code: codeAt(form.secret, 1), password }
    await must(page.send(twoStepCalls.deactivate, { body: off }))
    expect((await openPage().signIn('Manager-step')).status).toBe(200)
    expect((await page.send(twoStepCalls.deactivate, { body: off })).errors[0]?.reason).toBe(
      'two_step_inactive',
    )
    await waitFor(async () => {
      const entries = await signInEntries(lab.company, account.uuid)
      expect(entries).toEqual(
        expect.arrayContaining(['sign_in.two_step_on', 'sign_in.two_step_off']),
      )
    })
    await mailsTo('manager-step@lab.example', 2)
  })

  it('[CALL-015] keeps the secret sealed and the recovery codes as hashes', async () => {
    const page = openPage()
    await must(page.signIn('SuperAdmin-step'))
    const { secret, recovery } = await switchOn(page)
    const { results } = await env.DIRECTORY.prepare(
      'SELECT * FROM two_step JOIN recovery_codes USING (user_uuid)',
    ).all()
    expect(results.length).toBeGreaterThanOrEqual(10)
    const kept = JSON.stringify(results)
    expect(kept).not.toContain(secret)
    for (const code of recovery) expect(kept).not.toContain(code)
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      const rows = state.storage.sql.exec('SELECT entry, packed, named FROM audit').toArray()
      const trail = rows.map(textIn).join('\n')
      for (const word of [secret, ...recovery, password]) expect(trail).not.toContain(word)
    })
  })
})

describe('signing in with the second step', () => {
  it('[CALL-002] asks for the code after the right password only, and takes each code once', async () => {
    const own = await foundLab('codes')
    const page = openPage()
    await must(page.signIn('Operator-codes'))
    const { secret, recovery, code: used } = await switchOn(page)
    const fresh = openPage()
    const needed = await fresh.signIn('Operator-codes')
    expect([needed.status, needed.errors[0]?.code, needed.errors[0]?.reason]).toEqual([
      401,
      'wrong_credentials',
      'code_needed',
    ])
    expect(needed.headers.get('Set-Cookie')).toBeNull()
    const wrong = await fresh.signIn('Operator-codes', 'Wrong-guess-1!', codeAt(secret, 1))
    expect(wrong.errors[0]?.reason).toBeUndefined()
    // Refuse the code that switched it on, which is used up.
    expect((await fresh.signIn('Operator-codes', password, used)).errors[0]?.reason).toBe(
      'code_wrong',
    )
    const code = codeAt(secret, 1)
    expect((await fresh.signIn('Operator-codes', password, code)).status).toBe(200)
    expect((await openPage().signIn('Operator-codes', password, code)).errors[0]?.reason).toBe(
      'code_wrong',
    )
    const [spare = ''] = recovery
    const typed = spare.toLowerCase().replaceAll('-', ' ')
    expect((await openPage().signIn('Operator-codes', password, typed)).status).toBe(200)
    expect((await openPage().signIn('Operator-codes', password, spare)).errors[0]?.reason).toBe(
      'code_wrong',
    )
    expect(own.company).toBeTruthy()
  })

  it('gives five tries in ten minutes', async () => {
    await foundLab('tries')
    const page = openPage()
    await must(page.signIn('Operator-tries'))
    const { secret } = await switchOn(page)
    const fresh = openPage()
    const statuses: number[] = []
    for (let i = 0; i < 6; i++)
      statuses.push((await fresh.signIn('Operator-tries', password, '000000')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const waiting = await fresh.signIn('Operator-tries', password, codeAt(secret, 1))
    expect(waiting.status).toBe(429)
    expect(Number(waiting.errors[0]?.params?.['seconds'])).toBeGreaterThan(590)
    await endWaits()
    expect((await fresh.signIn('Operator-tries', password, codeAt(secret, 1))).status).toBe(200)
  })

  it('lets one of many with the same code in', async () => {
    await foundLab('same')
    const page = openPage()
    await must(page.signIn('Operator-same'))
    const { secret } = await switchOn(page)
    const code = codeAt(secret, 1)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => openPage().signIn('Operator-same', password, code)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
