import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { byKey } from './api-key-bodies.ts'
import { mailsTo } from './browser-page.ts'
import { type Lab, must, password, type Sender, signIn } from './lab.ts'
import { connectAs } from './live/connect-live.ts'
import { makeWorld } from './matrix/world.ts'
import { makePerson } from './people.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = (await makeWorld()).lab
  admin = await lab.as('Administrator')
}, 60_000)

const newcomer = (word: string, change: object = {}) => ({
  username: word,
  name: `Newcomer ${word}`,
  email: `${word}@list.example`,
  profile_uuid: ordinaryProfile(lab.company, 'Operator'),
  swarms: [lab.swarm],
  ...change,
})
const problemsOf = (
  errors: readonly { field?: string | undefined; reason?: string | undefined }[],
) => errors.map(({ field, reason }) => `${field} ${reason}`).toSorted()
const countPeople = async () => (await must(admin(userCalls.search))).data.total

describe('people invited by a list', () => {
  it('are judged line by line: each problem is named, and nobody is made', async () => {
    await must(admin(userCalls.create, { body: newcomer('there') }))
    const before = await countPeople()
    const people = [
      newcomer('good'),
      newcomer('there', { name: 'Somebody Else' }),
      newcomer('beyond', { profile_uuid: ordinaryProfile(lab.company, 'SuperAdmin') }),
      newcomer('lost', { swarms: [crypto.randomUUID()] }),
      newcomer('again', { email: 'good@list.example', name: 'Newcomer good' }),
    ]
    const checked = await admin(userCalls.checkMany, { body: { people } })
    expect(problemsOf(checked.errors)).toEqual([
      'people.1.email email_taken',
      'people.1.username name_alike',
      'people.1.username username_taken',
      'people.2.profile_uuid profile_beyond_own',
      'people.3.swarms.0 swarm_unknown',
      'people.4.email email_taken',
      'people.4.name name_alike',
    ])
    const refused = await admin(userCalls.inviteMany, { body: { people } })
    expect(refused.ok).toBe(false)
    expect(refused.errors[0]?.field).toMatch(/^people\.1\./)
    expect(await countPeople()).toBe(before)
    // Refuse also where the directory takes every name and the store refuses the last one: no name stays taken.
    const late = [newcomer('early'), newcomer('late', { swarms: [crypto.randomUUID()] })]
    const half = await admin(userCalls.inviteMany, { body: { people: late } })
    expect(half.errors[0]).toMatchObject({ field: 'people.1.swarms.0', reason: 'swarm_unknown' })
    expect(await countPeople()).toBe(before)
    await must(admin(userCalls.checkMany, { body: { people: [newcomer('early')] } }))
  })

  it('are made together, once, and each is sent a link', async () => {
    const before = await countPeople()
    const people = Array.from({ length: 12 }, (_, at) => newcomer(`staff${at}x`))
    const parts = { body: { people }, headers: { 'Operation-Id': crypto.randomUUID() } }
    expect((await must(admin(userCalls.inviteMany, parts))).data).toEqual({
      created: 12,
      unsent: [],
    })
    await must(admin(userCalls.inviteMany, parts))
    expect(await countPeople()).toBe(before + 12)
    const [mail] = await mailsTo('staff11x@list.example', 1)
    expect(mail?.text).toContain('/set-password#')
  })

  it('eleventh attack A11-13: are sent a link once, by the same order where it broke off before', async () => {
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const parts = { body: { people: [newcomer('kept'), newcomer('unsent')] }, headers }
    await must(admin(userCalls.inviteMany, parts))
    const forget = env.DIRECTORY.prepare('DELETE FROM mails WHERE recipient = ?1')
    await forget.bind('unsent@list.example').run()
    await must(admin(userCalls.inviteMany, parts))
    expect(await mailsTo('unsent@list.example', 1)).toHaveLength(1)
    expect(await mailsTo('kept@list.example', 1)).toHaveLength(1)
  })
})

