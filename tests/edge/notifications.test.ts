import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { developerCalls, notificationCalls } from '../../domain/calls/notifications.ts'
import { emailCalls } from '../../domain/calls/emails.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Notification } from '../../domain/entities/notification.ts'
import { foundLab, type Lab, must, password, type Sender, signIn, visiting } from './lab.ts'
import { makePerson } from './people.ts'

let provider: Lab
let lab: Lab
let boss: Sender
let admin: Sender
let operator: Sender
beforeAll(async () => {
  provider = await foundLab('provider', { isProvider: 'Y', developer: 'Y' })
  lab = await foundLab('notified')
  boss = await provider.as('SuperAdmin')
  admin = await lab.as('Administrator')
  operator = await lab.as('Operator')
})

const by = (id: string) => ({ params: { id } })
const nobody = { profiles: [], companies: [], users: [] }

async function idOf(sender: Sender): Promise<string> {
  return (await must(sender(sessionCalls.me))).data.uuid
}

async function write(sender: Sender, change: object = {}): Promise<Notification> {
  const recipients = { ...nobody, users: [await idOf(operator)] }
  const body = { title: 'Maintenance', message: 'On Friday\nat noon', recipients, ...change }
  return (await must(sender(notificationCalls.create, { body }))).data
}

describe('a notification', () => {
  it('[CALL-173] [CALL-176] [ENT-040] is written, and waits', async () => {
    const made = await write(admin, {
      subtitle: 'Network',
      subject: 'Downtime',
      short_message: 'Friday noon',
    })
    expect(made).toMatchObject({
      title: 'Maintenance',
      subtitle: 'Network',
      subject: 'Downtime',
      short_message: 'Friday noon',
      status: 'Waiting',
      sent_at: null,
    })
    const query = { extended: '1' }
    const read = await must(admin(notificationCalls.get, { ...by(made.uuid), query }))
    expect(read.data).toEqual(made)
  })

  it('[CALL-174] [CALL-175] [CALL-178] [CALL-180] is edited, found, copied and removed', async () => {
    const { uuid } = await write(admin)
    await must(admin(notificationCalls.edit, { ...by(uuid), body: { title: 'Moved' } }))
    const filters = { status: 'Waiting' }
    const page = (await must(admin(notificationCalls.search, { body: { filters } }))).data
    expect(page.data.find((one) => one.uuid === uuid)?.title).toBe('Moved')
    const asGet = { ...notificationCalls.duplicate, method: 'GET' as const }
    const copy = (await must(admin(asGet, by(uuid)))).data
    expect(copy).toMatchObject({ title: 'Moved', status: 'Waiting' })
    await must(admin({ ...notificationCalls.delete, method: 'GET' }, by(uuid)))
    expect((await admin(notificationCalls.get, by(uuid))).status).toBe(404)
  })

  it('[CALL-177] [CALL-179] [STATE-056] reaches those that the preview names, once, and is read', async () => {
    const { uuid } = await write(admin)
    const preview = await must(admin(notificationCalls.recipientsPreview, by(uuid)))
    expect(preview.data).toMatchObject({
      total: 1,
      people: [{ name: 'Operator of notified', company_name: 'Lab notified' }],
    })
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const sent = await must(admin(notificationCalls.send, { ...by(uuid), headers }))
    expect(sent.data).toMatchObject({ status: 'Sent', reached: 1 })
    const again = await must(admin(notificationCalls.send, { ...by(uuid), headers }))
    expect(again.data).toEqual(sent.data)
    const twice = await admin(notificationCalls.send, by(uuid))
    expect(twice.errors[0]).toMatchObject({ code: 'refused', reason: 'wrong_state' })
    const mine = async () => (await must(operator(notificationCalls.mine))).data
    const before = await mine()
    expect(before).toMatchObject({ total: 1, unread: 1 })
    expect(before.data[0]).toMatchObject({ title: 'Maintenance', read_at: null })
    const id = before.data[0]?.uuid ?? ''
    await must(operator(notificationCalls.read, by(id)))
    await must(operator(notificationCalls.read, by(id)))
    expect(await mine()).toMatchObject({ unread: 0, data: [{ read_at: expect.any(String) }] })
    // Let nobody else read it.
    expect((await admin(notificationCalls.read, by(id))).status).toBe(404)
    // Expect no record to open in a message that a person wrote.
    expect(before.data[0]).not.toHaveProperty('about')
  })

  it.each(['edit', 'delete'] as const)('is no more to %s once it is sent', async (action) => {
    const { uuid } = await write(admin)
    await must(admin(notificationCalls.send, by(uuid)))
    const body = action === 'edit' ? { title: 'Too late' } : {}
    const answer = await admin(notificationCalls[action], { ...by(uuid), body })
    expect(answer.errors[0]).toMatchObject({
      code: 'refused',
      reason: 'wrong_state',
      params: { state: 'Sent', action },
    })
  })

  it('reaches other companies only as far as its sender does', async () => {
    const ofProvider = await write(boss, { recipients: { ...nobody, companies: [lab.company] } })
    const sent = await must(boss(notificationCalls.send, by(ofProvider.uuid)))
    expect(sent.data).toMatchObject({ status: 'Sent', reached: 4 })
    const mine = (await must(operator(notificationCalls.mine))).data
    expect(mine.data[0]?.sender).toBe('SuperAdmin of provider')
    const foreign = await write(admin, { recipients: { ...nobody, companies: [provider.company] } })
    const preview = await must(admin(notificationCalls.recipientsPreview, by(foreign.uuid)))
    expect(preview.data).toEqual({ people: [], total: 0, excluded: [], pages: 1 })
    const refused = await admin(notificationCalls.send, by(foreign.uuid))
    expect(refused.errors[0]).toMatchObject({ reason: 'no_recipients' })
  })

  it('ninth attack A9-16: goes out in the name of who sends it, not of who wrote it first', async () => {
    const { uuid } = await write(admin)
    const other = await lab.as('SuperAdmin')
    const message = 'All results of June are void'
    await must(other(notificationCalls.edit, { ...by(uuid), body: { message } }))
    const { data } = await must(other(notificationCalls.send, by(uuid)))
    expect(data.user_name).toBe('SuperAdmin of notified')
    const [first] = (await must(operator(notificationCalls.mine))).data.data
    expect([first?.message, first?.sender]).toEqual([message, 'SuperAdmin of notified'])
  })

  it('ninth attack A9-17: is not tried on a visitor, who would never see it', async () => {
    const { uuid } = await write(admin)
    const headers = await visiting(boss, lab.company)
    const answer = await boss(notificationCalls.test, { ...by(uuid), headers })
    expect(answer.errors[0]?.reason).toBe('own_company_only')
  })

  it('goes to everybody of a profile', async () => {
    const page = (await must(admin(profileCalls.search, { query: { limit: '50' } }))).data
    const profile = page.data.find(({ name }) => name === 'Manager')
    const recipients = { ...nobody, profiles: [profile?.uuid] }
    const { uuid } = await write(admin, { recipients })
    const preview = await must(admin(notificationCalls.recipientsPreview, by(uuid)))
    expect(preview.data).toMatchObject({ people: [{ name: 'Manager of notified' }] })
  })

  it('A27-82: goes to the people with a profile of the same name in companies that are named beside it', async () => {
    const page = (await must(boss(profileCalls.search, { query: { limit: '50' } }))).data
    const profile = page.data.find(({ name }) => name === 'Manager')
    const recipients = { ...nobody, companies: [lab.company], profiles: [profile?.uuid] }
    const { uuid } = await write(boss, { recipients })
    const preview = await must(boss(notificationCalls.recipientsPreview, by(uuid)))
    expect(preview.data.people.map(({ name }) => name)).toEqual(['Manager of notified'])
    expect((await must(boss(notificationCalls.send, by(uuid)))).data.reached).toBe(1)
  })
})

