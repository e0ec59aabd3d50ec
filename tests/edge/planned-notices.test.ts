import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import { type Received, notificationCalls } from '../../domain/calls/notifications.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Notification } from '../../domain/entities/notification.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { mailsTo } from './browser-page.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makePerson } from './people.ts'
import { backdate, changeRecord, inStoreOf } from './store-writes.ts'

let provider: Lab
let lab: Lab
let boss: Sender
let admin: Sender
let manager: Sender
let operator: Sender
beforeAll(async () => {
  provider = await foundLab('planmaker', { isProvider: 'Y', developer: 'Y' })
  lab = await foundLab('planned')
  boss = await provider.as('SuperAdmin')
  admin = await lab.as('Administrator')
  manager = await lab.as('Manager')
  operator = await lab.as('Operator')
})

const by = (id: string) => ({ params: { id } })
const nobody = { profiles: [], companies: [], users: [] }
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const hourMs = 3_600_000

async function idOf(sender: Sender): Promise<string> {
  return (await must(sender(sessionCalls.me))).data.uuid
}

async function write(sender: Sender, change: object = {}): Promise<Notification> {
  const recipients = { ...nobody, users: [await idOf(operator)] }
  const body = { title: 'Maintenance', message: 'On Friday', recipients, ...change }
  return (await must(sender(notificationCalls.create, { body }))).data
}

const plan = (sender: Sender, uuid: string, at = inMs(hourMs)) =>
  sender(notificationCalls.plan, { ...by(uuid), body: { at } })

const find = async (sender: Sender, uuid: string) =>
  (await must(sender(notificationCalls.get, by(uuid)))).data

/** Let its time come, and the store's alarm run. */
async function letItBeTime(company: string, record: Notification): Promise<void> {
  const planned = { ...record.planned, at: inMs(-1000) }
  await changeRecord(company, { kind: 'notification', uuid: record.uuid }, { planned })
  await runDurableObjectAlarm(env.COMPANY_STORE.getByName(company))
}

async function titles(sender: Sender): Promise<string[]> {
  return (await must(sender(notificationCalls.mine))).data.data.map(({ title }) => title)
}

/** Check that what some have received is neither changed, deleted, withdrawn nor planned by anybody. */
async function cannotChange(sender: Sender, uuid: string): Promise<void> {
  const answers = [
    await sender(notificationCalls.edit, { ...by(uuid), body: { title: 'Other' } }),
    await sender(notificationCalls.withdraw, { ...by(uuid), body: {} }),
    await plan(sender, uuid),
    await sender(notificationCalls.delete, by(uuid)),
  ]
  expect(answers.map(({ errors }) => errors[0]?.reason)).toEqual(Array(4).fill('wrong_state'))
}

/** Work while the store of a company has no room for a record. */
async function whileFull(company: string, work: () => Promise<unknown>): Promise<void> {
  await inStoreOf(company, (sql) =>
    sql.run(`CREATE TRIGGER full_store BEFORE INSERT ON records BEGIN
      SELECT RAISE(ABORT, 'database or disk is full: SQLITE_FULL'); END`),
  )
  await work()
  await inStoreOf(company, (sql) => sql.run('DROP TRIGGER full_store'))
}

