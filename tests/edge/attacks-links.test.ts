import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { developerCalls } from '../../domain/calls/notifications.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import { codeAt, mailsTo, waitFor, openPage, switchOn } from './browser-page.ts'
import { foundLab, type Lab, must, password, send, type Sender, signIn } from './lab.ts'
import { confirmPerson, makePerson } from './people.ts'
import { at, me, reasonOf, signRunOf } from './signing-people.ts'

/** Links to a new password: the person who may receive one, and the person who may change its address. */

let lab: Lab
let admin: Sender
let reader: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('links', { developer: 'Y' })
  admin = await lab.as('Administrator')
  reader = await lab.as('SuperAdmin')
  manager = await lab.as('Manager')
}, 60_000)

/** Make a person whom both administrators have confirmed. */
async function makeConfirmed(word: string, profile: 'Administrator' | 'Manager'): Promise<User> {
  const made = await makePerson(reader, lab.company, word, { profile, swarms: [lab.swarm] })
  return confirmPerson(admin, made)
}

const chosen = { password: 'Own-choice-77!', repeat: 'Own-choice-77!' }
const link = /#([0-9a-f-]{36})\.([\w-]{43})/

const tryToSign = (signer: Sender) => signRunOf(manager, lab, signer, chosen.password)

/** Read the newest kept mail with a link to a person, as the outbox shows it. */
async function readKept(sender: Sender, recipient: string): Promise<string> {
  const { data } = await must(sender(developerCalls.outbox, { query: { limit: '100' } }))
  const mails = data.data
  const links = mails.filter(({ text }) => text.includes('/set-password#'))
  return links.find((one) => one.recipient === recipient)?.text ?? ''
}

async function ask(email: string): Promise<void> {
  const links = async () => (await mailsTo(email, 0)).filter(({ text }) => link.test(text)).length
  const before = await links()
  await must(send(passwordCalls.forgot, { body: { email } }))
  // Look for the link: other mails come meanwhile, such as one that says that the password was changed.
  await waitFor(async () => {
    if ((await links()) === before) throw new Error(`no link to ${email}`)
  })
}

describe('attack M4: links that stay in the outbox', () => {
  it('attack M4: a person who reads the valid link of somebody else has handed it over', async () => {
    const someone = await makeConfirmed('forgetful', 'Manager')
    await ask(someone.email)
    const [, user, token] = link.exec(await readKept(reader, someone.email)) ?? []
    await must(send(passwordCalls.confirmReset, { body: { user, token, ...chosen } }))
    const thief = await signIn(someone.username, chosen.password)
    expect(reasonOf(await tryToSign(thief))).toBe('confirmation_needed')
    const confirm = (by: Sender) =>
      by(userCalls.confirm, { ...at(someone), body: { reason: 'called them' } })
    expect(reasonOf(await confirm(reader))).toBe('confirms_own')
    await must(confirm(admin))
    // Read the link once more, which is spent: that is nothing.
    await readKept(reader, someone.email)
    expect((await tryToSign(await signIn(someone.username, chosen.password))).status).toBe(200)
  })

  it('attack M4: a person who may send no link sees none but their own', async () => {
    const body = { name: 'Mail reader', base: 'Operator', permissions: ['developer.menu'] }
    const profile = (await must(reader(profileCalls.create, { body }))).data
    const curious = await makePerson(reader, lab.company, 'curious', { profile: 'Operator' })
    await must(reader(userCalls.edit, { ...at(curious), body: { profile_uuid: profile.uuid } }))
    const someone = await makePerson(reader, lab.company, 'unread', { profile: 'Manager' })
    await ask(someone.email)
    await ask(curious.email)
    const page = await signIn(curious.username, password)
    expect(await readKept(page, someone.email)).toContain(`#${someone.uuid}.…`)
    expect(await readKept(page, curious.email)).toMatch(link)
  })
})