describe('the words and the readers of a notification', () => {
  const german = { language: 'de', title: 'Wartung', subtitle: '', message: 'Am Freitag' } as const
  const titlesOf = async (sender: Sender) =>
    (await must(sender(notificationCalls.mine))).data.data.map(({ title }) => title)
  let manager: Sender
  let recipients: Notification['recipients']
  beforeAll(async () => {
    manager = await lab.as('Manager')
    recipients = { ...nobody, users: [await idOf(operator), await idOf(manager)] }
    await must(manager(userCalls.editDetails, { body: { default_language: 'de' } }))
  })

  it('come in the language of each reader, and only once', async () => {
    const change = { title: 'Power cut', language: 'en', translations: [german], recipients }
    const { uuid } = await write(admin, change)
    const preview = (await must(admin(notificationCalls.recipientsPreview, by(uuid)))).data
    expect(new Set(preview.people.map(({ language }) => language))).toEqual(new Set(['de', 'en']))
    const headers = { 'Operation-Id': crypto.randomUUID() }
    await must(admin(notificationCalls.send, { ...by(uuid), headers }))
    await must(admin(notificationCalls.send, { ...by(uuid), headers }))
    expect((await titlesOf(manager)).filter((title) => /Wartung|Power/.test(title))).toEqual([
      'Wartung',
    ])
    expect((await titlesOf(operator)).filter((title) => title === 'Power cut')).toHaveLength(1)
    const copy = (await must(admin(notificationCalls.duplicate, by(uuid)))).data
    expect(copy).toMatchObject({ translations: [german], status: 'Waiting', reached: null })
  })

  it('are refused in the same language twice', async () => {
    const body = { title: 'x', message: 'y', recipients, translations: [german, german] }
    const answer = await admin(notificationCalls.create, { body })
    expect(answer.errors[0]).toMatchObject({ field: 'translations', reason: 'repeated' })
  })

  it('are tried on the writer alone, in a language of choice, and go on waiting', async () => {
    const { uuid } = await write(admin, { title: 'Trial', translations: [german], recipients })
    const before = await titlesOf(operator)
    await must(admin(notificationCalls.test, by(uuid)))
    await must(admin(notificationCalls.test, { ...by(uuid), body: { language: 'de' } }))
    expect((await titlesOf(admin)).slice(0, 2).toSorted()).toEqual([
      '[Test] Trial',
      '[Test] Wartung',
    ])
    expect(await titlesOf(operator)).toEqual(before)
    expect((await must(admin(notificationCalls.receipts, by(uuid)))).data.people).toEqual([])
    await must(admin(notificationCalls.send, by(uuid)))
    const refused = await admin(notificationCalls.test, by(uuid))
    expect(refused.errors[0]).toMatchObject({ reason: 'wrong_state' })
  })

  it('ninth attack A9-16: are mailed in the name of who sends them, not of who wrote them first', async () => {
    const choose = (settings: { name: string; value: string }[]) =>
      must(operator(userCalls.setSettings, { params: { key: 'messages' }, body: { settings } }))
    await choose([{ name: 'written', value: 'mail' }])
    const { uuid } = await write(admin, { title: 'Whose mail' })
    const other = await lab.as('SuperAdmin')
    const message = 'All results of June are void'
    await must(other(notificationCalls.edit, { ...by(uuid), body: { message } }))
    await must(other(notificationCalls.send, by(uuid)))
    const { results } = await env.DIRECTORY.prepare(
      `SELECT text FROM mails WHERE subject = 'Whose mail'`,
    ).all<{ text: string }>()
    expect(results.map(({ text }) => text)).toEqual([`${message}\n\nSuperAdmin of notified\n`])
    await choose([])
  })

  it('reach nobody who has switched them off, and are mailed to people who want that, after their quiet hours', async () => {
    const choose = async (sender: Sender, settings: { name: string; value: string }[]) =>
      must(sender(userCalls.setSettings, { params: { key: 'messages' }, body: { settings } }))
    await choose(manager, [{ name: 'written', value: 'off' }])
    // Choose quiet hours at any time of the day but the last minute.
    await choose(operator, [
      { name: 'written', value: 'mail' },
      { name: 'quiet_from', value: '00:00' },
      { name: 'quiet_to', value: '23:59' },
    ])
    const { uuid } = await write(admin, { title: 'By mail', recipients })
    const preview = (await must(admin(notificationCalls.recipientsPreview, by(uuid)))).data
    expect(preview).toMatchObject({
      total: 1,
      excluded: [{ uuid: await idOf(manager), why: 'off' }],
    })
    await must(admin(notificationCalls.send, by(uuid)))
    expect(await titlesOf(manager)).not.toContain('By mail')
    expect(await titlesOf(operator)).toContain('By mail')
    const { results } = await env.DIRECTORY.prepare(
      `SELECT recipient, next_at FROM mails WHERE subject = 'By mail'`,
    ).all<{ recipient: string; next_at: string | null }>()
    expect(results.map(({ recipient }) => recipient)).toEqual(['Operator-notified@lab.example'])
    expect(results[0]?.next_at).toMatch(/:59:00\.000Z$/)
    await choose(manager, [])
    await choose(operator, [])
  })

  it('say who has read them, and who gets none because they may not sign in', async () => {
    const { uuid: id } = await makePerson(admin, lab.company, 'gone-away', { swarms: [lab.swarm] })
    await must(admin(userCalls.edit, { params: { id }, body: { active: 'N' } }))
    const { uuid } = await write(admin, {
      title: 'Read me',
      recipients: { ...recipients, users: [...recipients.users, id] },
    })
    const preview = (await must(admin(notificationCalls.recipientsPreview, by(uuid)))).data
    expect(preview).toMatchObject({ total: 2, excluded: [{ uuid: id, why: 'inactive' }] })
    await must(admin(notificationCalls.send, by(uuid)))
    const mine = (await must(operator(notificationCalls.mine))).data.data
    const message = mine.find(({ title }) => title === 'Read me')
    await must(operator(notificationCalls.read, by(message?.uuid ?? '')))
    const { people, read } = (await must(admin(notificationCalls.receipts, by(uuid)))).data
    expect(read).toBe(1)
    expect(new Map(people.map((one) => [one.uuid, one.read_at !== null]))).toEqual(
      new Map([
        [await idOf(operator), true],
        [await idOf(manager), false],
      ]),
    )
  })
})