describe('a notification with a time', () => {
  it('is planned for a time to come, for another one, and withdrawn', async () => {
    const { uuid } = await write(admin, { title: 'Withdrawn' })
    const past = await plan(admin, uuid, inMs(-hourMs))
    expect(past.errors[0]).toMatchObject({ field: 'at', reason: 'value_not_possible' })
    const at = inMs(hourMs)
    const { data } = await must(plan(admin, uuid, at))
    expect(data).toMatchObject({
      status: 'Planned',
      planned: { at, user_name: 'Administrator of planned', zone: expect.any(String) },
    })
    const other = inMs(2 * hourMs)
    expect((await must(plan(admin, uuid, other))).data.planned?.at).toBe(other)
    const edit = await admin(notificationCalls.edit, { ...by(uuid), body: { title: 'Other' } })
    expect(edit.errors[0]).toMatchObject({
      reason: 'wrong_state',
      params: { state: 'Planned', action: 'edit' },
    })
    const withdrawn = await must(admin(notificationCalls.withdraw, { ...by(uuid), body: {} }))
    expect(withdrawn.data).toMatchObject({ status: 'Waiting' })
    expect(withdrawn.data).not.toHaveProperty('planned')
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(lab.company))
    expect(await titles(operator)).not.toContain('Withdrawn')
  })

  it('is sent once when its time comes, in the name of who planned it', async () => {
    const { uuid } = await write(admin, { title: 'At its time' })
    const { data } = await must(plan(admin, uuid))
    await letItBeTime(lab.company, data)
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(lab.company))
    const sent = await find(admin, uuid)
    expect(sent).toMatchObject({ status: 'Sent', reached: 1 })
    expect(sent).not.toHaveProperty('planned')
    expect((await titles(operator)).filter((one) => one === 'At its time')).toHaveLength(1)
    expect((await admin(notificationCalls.send, by(uuid))).errors[0]?.reason).toBe('wrong_state')
    const trail = await must(
      admin(auditCalls.record, { params: { kind: 'notification', id: uuid } }),
    )
    expect(trail.data.map(({ action, actor }) => [action, actor.name])).toContainEqual([
      'notification.send',
      'Administrator of planned',
    ])
  })

  it('reaches other companies as far as who planned it does at that time', async () => {
    const recipients = { ...nobody, companies: [lab.company] }
    const { uuid } = await write(boss, { title: 'From the provider', recipients })
    const { data } = await must(plan(boss, uuid))
    await letItBeTime(provider.company, data)
    expect(await find(boss, uuid)).toMatchObject({ status: 'Sent', reached: 4 })
    expect(await titles(operator)).toContain('From the provider')
  })

  it('A27-82: reaches those with a profile of the same name in other companies', async () => {
    const page = (await must(boss(profileCalls.search, { query: { limit: '50' } }))).data
    const profiles = page.data.filter(({ name }) => name === 'Operator').map(({ uuid }) => uuid)
    const recipients = { ...nobody, companies: [lab.company], profiles }
    const { uuid } = await write(boss, { title: 'To the operators', recipients })
    const { data } = await must(plan(boss, uuid))
    await letItBeTime(provider.company, data)
    expect(await find(boss, uuid)).toMatchObject({ status: 'Sent', reached: 1 })
    expect(await titles(operator)).toContain('To the operators')
    expect(await titles(manager)).not.toContain('To the operators')
  })

  it('eighteenth attack A18-13: reaches all others where the store of one company takes nothing, and that one later', async () => {
    const full = await foundLab('fullplanned')
    const reader = await full.as('Operator')
    const companies = [full.company, lab.company, provider.company]
    const title = 'Lot 9 is recalled'
    const { uuid } = await write(boss, { title, recipients: { ...nobody, companies } })
    const { data } = await must(plan(boss, uuid))
    await whileFull(full.company, async () => {
      await letItBeTime(provider.company, data)
      expect(await titles(operator)).toContain(title)
      expect(await titles(boss)).toContain(title)
      const sent = await find(boss, uuid)
      expect(sent).toMatchObject({ status: 'Sent', reached: 8, waiting: [full.company] })
      await cannotChange(boss, uuid)
    })
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(provider.company))
    const sent = await find(boss, uuid)
    expect(sent).toMatchObject({ status: 'Sent', reached: 12 })
    expect(sent).not.toHaveProperty('waiting')
    expect(await titles(reader)).toContain(title)
    expect((await titles(operator)).filter((one) => one === title)).toHaveLength(1)
  })

  it('eighteenth attack A18-13, A20-7: is sent at once where the store of a company takes nothing, which receives it later', async () => {
    const full = await foundLab('fullsent')
    const reader = await full.as('Operator')
    const title = 'Lot 10 is recalled'
    const recipients = { ...nobody, companies: [full.company, lab.company] }
    const { uuid } = await write(boss, { title, recipients })
    await whileFull(full.company, async () => {
      const sent = await must(boss(notificationCalls.send, by(uuid)))
      expect(sent.data).toMatchObject({ status: 'Sent', reached: 4, waiting: [full.company] })
      expect(await titles(operator)).toContain(title)
      await cannotChange(boss, uuid)
    })
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(provider.company))
    expect(await find(boss, uuid)).toMatchObject({ status: 'Sent', reached: 8 })
    expect(await titles(reader)).toContain(title)
    expect((await titles(operator)).filter((one) => one === title)).toHaveLength(1)
  })

  it('A20-7: whose sender may send no more is brought to no further company, and they are shown those without it', async () => {
    const full = await foundLab('fullended')
    const reader = await full.as('Operator')
    const person = await makePerson(boss, provider.company, 'sends-and-leaves', {
      profile: 'SuperAdmin',
    })
    const sender = await signIn('sends-and-leaves', password)
    const title = 'Lot 11 is recalled'
    const recipients = { ...nobody, companies: [full.company, lab.company] }
    const { uuid } = await write(sender, { title, recipients })
    await whileFull(full.company, () => must(sender(notificationCalls.send, by(uuid))))
    const profile_uuid = ordinaryProfile(provider.company, 'Operator')
    await must(
      boss(userCalls.edit, { ...by(person.uuid), body: { profile_uuid, reason: 'moved' } }),
    )
    await changeRecord(provider.company, { kind: 'notification', uuid }, {})
    await inStoreOf(provider.company, (sql) =>
      backdate(sql, { kind: 'notification', uuid }, { updated_at: inMs(-hourMs) }),
    )
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(provider.company))
    expect(await find(boss, uuid)).toMatchObject({
      status: 'Sent',
      waiting: [full.company],
      refused: { why: 'permission' },
    })
    expect(await titles(reader)).not.toContain(title)
    expect(await titles(sender)).toContain(`Not sent to all: ${title}`)
  })

  it('is refused without the right to send at its time: nobody gets it, and its planner is notified', async () => {
    const person = await makePerson(admin, lab.company, 'former-admin', {
      profile: 'Administrator',
      swarms: [lab.swarm],
    })
    const former = await signIn('former-admin', password)
    const { uuid } = await write(former, { title: 'Too late' })
    const planned = await must(plan(former, uuid))
    const body = { profile_uuid: ordinaryProfile(lab.company, 'Operator') }
    await must(admin(userCalls.edit, { ...by(person.uuid), body: { ...body, reason: 'moved' } }))
    await letItBeTime(lab.company, planned.data)
    expect(await find(admin, uuid)).toMatchObject({
      status: 'Refused',
      refused: { why: 'permission' },
    })
    expect(await titles(operator)).not.toContain('Too late')
    expect((await titles(former))[0]).toBe('Not sent: Too late')
    // Send it as somebody who may.
    expect((await must(admin(notificationCalls.send, by(uuid)))).data.status).toBe('Sent')
  })

  it('is planned by nobody without the right, and not of another company', async () => {
    const { uuid } = await write(admin)
    expect((await plan(manager, uuid)).errors[0]).toMatchObject({
      reason: 'permission_missing',
      params: { permission: 'notifications.send' },
    })
    const elsewhere = await (await foundLab('unplanned')).as('Administrator')
    expect((await plan(elsewhere, uuid)).errors[0]?.code).toBe('not_found')
  })
})