describe('the way in of somebody else', () => {
  it('is shown with last use and second step, and its sessions are ended, with the reason in the trail', async () => {
    const { uuid } = await makePerson(admin, lab.company, 'leaving')
    const [one, other] = [await signIn('leaving', password), await signIn('leaving', password)]
    const params = { id: uuid }
    const read = async () => (await must(admin(userCalls.signIns, { params }))).data
    const before = await read()
    expect(before).toMatchObject({ two_step: false, invited: false, failed: 0 })
    const used = before.sessions.map(({ seen_at }) => seen_at).toSorted()
    expect(before.sessions.length).toBe(3)
    expect(before.seen_at && before.seen_at >= (used.at(-1) ?? '')).toBe(true)
    const own = (await must(one(sessionCalls.list))).data.sessions.find(({ current }) => current)
    const body = { session: own?.uuid as string, reason: 'Tablet left on a train' }
    expect((await must(admin(userCalls.endSessions, { params, body }))).data.ended).toBe(1)
    expect((await one(sessionCalls.me)).status).toBe(401)
    expect((await other(sessionCalls.me)).status).toBe(200)
    await must(admin(userCalls.endSessions, { params, body: {} }))
    expect((await other(sessionCalls.me)).status).toBe(401)
    expect((await read()).sessions).toEqual([])
    const asked = { body: { uuid, action: 'sign_in.ended' } }
    const { data } = (await must(admin(auditCalls.search, asked))).data
    expect(data.map(({ reason, actor }) => [reason, actor.name]).at(-1)).toEqual([
      'Tablet left on a train',
      'Administrator of lab',
    ])
    // Refuse to sign out somebody of a wider profile by somebody of a narrower one.
    const boss = (await must((await lab.as('SuperAdmin'))(sessionCalls.me))).data.uuid
    const beyond = await admin(userCalls.endSessions, { params: { id: boss }, body: {} })
    expect(beyond.status).toBe(403)
    expect((await (await lab.as('SuperAdmin'))(sessionCalls.me)).status).toBe(200)
  })

  it('ends with their access at once: sessions, keys and live connections', async () => {
    const { uuid } = await makePerson(admin, lab.company, 'going')
    const person = await signIn('going', password)
    const make = async () => {
      const body = {
        description: 'reads analyses',
        permissions: ['analysis.search'],
        expires_at: new Date(Date.now() + 80 * 24 * 3600_000).toISOString(),
        password,
      }
      return (await must(person(apiKeyCalls.create, { body }))).data
    }
    const [first, second] = [await make(), await make()]
    const other = await signIn('going', password)
    const live = await connectAs(lab.company, person)
    const params = { id: uuid }
    const wrong = { params, body: { key: crypto.randomUUID() } }
    expect((await admin(userCalls.endKey, wrong)).status).toBe(404)
    const body = { key: first.record.uuid, reason: 'left the project' }
    await must(admin(userCalls.endKey, { params, body }))
    const statuses = async () =>
      new Map(
        (await must(admin(apiKeyCalls.ofUser, { params }))).data.data.map(
          ({ uuid: key, status }) => [key, status] as const,
        ),
      )
    const both = (status: string) =>
      new Map([
        [first.record.uuid, 'inactive'],
        [second.record.uuid, status],
      ])
    expect(await statuses()).toEqual(both('active'))
    expect((await byKey(first.key)(sessionCalls.me)).status).toBe(401)
    for (const sender of [person, other, byKey(second.key)]) await must(sender(sessionCalls.me))
    await must(admin(userCalls.edit, { params, body: { active: 'N', reason: 'left today' } }))
    for (const sender of [person, other, byKey(second.key)]) {
      expect((await sender(sessionCalls.me)).status).toBe(401)
    }
    expect(await statuses()).toEqual(both('inactive'))
    await live.connection.closed()
    await expect(live.again()).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' })
  })
})