describe('an e-mail', () => {
  const make = async (change: object = {}) => {
    const body = { subject: 'News', message: 'Plain {{text}} & <b>words</b>', ...change }
    return (await must(boss(emailCalls.create, { body }))).data
  }
  const outbox = async (company: string) => {
    const { results } = await env.DIRECTORY.prepare(
      'SELECT recipient, subject, text, state FROM mails WHERE company_uuid = ?1',
    )
      .bind(company)
      .all<{ recipient: string; subject: string; text: string; state: string }>()
    return results
  }

  it('[CALL-181] [CALL-182] [CALL-184] [CALL-188] [ENT-041] is written, found, edited and removed', async () => {
    const { uuid, recipients } = await make()
    expect(recipients).toEqual(nobody)
    await must(boss(emailCalls.edit, { ...by(uuid), body: { subject: 'Newer' } }))
    const page = (await must(boss(emailCalls.search))).data
    expect(page.data.find((one) => one.uuid === uuid)?.subject).toBe('Newer')
    await must(boss({ ...emailCalls.delete, method: 'GET' }, by(uuid)))
    expect((await boss(emailCalls.recipients, by(uuid))).status).toBe(404)
  })

  it('[CALL-183] [CALL-185] [CALL-187] [STATE-057] becomes one mail for each person, once', async () => {
    const { uuid } = await make()
    const recipients = { ...nobody, companies: [lab.company] }
    await must(boss(emailCalls.editRecipients, { ...by(uuid), body: { recipients } }))
    const reached = (await must(boss(emailCalls.recipients, by(uuid)))).data
    expect(reached).toMatchObject({ total: 4 })
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const sent = await must(boss(emailCalls.send, { ...by(uuid), headers }))
    expect(sent.data).toMatchObject({ status: 'Sent', reached: 4 })
    await must(boss(emailCalls.send, { ...by(uuid), headers }))
    expect((await boss(emailCalls.send, by(uuid))).errors[0]?.reason).toBe('wrong_state')
    const mails = (await outbox(lab.company)).filter(({ subject }) => subject === 'News')
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(4)
    expect(mails).toHaveLength(4)
    // Expect nothing in a text to be a template or markup.
    expect(mails[0]?.text).toBe('Plain {{text}} & <b>words</b>')
  })

  it('ninth attack A9-16: is that of who sends it, not of who wrote it first', async () => {
    const { uuid } = await make({ recipients: { ...nobody, companies: [lab.company] } })
    const made = await makePerson(boss, provider.company, 'sender', { profile: 'SuperAdmin' })
    const sender = await signIn(made.username, password)
    const { data } = await must(sender(emailCalls.send, by(uuid)))
    expect(data.user_uuid).toBe(made.uuid)
  })

  it('shows what became of each mail, and queues those again that were given up', async () => {
    const recipients = { ...nobody, companies: [lab.company] }
    const { uuid } = await make({ subject: 'Delivered', recipients })
    const early = await boss(emailCalls.retry, by(uuid))
    expect(early.errors[0]).toMatchObject({ reason: 'wrong_state' })
    await must(boss(emailCalls.send, by(uuid)))
    await env.DIRECTORY.prepare(
      `UPDATE mails SET state = 'failed', attempts = 6, error = 'The mail service answered 550'
       WHERE subject = 'Delivered' AND recipient LIKE 'Operator-%'`,
    ).run()
    const deliveries = async () =>
      (await must(boss(emailCalls.deliveries, { ...by(uuid), query: { limit: '50' } }))).data
    const { data, total } = await deliveries()
    expect(total).toBe(4)
    expect(data[0]).toMatchObject({
      recipient: 'Operator-notified@lab.example',
      state: 'failed',
      attempts: 6,
      error: 'The mail service answered 550',
    })
    expect((await must(boss(emailCalls.retry, by(uuid)))).data).toEqual({ queued: 1 })
    expect((await deliveries()).data.map(({ state }) => state)).not.toContain('failed')
    expect((await must(boss(emailCalls.retry, by(uuid)))).data).toEqual({ queued: 0 })
    // Show nothing of another e-mail, whatever it became.
    const other = await make({ subject: 'Not sent', recipients })
    const none = (await must(boss(emailCalls.deliveries, by(other.uuid)))).data
    expect(none).toMatchObject({ data: [], total: 0 })
    expect((await admin(emailCalls.deliveries, by(uuid))).status).toBe(403)
  })

  it('[CALL-186] [STATE-058] is tried on its writer alone', async () => {
    const recipients = { ...nobody, companies: [lab.company] }
    const { uuid } = await make({ subject: 'Trial', recipients })
    await must(boss({ ...emailCalls.test, method: 'GET' }, by(uuid)))
    const mails = (await outbox(provider.company)).filter(({ subject }) => /Trial/.test(subject))
    expect(mails.map(({ recipient }) => recipient)).toEqual(['SuperAdmin-provider@lab.example'])
    expect(await outbox(lab.company)).not.toContainEqual(
      expect.objectContaining({ subject: 'Trial' }),
    )
  })

  it('cannot begin a header of its own', async () => {
    for (const subject of ['a\r\nBcc: x@y.example', 'a\nb', 'a\u0000b', '']) {
      const answer = await boss(emailCalls.create, { body: { subject, message: 'x' } })
      expect([answer.status, answer.errors[0]?.field]).toEqual([422, 'subject'])
    }
  })

  it('is the provider’s: nobody else may write one', async () => {
    const answer = await admin(emailCalls.create, { body: { subject: 'x', message: 'y' } })
    expect(answer.status).toBe(403)
  })
})

describe('the outbox of developers', () => {
  it('[PERM-012] shows mails of the own company, where the company develops', async () => {
    const { data } = await must(boss(developerCalls.outbox, { query: { limit: '100' } }))
    const mails = data.data
    expect(mails.length).toBeGreaterThan(0)
    expect(mails.every(({ state }) => state === 'kept')).toBe(true)
    expect(mails.every(({ recipient }) => recipient.endsWith('-provider@lab.example'))).toBe(true)
    expect((await admin(developerCalls.outbox)).errors[0]?.params).toEqual({
      permission: 'developer.menu',
    })
  })
})
