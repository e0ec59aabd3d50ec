import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import {
  codeAt,
  endWaits,
  mailsTo,
  openPage,
  signInEntries,
  switchOn,
  waitFor,
} from './browser-page.ts'
import { foundLab, type Lab, must, password, send } from './lab.ts'
import { inStoreOf, withoutTriggers } from './store-writes.ts'

const next = 'Quite-another-9?'
let lab: Lab
beforeAll(async () => {
  lab = await foundLab('lost')
})

/** Ask for a link and read it from the mail. */
async function askReset(email: string, count = 1): Promise<{ user: string; token: string }> {
  await must(send(passwordCalls.forgot, { body: { email } }))
  const mails = await mailsTo(email, count)
  const [, user = '', token = ''] =
    /\/set-password#([0-9a-f-]{36})\.([\w-]{43})\n/.exec(mails.at(-1)?.text ?? '') ?? []
  return { user, token }
}

const set = (user: string, token: string, word = next, repeat = word) =>
  send(passwordCalls.confirmReset, { body: { user, token, password: word, repeat } })

describe('a forgotten password', () => {
  it('[CALL-006] is answered alike for everybody, and a link goes to who is known', async () => {
    const known = await send(passwordCalls.forgot, { body: { email: 'operator-lost@lab.example' } })
    const unknown = await send(passwordCalls.forgot, { body: { email: 'nobody@lab.example' } })
    expect([known.status, known.data, known.errors]).toEqual([200, {}, []])
    expect([unknown.status, unknown.data, unknown.errors]).toEqual([200, {}, []])
    const [mail] = await mailsTo('operator-lost@lab.example', 1)
    expect(mail?.text).toContain('https://bapp.test/set-password#')
    const { results } = await env.DIRECTORY.prepare(`SELECT recipient FROM mails`).all()
    expect(JSON.stringify(results)).not.toContain('nobody@')
  })

  it('sends three mails in half an hour at most: as long as a link lives', async () => {
    await foundLab('flood')
    for (let i = 0; i < 5; i++) {
      await must(send(passwordCalls.forgot, { body: { email: 'operator-flood@lab.example' } }))
      await mailsTo('operator-flood@lab.example', Math.min(i + 1, 3))
    }
    await must(send(passwordCalls.forgot, { body: { email: 'manager-flood@lab.example' } }))
    await mailsTo('manager-flood@lab.example', 1)
    expect(await mailsTo('operator-flood@lab.example', 3)).toHaveLength(3)
    await endWaits()
  })
})