describe('fourth attack D1: a link behind what looks like one', () => {
  it('fourth attack D1: counts as handed over by who reads it, whatever else the mail says', async () => {
    const someone = await makeConfirmed('disguised', 'Manager')
    const decoy = `/set-password#${crypto.randomUUID()}.${'x'.repeat(43)}`
    await must(reader(userCalls.edit, { ...at(someone), body: { name: `Decoy ${decoy}` } }))
    await ask(someone.email)
    const mail = await readKept(reader, someone.email)
    const found = mail.matchAll(/#([0-9a-f-]{36})\.([\w-]{43})/g)
    const own = [...found].find(([, user]) => user === someone.uuid)
    expect(own).toBeDefined()
    const [, user, token] = own ?? []
    await must(send(passwordCalls.confirmReset, { body: { user, token, ...chosen } }))
    const thief = await signIn(someone.username, chosen.password)
    expect(reasonOf(await tryToSign(thief))).toBe('confirmation_needed')
  })

  it('fourth attack D1: is hidden from who may send none', async () => {
    const body = { name: 'Mail watcher', base: 'Operator', permissions: ['developer.menu'] }
    const profile = (await must(reader(profileCalls.create, { body }))).data as { uuid: string }
    const curious = await makePerson(reader, lab.company, 'watcher', { profile: 'Operator' })
    await must(reader(userCalls.edit, { ...at(curious), body: { profile_uuid: profile.uuid } }))
    const someone = await makePerson(reader, lab.company, 'watched', { profile: 'Manager' })
    const decoy = `/set-password#${curious.uuid}.${'y'.repeat(43)}`
    await must(reader(userCalls.edit, { ...at(someone), body: { name: `Decoy ${decoy}` } }))
    await ask(someone.email)
    const page = await signIn(curious.username, password)
    expect(await readKept(page, someone.email)).toContain(`#${someone.uuid}.…`)
  })
})

describe('attack M4: one’s own address', () => {
  it('attack M4: is changed with the password and a code, never by an open session alone', async () => {
    const own = await me(admin)
    const move = (more: object) =>
      admin(userCalls.edit, { ...at(own), body: { email: 'thief@lab.example', ...more } })
    expect((await move({})).errors[0]).toMatchObject({ field: 'password', reason: 'required' })
    expect((await move({ password: 'guessed' })).errors[0]).toMatchObject({
      field: 'password',
      reason: 'wrong_password',
    })
    expect((await me(admin)).email).toBe(own.email)
    await must(move({ password }))
    expect((await me(admin)).email).toBe('thief@lab.example')

    const back = { email: own.email, password }
    await must(admin(userCalls.edit, { ...at(own), body: back }))
  })

  it('attack M4: asks for a code where the second step is on', async () => {
    const someone = await makeConfirmed('two-steps', 'Administrator')
    const page = openPage()
    await page.signIn(someone.email)
    const { secret } = await switchOn(page)
    const body = { email: 'elsewhere@lab.example', password }
    expect(reasonOf(await page.send(userCalls.edit, { ...at(someone), body }))).toBe('code_needed')
    const code = codeAt(secret, 1)
    await must(page.send(userCalls.edit, { ...at(someone), body: { ...body, code } }))
    expect((await me(page.send)).email).toBe('elsewhere@lab.example')
  })

  it('attack M4: is one in the record and at the sign-in, also when two change it at the same moment', async () => {
    for (const round of [1, 2, 3]) {
      const someone = await makeConfirmed(`raced${round}`, 'Manager')
      const move = (to: string) => {
        const body = { email: `${to}${round}@lab.example`, base: someone.updated_at }
        return admin(userCalls.edit, { ...at(someone), body })
      }
      const answers = await Promise.all(['one', 'two', 'three'].map(move))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const page = await signIn(someone.username, password)
      await signIn((await me(page)).email, password)
      await must(admin(userCalls.resetPassword, at(someone)))
    }
  })

  it('attack M4: a key that ends with an address is ended by who changed it, in the trail as well', async () => {
    const someone = await makePerson(reader, lab.company, 'keyholder', { profile: 'Manager' })
    const page = await signIn(someone.username, password)
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const key = { description: 'script', permissions: ['analysis.search'], expires_at, password }
    const { uuid } = (await must(page(apiKeyCalls.create, { body: key }))).data.record
    await must(admin(userCalls.edit, { ...at(someone), body: { email: 'moved@lab.example' } }))
    const { data } = await must(admin(auditCalls.search, { body: { kind: 'api_key', uuid } }))
    const [ended] = data.data
    expect(ended).toMatchObject({
      action: 'api_key.deactivate',
      actor: { uuid: (await me(admin)).uuid },
    })
  })
})
