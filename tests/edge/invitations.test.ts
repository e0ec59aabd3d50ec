// The mail provider is somebody else's service: one test puts another `fetch` in its place.
import {
  createExecutionContext,
  env,
  runInDurableObject,
  waitOnExecutionContext,
} from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { twoStepCalls } from '../../domain/calls/two-step.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { languageCodes, languages } from '../../domain/catalog/languages.ts'
import type { User } from '../../domain/entities/user.ts'
import { describeFirstCompany } from '../../scripts/first-company-body.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import {
  emailMovedText,
  invitationText,
  resetText,
  warningText,
} from '../../edge/session/mail-texts.ts'
import worker from '../../edge/worker.ts'
import { mailsTo, openPage, signInEntries, switchOn, waitFor } from './browser-page.ts'
import { foundLab, type Lab, must, operatorHeaders, send, type Sender, signIn, way } from './lab.ts'
import { makePerson } from './people.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('invited')
  admin = await lab.as('Administrator')
}, 60_000)

const at = (user: { uuid: string }) => ({ params: { id: user.uuid } })
const chosen = { password: 'Own-choice-77!', repeat: 'Own-choice-77!' }

async function invite(username: string): Promise<User> {
  const body = {
    username,
    name: `Invited ${username}`,
    email: `${username}@lab.example`,
    profile_uuid: ordinaryProfile(lab.company, 'Operator'),
    swarms: [lab.swarm],
  }
  return (await must(admin(userCalls.create, { body }))).data
}

async function linkOf(email: string, count: number) {
  const mail = (await mailsTo(email, count)).at(-1)
  const [, user = '', token = ''] = /#([0-9a-f-]{36})\.([\w-]{43})\n/.exec(mail?.text ?? '') ?? []
  return { mail, link: { user, token } }
}

/** Make hours pass for every link. */
async function passHours(hours: number): Promise<void> {
  await env.DIRECTORY.prepare('UPDATE password_resets SET expires_at = expires_at - ?1')
    .bind(hours * 3_600_000)
    .run()
}

async function entriesOf(user: string): Promise<Record<string, unknown>[]> {
  return runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) =>
    state.storage.sql
      .exec<{ entry: string }>(
        `SELECT entry FROM audit WHERE kind = 'sign_in' AND uuid = ? ORDER BY seq`,
        user,
      )
      .toArray()
      .map(({ entry }) => JSON.parse(entry) as Record<string, unknown>),
  )
}

describe('an invitation', () => {
  it('is written in the language that is chosen for the person, not in that of the inviter', async () => {
    const body = {
      username: 'ines',
      name: 'Ines Ruiz',
      email: 'ines@lab.example',
      profile_uuid: ordinaryProfile(lab.company, 'Operator'),
      swarms: [lab.swarm],
      default_language: 'es',
    } as const
    const { data } = await must(admin(userCalls.create, { body }))
    expect(data.default_language).toBe('es')
    const { mail } = await linkOf('ines@lab.example', 1)
    expect(mail?.text).toContain('Hola')
  })

  it('[CALL-022] says who invites, to what company, and which name to sign in with; it is good for 72 hours', async () => {
    const person = await invite('fresh')
    const { mail, link } = await linkOf(person.email, 1)
    expect(mail?.subject).toBe('You are invited to bApp')
    for (const word of ['Administrator of invited', 'Lab invited', 'fresh', '72 hours'])
      expect(mail?.text).toContain(word)
    await passHours(71)
    const seen = await must(send(passwordCalls.verifyReset, { body: link }))
    expect(seen.data).toEqual({ username: 'fresh', invited: true })
    await passHours(1.1)
    const late = await send(passwordCalls.verifyReset, { body: link })
    expect(late.errors[0]?.reason).toBe('reset_spent')
  })

  it('[CALL-044] is sent again until a password is chosen; from then on the link is one to reset it', async () => {
    const person = await invite('again')
    const first = (await linkOf(person.email, 1)).link
    const { data } = await must(admin(userCalls.resetPassword, at(person)))
    expect(data).toEqual({ mail: 'kept' })
    const second = await linkOf(person.email, 2)
    expect(second.mail?.subject).toBe('You are invited to bApp')
    expect((await send(passwordCalls.verifyReset, { body: first })).ok).toBe(false)
    await must(send(passwordCalls.confirmReset, { body: { ...second.link, ...chosen } }))
    expect((await openPage().signIn('again', chosen.password)).status).toBe(200)
    await must(admin(userCalls.resetPassword, at(person)))
    const third = await linkOf(person.email, 4)
    expect(third.mail?.subject).toBe('Set a new password for bApp')
    const seen = await must(send(passwordCalls.verifyReset, { body: third.link }))
    expect(seen.data).toEqual({ username: 'again', invited: false })
    await passHours(0.6)
    expect((await send(passwordCalls.verifyReset, { body: third.link })).ok).toBe(false)
    const entries = await entriesOf(person.uuid)
    const invited = entries.filter(({ action }) => action === 'sign_in.invited')
    expect(invited).toHaveLength(2)
    expect(invited[0]).toMatchObject({ actor: { name: 'Administrator of invited' } })
  })

  it('is in the language of who invites, and the form tells what becomes of the mail', async () => {
    await must(admin(userCalls.editDetails, { body: { default_language: 'it' } }))
    const form = (await must(admin(userCalls.createForm))).data
    expect(form).toMatchObject({ options: { mail: [{ value: 'kept' }] } })
    const person = await invite('italian')
    expect((await linkOf(person.email, 1)).mail?.subject).toBe('Invito a bApp')
    await must(admin(userCalls.editDetails, { body: { default_language: 'en' } }))
  })
})