describe('second attack T6: a password set in a damaged store', () => {
  it('is refused with the reason, nothing is half done, and the link goes on to be good', async () => {
    const damaged = await foundLab('t6')
    const page = openPage()
    await must(page.signIn('Operator-t6'))
    const wish = {
      description: 'For a machine',
      permissions: ['analysis.search'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      password,
    }
    await must(page.send(apiKeyCalls.create, { body: wish }))
    const { user, token } = await askReset('operator-t6@lab.example', 2)
    const bend = (name: string) =>
      inStoreOf(damaged.company, (sql) =>
        withoutTriggers(sql, () =>
          sql.run(
            `UPDATE records SET body = json_set(body, '$.description', ?) WHERE kind = 'api_key'`,
            name,
          ),
        ),
      )
    await bend('bent')
    const refused = await set(user, token)
    expect(refused.errors[0]).toMatchObject({ code: 'refused', reason: 'record_damaged' })
    await must(openPage().signIn('Operator-t6'))
    await bend('For a machine')
    await must(set(user, token))
  })
})

describe('the link to set a password', () => {
  it('[CALL-010] [CALL-011] is good once, ends every session and signs nobody in', async () => {
    const page = openPage()
    const account = (await must(page.signIn('Manager-lost'))).data
    const { user, token } = await askReset('manager-lost@lab.example')
    expect(user).toBe(account.uuid)
    const ask = { body: { user, token } }
    await must(send(passwordCalls.verifyReset, ask))
    const weak = await set(user, token, 'abc')
    expect(weak.errors.map(({ reason }) => reason)).toContain('password_too_short')
    await must(send(passwordCalls.verifyReset, ask))
    const done = await must(set(user, token))
    expect(done.headers.get('Set-Cookie')).toBeNull()
    expect((await page.send(sessionCalls.me)).status).toBe(401)
    expect((await openPage().signIn('Manager-lost')).status).toBe(401)
    expect((await openPage().signIn('Manager-lost', next)).status).toBe(200)
    const again = await set(user, token, 'And-a-third-3!')
    expect([again.status, again.errors[0]?.reason]).toEqual([409, 'reset_spent'])
    expect((await send(passwordCalls.verifyReset, ask)).errors[0]?.reason).toBe('reset_spent')
    await waitFor(async () => {
      expect(await signInEntries(lab.company, user)).toEqual(
        expect.arrayContaining(['sign_in.reset_asked', 'sign_in.password_reset']),
      )
    })
  })

  it('[CALL-009] works by its path too, for its own person only', async () => {
    const { user, token } = await askReset('administrator-lost@lab.example')
    const { user: other } = await askReset('superadmin-lost@lab.example')
    const body = { password: next, repeat: next }
    const foreign = await send(passwordCalls.reset, { params: { a: other, b: token }, body })
    expect(foreign.errors[0]?.reason).toBe('reset_spent')
    await must(send(passwordCalls.reset, { params: { a: user, b: token }, body }))
    expect((await openPage().signIn('Administrator-lost', next)).status).toBe(200)
  })

  it('is one of many at the same time', async () => {
    await foundLab('race')
    const { user, token } = await askReset('operator-race@lab.example')
    const words = ['First-of-many-1!', 'Second-of-many-2!', 'Third-of-many-3!']
    const answers = await Promise.all(words.map((word) => set(user, token, word)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('is over after half an hour, when another has been used and after a change of password', async () => {
    await foundLab('late')
    const first = await askReset('operator-late@lab.example')
    const second = await askReset('operator-late@lab.example', 2)
    await env.DIRECTORY.prepare(
      'UPDATE password_resets SET expires_at = expires_at - 1800001',
    ).run()
    for (const { user, token } of [first, second]) {
      expect((await set(user, token)).errors[0]?.reason).toBe('reset_spent')
    }
    const third = await askReset('operator-late@lab.example', 3)
    const page = openPage()
    await must(page.signIn('Operator-late'))
    const body = { old_password: password, password: next, repeat: next }
    await must(page.send(passwordCalls.change, { body }))
    expect((await set(third.user, third.token, 'And-a-third-3!')).errors[0]?.reason).toBe(
      'reset_spent',
    )
  })

  it('leaves the second step in force', async () => {
    await foundLab('both')
    const page = openPage()
    await must(page.signIn('Operator-both'))
    const { secret } = await switchOn(page)
    const { user, token } = await askReset('operator-both@lab.example', 2)
    await must(set(user, token))
    expect((await openPage().signIn('Operator-both', next)).errors[0]?.reason).toBe('code_needed')
    expect((await openPage().signIn('Operator-both', next, codeAt(secret, 1))).status).toBe(200)
  })

  it('is kept as a hash only', async () => {
    await foundLab('hash')
    const { token } = await askReset('operator-hash@lab.example')
    const { results } = await env.DIRECTORY.prepare('SELECT * FROM password_resets').all()
    expect(results.length).toBeGreaterThan(0)
    expect(JSON.stringify(results)).not.toContain(token)
  })
})

describe('changing a password', () => {
  it('[CALL-019] [CALL-020] wants the old one, keeps this session with another secret and ends the others', async () => {
    await foundLab('change')
    const page = openPage()
    const other = openPage()
    await must(page.signIn('Operator-change'))
    await must(other.signIn('Operator-change'))
    expect((await must(page.send(passwordCalls.changeForm))).data).toEqual({
      min_length: 8,
      max_length: 256,
      two_step: false,
    })
    const body = { old_password: 'Not-mine-1!', password: next, repeat: next }
    const wrong = await page.send(passwordCalls.change, { body })
    expect(wrong.errors[0]).toMatchObject({ reason: 'wrong_password', field: 'old_password' })
    const before = page.cookie()
    await must(page.send(passwordCalls.change, { body: { ...body, old_password: password } }))
    expect(page.cookie()).not.toBe(before)
    expect((await page.send(sessionCalls.me)).status).toBe(200)
    expect((await send(sessionCalls.me, { headers: { Cookie: before } })).status).toBe(401)
    expect((await other.send(sessionCalls.me)).status).toBe(401)
    expect((await openPage().signIn('Operator-change', next)).status).toBe(200)
    const mails = await mailsTo('operator-change@lab.example', 1)
    expect(mails.at(-1)?.subject).toContain('changed')
  })

  it('[CALL-031] [CALL-032] nobody chooses it for somebody else, and the answer names what to do instead', async () => {
    await foundLab('chosen')
    const admin = openPage()
    const own = (await must(admin.signIn('Administrator-chosen'))).data
    const other = (await must(openPage().signIn('Operator-chosen'))).data
    const body = { old_password: password, password: next, repeat: next }
    const refused = await admin.send(passwordCalls.changeOf, { params: { id: other.uuid }, body })
    expect([refused.status, refused.errors[0]?.reason]).toEqual([409, 'reset_by_mail'])
    expect(refused.errors[0]?.message).toContain('/users/reset_password/')
    const missing = { params: { id: crypto.randomUUID() } }
    expect((await admin.send(passwordCalls.changeFormOf, missing)).errors[0]?.reason).toBe(
      'reset_by_mail',
    )
    await must(admin.send(passwordCalls.changeFormOf, { params: { id: own.uuid } }))
    await must(admin.send(passwordCalls.changeOf, { params: { id: own.uuid }, body }))
    expect((await openPage().signIn('Operator-chosen')).status).toBe(200)
  })

  it('[VAL-001] [VAL-002] [VAL-003] [VAL-004] [VAL-005] [VAL-006] names everything that is wrong with the new one', async () => {
    await foundLab('weak')
    const page = openPage()
    await must(page.signIn('Operator-weak'))
    const reasonsFor = async (word: string, repeat = word) => {
      const body = { old_password: password, password: word, repeat }
      const { errors } = await page.send(passwordCalls.change, { body })
      return errors.map(({ field, reason }) => `${field}: ${reason}`)
    }
    expect(await reasonsFor('Ab1!xyz')).toEqual(['password: password_too_short'])
    expect(await reasonsFor('lower-only-1!')).toEqual(['password: password_capital'])
    expect(await reasonsFor('UPPER-ONLY-1!')).toEqual(['password: password_lowercase'])
    expect(await reasonsFor('No-digit-here!')).toEqual(['password: password_number'])
    expect(await reasonsFor('NoSymbolHere12')).toEqual(['password: password_symbol'])
    expect(await reasonsFor(next, `${next} `)).toEqual(['repeat: passwords_differ'])
    expect(await reasonsFor('', 'x')).not.toEqual([])
    expect(await reasonsFor('P@ssw0rd2026')).toEqual(['password: password_common'])
    expect(await reasonsFor('Operator-Weak-1!')).toEqual(['password: password_personal'])
    expect(await reasonsFor(password)).toEqual(['password: password_same'])
    // Write it in wide letters, in which it is hashed as the same one.
    const wide = (text: string) => text.replaceAll(/[A-Za-z]/g, widen)
    expect([wide(password), ...(await reasonsFor(wide(password)))]).toEqual([
      wide(password),
      'password: password_same',
    ])
    expect(await reasonsFor(wide('P@ssw0rd2026'))).toEqual(['password: password_common'])
    const long = `Aa1! ${'x'.repeat(120)}`
    expect(await reasonsFor(long)).toEqual([])
  })
})

/** Return the wide form of an ASCII letter, as typed in East Asian input. */
function widen(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)
}