describe('a safety notice', () => {
  const signing = (one: Received, given: object = {}) => ({
    ...by(one.uuid),
    body: {
      password,
      meaning: 'read',
      comment: '',
      record_hash: one.sign?.record_hash ?? '',
      ...given,
    },
  })
  const toSign = async (sender: Sender) =>
    (await must(sender(notificationCalls.mine))).data.to_sign ?? []
  let notice: Notification

  it('is shown to each reader until they have signed it, also with messages switched off', async () => {
    const settings = [{ name: 'written', value: 'off' }]
    const choice = { params: { key: 'messages' }, body: { settings } }
    await must(operator(userCalls.setSettings, choice))
    const users = [await idOf(operator), await idOf(manager)]
    const recipients = { ...nobody, users }
    notice = await write(admin, { title: 'Do not use lot 7', must_sign: true, recipients })
    const sent = await must(admin(notificationCalls.send, by(notice.uuid)))
    expect(sent.data).toMatchObject({ reached: 2, must_sign: true })
    const [one] = await toSign(operator)
    if (!one) throw new Error('nothing to sign')
    expect(one).toMatchObject({ title: 'Do not use lot 7', sign: { signed_at: null } })
    await must(operator(notificationCalls.read, by(one.uuid)))
    expect(await toSign(operator)).toHaveLength(1)
    await mailsTo('Operator-planned@lab.example', 1)
  })

  it('is signed by the reader alone, with the password, over what they read', async () => {
    const [one] = await toSign(operator)
    if (!one) throw new Error('nothing to sign')
    const wrong = await operator(notificationCalls.sign, signing(one, { password: 'Wrong-1!' }))
    expect(wrong.errors[0]?.code).toBe('wrong_credentials')
    const other = await operator(
      notificationCalls.sign,
      signing(one, { record_hash: '0'.repeat(64) }),
    )
    expect(other.errors[0]).toMatchObject({ code: 'stale' })
    const approval = await operator(notificationCalls.sign, signing(one, { meaning: 'approval' }))
    expect(approval.errors[0]?.code).toBe('invalid')
    // Refuse the administrator, whom it did not reach.
    expect((await admin(notificationCalls.sign, signing(one))).errors[0]?.code).toBe('not_found')
    const signed = await must(operator(notificationCalls.sign, signing(one)))
    expect(signed.data.sign?.signed_at).toBeTruthy()
    expect(await toSign(operator)).toEqual([])
    const again = await operator(notificationCalls.sign, signing(one))
    expect(again.errors[0]).toMatchObject({ code: 'refused' })
    const params = { kind: 'delivery', id: one.uuid }
    const trail = (await must(admin(auditCalls.record, { params }))).data
    expect(trail.at(-1)).toMatchObject({
      action: 'delivery.sign',
      actor: { name: 'Operator of planned' },
    })
  })

  it('shows its sender who has signed, and reminds those who have not', async () => {
    const receipts = await must(admin(notificationCalls.receipts, by(notice.uuid)))
    expect(receipts.data).toMatchObject({ signed: 1 })
    expect(
      receipts.data.people.map(({ name, signed_at }) => [name, typeof signed_at]),
    ).toContainEqual(['Operator of planned', 'string'])
    const refused = await manager(notificationCalls.remind, by(notice.uuid))
    expect(refused.errors[0]?.reason).toBe('permission_missing')
    const { data } = await must(admin(notificationCalls.remind, by(notice.uuid)))
    expect(data).toEqual({ people: 1 })
    await must(admin(notificationCalls.remind, by(notice.uuid)))
    const mails = await mailsTo('Manager-planned@lab.example', 2)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Do not use lot 7',
      'Please sign: Do not use lot 7',
    ])
  })

  it('reaches people who join after their company has it, the safety notices first, and nobody twice', async () => {
    const whole = { ...nobody, companies: [lab.company] }
    const send = async (title: string, change: object) => {
      const { uuid } = await write(boss, { title, recipients: whole, ...change })
      await must(boss(notificationCalls.send, by(uuid)))
      return uuid
    }
    const german = { language: 'de', title: 'Neue Regel', subtitle: '', message: 'Lesen' }
    const plain = await send('New rule', { translations: [german] })
    const safety = await send('Do not use lot 12', { must_sign: true })
    const old = await send('Last month', {})
    const oldSafety = await send('Lot 5 burns', { must_sign: true })
    const later = async (notification: string, days: number) =>
      inStoreOf(lab.company, (sql) => {
        const rows = sql.all<{ uuid: string }>(
          `SELECT uuid FROM records WHERE kind = 'delivery' AND json_extract(body, '$.notification_uuid') = ?`,
          notification,
        )
        for (const { uuid } of rows) {
          const created_at = inMs(-days * 24 * hourMs)
          backdate(sql, { kind: 'delivery', uuid }, { updated_at: created_at, created_at })
          sql.run('UPDATE records SET created_at = ? WHERE uuid = ?', created_at, uuid)
        }
      })
    await later(old, 31)
    await later(oldSafety, 366)
    const person = await makePerson(admin, lab.company, 'joins-later')
    const joined = await signIn('joins-later', password)
    const box = (await must(joined(notificationCalls.mine))).data
    const got = box.data.map(({ title }) => title)
    expect(got.toSorted()).toContain('Do not use lot 12')
    expect(got).toContain('New rule')
    expect(got).not.toContain('Last month')
    expect(got).not.toContain('Lot 5 burns')
    expect((await toSign(joined)).map(({ title }) => title)).toContain('Do not use lot 12')
    // Expect the time at which they were sent, for their sender to see.
    const read = async (uuid: string) =>
      (await must(boss(notificationCalls.receipts, by(uuid)))).data.people.map((one) => one.uuid)
    for (const uuid of [plain, safety]) {
      expect((await read(uuid)).filter((one) => one === person.uuid)).toHaveLength(1)
    }
    // Bring a person back, who gets what they have not got, and nothing again.
    const edit = (body: object) => must(admin(userCalls.edit, { ...by(person.uuid), body }))
    await edit({ active: 'N', reason: 'on leave' })
    const meanwhile = await send('While away', {})
    expect(await read(meanwhile)).not.toContain(person.uuid)
    await edit({ active: 'Y', reason: 'back again' })
    for (const uuid of [plain, safety, meanwhile]) {
      expect((await read(uuid)).filter((reader) => reader === person.uuid)).toHaveLength(1)
    }
  })
})