describe('a lost phone', () => {
  it('an administrator switches the second step off: sessions end, the person gets a mail, the trail says who and why', async () => {
    const person = await makePerson(admin, lab.company, 'phoneless')
    const page = openPage()
    await must(page.signIn('phoneless'))
    await switchOn(page)
    const call = (body: object) => admin(userCalls.resetTwoStep, { ...at(person), body })
    expect((await call({})).status).toBe(422)
    await must(call({ reason: 'phone fell into the lake' }))
    expect((await page.send(sessionCalls.me)).status).toBe(401)
    expect((await openPage().signIn('phoneless')).status).toBe(200)
    const again = await call({ reason: 'once more' })
    expect([again.status, again.errors[0]?.reason]).toEqual([409, 'two_step_inactive'])
    await waitFor(async () => {
      const mails = await mailsTo(person.email, 2)
      expect(mails.at(-1)?.subject).toContain('switched off your two-step')
    })
    expect(await signInEntries(lab.company, person.uuid)).toContain('sign_in.two_step_reset')
    const entry = (await entriesOf(person.uuid)).find(
      ({ action }) => action === 'sign_in.two_step_reset',
    )
    expect(entry).toMatchObject({
      reason: 'phone fell into the lake',
      actor: { name: 'Administrator of invited', via: 'account' },
    })
  })

  it('is never one’s own, nor of somebody who reaches further', async () => {
    const page = openPage()
    const own = (await must(page.signIn('Administrator-invited'))).data
    await switchOn(page)
    const body = { reason: 'my own phone' }
    const mine = await page.send(userCalls.resetTwoStep, { ...at(own), body })
    expect([mine.status, mine.errors[0]?.reason]).toEqual([409, 'own_account'])
    const top = openPage()
    const superadmin = (await must(top.signIn('SuperAdmin-invited'))).data
    await switchOn(top)
    const beyond = await page.send(userCalls.resetTwoStep, { ...at(superadmin), body })
    expect([beyond.status, beyond.errors[0]?.reason]).toEqual([403, 'profile_beyond_own'])
    const missing = { params: { id: crypto.randomUUID() }, body }
    expect((await page.send(userCalls.resetTwoStep, missing)).status).toBe(404)
    const operator = await lab.as('Operator')
    expect((await operator(userCalls.resetTwoStep, { ...at(own), body })).status).toBe(403)
    expect((await must(top.send(twoStepCalls.deactivateForm))).data).toMatchObject({ active: true })
  })
})

describe('mails in every language', () => {
  const given = { username: 'olga.k', inviter: 'Ada L.', company: 'Lab X', hours: 72, link: 'L' }
  const warnings = [
    'slowed',
    'password_changed',
    'two_step_on',
    'two_step_off',
    'two_step_reset',
    'key_created',
  ] as const

  it.each(languageCodes)('%s has them all, each with what it must tell', (default_language) => {
    const reader = { name: 'Olga', default_language }
    const invitation = invitationText(reader, given)
    for (const word of ['olga.k', 'Ada L.', 'Lab X', '72', 'bApp', '\n\nL\n\n'])
      expect(invitation.text).toContain(word)
    const reset = resetText(reader, 'L', 30)
    for (const word of ['30', '\n\nL\n\n']) expect(reset.text).toContain(word)
    const mails = [
      invitation,
      reset,
      emailMovedText(reader),
      ...warnings.map((one) => warningText(one, reader, 'Firefox on Linux')),
    ]
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(mails.length)
    for (const { subject, text } of mails) {
      expect(text).toContain('Olga')
      expect(subject.length).toBeLessThan(90)
      expect(`${subject}${text}`).not.toMatch(/undefined|\$\{/)
    }
  })

  const turned = languageCodes.filter((code) => languages[code].dir === 'rtl')
  it.each(turned)('paragraphs in %s begin with its letters: it is read from the right', (code) => {
    const reader = { name: 'Olga', default_language: code }
    for (const { text } of [invitationText(reader, given), warningText('slowed', reader, 'X')]) {
      const lines = text.split('\n').filter((line) => line !== '' && line !== 'L')
      for (const line of lines) expect(line).toMatch(/^(?=\p{L})\P{Script=Latin}/u)
      expect(text.split('\u2068').length).toBe(text.split('\u2069').length)
    }
  })
})

describe('the operator makes a person without a password', () => {
  const body = describeFirstCompany({
    uuid: crypto.randomUUID(),
    company: 'Helix of the invited',
    name: 'Sam Keller',
    email: 'sam@helix.example',
    username: 'sam@helix.example',
    password: 'Uncommon-4-all!',
    region: 'eu',
    second: { name: 'Rita Muster', email: 'rita@helix.example' },
  })
  const rita = body.users[1]
  const make = async () =>
    (await must(send(operatorCalls.createCompany, { body, headers: operatorHeaders }))).data.invited
  const useLink = async (link: string) => {
    const [, user = '', token = ''] = /#([0-9a-f-]{36})\.([\w-]{43})$/.exec(link) ?? []
    return send(passwordCalls.confirmReset, { body: { user, token, ...chosen } })
  }

  it('who chooses one by a link that only the operator gets, and no outbox has', async () => {
    const [first] = await make()
    const [second] = await make()
    expect([first?.user, second?.user]).toEqual([rita?.uuid, rita?.uuid])
    const { results } = await env.DIRECTORY.prepare('SELECT text FROM mails WHERE recipient = ?1')
      .bind(rita?.email)
      .all()
    expect(results).toEqual([])
    // Refuse the link before it, which has ended, so that no forgotten one opens the account.
    expect((await useLink(first?.link ?? '')).errors[0]?.reason).toBe('reset_spent')
    await must(useLink(second?.link ?? ''))
    expect((await useLink(second?.link ?? '')).errors[0]?.reason).toBe('reset_spent')
    const body = { username: rita?.username, password: chosen.password }
    await must(send(sessionCalls.login, { body }))
  })

  it('and gets it by mail alone where the deployment sends mail', async () => {
    const mailing = {
      MAIL_ADAPTER: 'http',
      MAIL_URL: 'https://mail.example/send',
      MAIL_TOKEN: 'token-of-the-provider',
      MAIL_FROM: 'bapp@helix.example',
    }
    vi.stubGlobal('fetch', async () => new Response(null, { status: 202 }))
    const { fetch } = way
    const context = createExecutionContext()
    way.fetch = async (url, init) =>
      worker.fetch(new Request(url, init), { ...(env as unknown as Env), ...mailing }, context)
    const [first, lea] = body.users
    const other = { ...lea, uuid: crypto.randomUUID(), name: 'Lea Brandt' }
    const named = { username: 'lea@helix.example', email: 'lea@helix.example' }
    try {
      const made = await send(operatorCalls.createCompany, {
        body: { ...body, users: [first, { ...other, ...named }] },
        headers: operatorHeaders,
      })
      expect((await must(Promise.resolve(made))).data.invited).toEqual([
        { user: other.uuid, link: null },
      ])
    } finally {
      await waitOnExecutionContext(context)
      vi.unstubAllGlobals()
      way.fetch = fetch
    }
    const [mail] = await mailsTo(named.email, 1)
    expect(mail?.text).toContain(`/set-password#${other.uuid}.`)
    expect(mail?.text).toContain('Sam Keller')
  })

  it('and is made no other link once they have chosen', async () => {
    expect(await make()).toEqual([])
  })
})

describe('A20-3: the first company is made whole, or not at all', () => {
  const founders = (given: object = {}) =>
    describeFirstCompany({
      uuid: crypto.randomUUID(),
      company: 'Founders of the third',
      name: 'Ada Founder',
      email: 'ada@founders.example',
      username: 'ada@founders.example',
      password: 'Uncommon-4-all!',
      region: 'eu',
      second: { name: 'Bo Second', email: 'bo@founders.example' },
      ...given,
    })
  const found = (body: ReturnType<typeof founders>) => {
    // Found a company that is no provider, since this region has
    // one: the same rules hold for any that the operator makes.
    const company = { ...body.company, isProvider: 'N' as const }
    return send(operatorCalls.createCompany, {
      body: { ...body, company },
      headers: operatorHeaders,
    })
  }

  it('where the second person shares an address, a name, or the address of somebody else', async () => {
    const cases = [
      [{ name: 'Bo Second', email: 'ADA@founders.example' }, 'users.1.username', 'username_taken'],
      [{ name: 'ADA founder', email: 'bo@founders.example' }, 'users.1.name', 'name_alike'],
      [
        { name: 'Bo Second', email: 'Administrator-invited@lab.example' },
        'users.1.username',
        'name_unusable',
      ],
    ] as const
    for (const [second, field, reason] of cases) {
      const body = founders({ second })
      // oxlint-disable-next-line no-await-in-loop
      const { errors } = await found(body)
      expect(errors[0]).toMatchObject({ field, reason })
      // oxlint-disable-next-line no-await-in-loop
      const { results } = await env.DIRECTORY.prepare(
        `SELECT uuid AS id FROM companies WHERE uuid = ?1
         UNION ALL SELECT user_uuid FROM logins WHERE company_uuid = ?1`,
      )
        .bind(body.company.uuid)
        .all()
      expect(results).toEqual([])
    }
  })

  it('and asked again it takes back nothing that people have changed since', async () => {
    const body = founders()
    await must(found(body))
    const [ada, bo] = body.users
    if (!ada || !bo) throw new Error('no founders')
    const signedIn = await signIn(ada.username, 'Uncommon-4-all!')
    await must(
      signedIn(userCalls.edit, { ...at(bo), body: { active: 'N', reason: 'has not come' } }),
    )
    const profile_uuid = ordinaryProfile(body.company.uuid, 'Operator')
    await must(
      signedIn(userCalls.edit, { ...at(bo), body: { profile_uuid, reason: 'has not come' } }),
    )
    const elsewhere = body.users.map((one) => ({ ...one, timezone: 'Asia/Tokyo', phone: '1' }))
    await found({ ...body, users: elsewhere })
    const { data } = await must(signedIn(userCalls.search))
    const now = data.data.find(({ uuid }) => uuid === bo.uuid)
    expect(now).toMatchObject({ active: 'N', profile_uuid, timezone: bo.timezone, phone: '' })
  })

  it('and the operator is shown which company provides the service, to go on with it', async () => {
    const body = founders({ company: 'A second provider' })
    const answer = await send(operatorCalls.createCompany, { body, headers: operatorHeaders })
    expect(answer.errors[0]).toMatchObject({
      reason: 'provider_taken',
      params: { company: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
  })
})
