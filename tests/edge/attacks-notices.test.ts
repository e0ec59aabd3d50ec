import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { alarmCalls } from '../../domain/calls/alarms.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { handOverCalls } from '../../domain/calls/hand-over.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Notification } from '../../domain/entities/notification.ts'
import { certificateWaitsMs, silentAfterMs } from '../../domain/rules/alarm.ts'
import { derivedUuid } from '../../edge/crypto/derived-uuid.ts'
import type { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { applyOperation, readRecord, type StoredBody } from '../../edge/store/operations.ts'
import type { OtherStore } from '../../edge/store/other-store.ts'
import { sendPlanned } from '../../edge/store/planned-sends.ts'
import { Sql } from '../../edge/store/sql.ts'
import { waitFor } from './browser-page.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makeRequested } from './made-analyses.ts'
import { makePerson } from './people.ts'
import { create, makeMeasured, planFor } from './plan.ts'
import { changeRecord, inStoreOf } from './store-writes.ts'

let lab: Lab
let admin: Sender
let operator: Sender
beforeAll(async () => {
  lab = await foundLab('held-words')
  admin = await lab.as('Administrator')
  operator = await lab.as('Operator')
}, 60_000)

const by = (id: string) => ({ params: { id } })
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const round = () => runDurableObjectAlarm(env.COMPANY_STORE.getByName(lab.company))
const idOf = async (sender: Sender) => (await must(sender(sessionCalls.me))).data.uuid
const titles = async (sender: Sender) =>
  (await must(sender(notificationCalls.mine))).data.data.map(({ title }) => title)

async function write(sender: Sender, title: string, users: string[]): Promise<Notification> {
  const recipients = { profiles: [], companies: [], users }
  const body = { title, message: 'Do not use lot 7', recipients }
  return (await must(sender(notificationCalls.create, { body }))).data
}

/** Make a person who wants mails of everything, but not at any time of the day but the last minute. */
async function makeQuiet(word: string): Promise<{ uuid: string; email: string; call: Sender }> {
  const { uuid, email } = await makePerson(admin, lab.company, word, { swarms: [lab.swarm] })
  const call = await signIn(word, password)
  const settings = [
    { name: 'written', value: 'mail' },
    { name: 'device_silent', value: 'mail' },
    { name: 'swarm_run_ended', value: 'mail' },
    { name: 'mentioned', value: 'mail' },
    { name: 'certificate_waiting', value: 'mail' },
    { name: 'quiet_from', value: '00:00' },
    { name: 'quiet_to', value: '23:59' },
  ]
  await must(call(userCalls.setSettings, { params: { key: 'messages' }, body: { settings } }))
  return { uuid, email, call }
}

async function held(email: string): Promise<string[]> {
  const { results } = await env.DIRECTORY.prepare(
    'SELECT subject FROM mails WHERE recipient = ?1 AND next_at IS NOT NULL ORDER BY rowid',
  )
    .bind(email)
    .all<{ subject: string }>()
  return results.map(({ subject }) => subject)
}

/** Set facts of the device that only the service writes, after which the store looks for causes. */
async function setDevice(patch: object): Promise<void> {
  await inStoreOf(lab.company, async (_sql, store) => {
    const change = { type: 'patch', kind: 'device', uuid: lab.device, patch: { ...patch } } as const
    await store.change(change, crypto.randomUUID(), bySystem)
  })
  await round()
}

/** Let the device of the lab be away for so long that an alarm of it is raised. */
async function fallSilent(): Promise<void> {
  await inStoreOf(lab.company, (_sql, store) => store.devicePresence(lab.device, true))
  await round()
  await inStoreOf(lab.company, (_sql, store) => store.devicePresence(lab.device, false))
  await setDevice({ disconnected_at: ago(silentAfterMs + 1000) })
}

const bySystem = {
  actor: { uuid: '00000000-0000-0000-0000-000000000000', name: 'bApp', via: 'system' as const },
  sight: { kinds: [], swarms: [] },
  permissions: [],
  fourEyes: false,
}

describe('eleventh attack A11-1: a mail that waits for the end of quiet hours', () => {
  it('does not leave for somebody whose access has ended meanwhile', async () => {
    const gone = await makeQuiet('gone-by-night')
    const stays = await makeQuiet('stays-by-night')
    const { uuid } = await write(admin, 'Held back', [gone.uuid, stays.uuid])
    await must(admin(notificationCalls.send, by(uuid)))
    await fallSilent()
    await waitFor(async () => expect(await held(gone.email)).toHaveLength(2))
    await must(admin(userCalls.edit, { ...by(gone.uuid), body: { active: 'N' } }))
    await waitFor(async () => expect(await held(gone.email)).toEqual([]))
    expect(await held(stays.email)).toHaveLength(2)
  })

  it('tells of no device that its reader does not see any more', async () => {
    const moved = await makeQuiet('moved-by-night')
    const { uuid } = await write(admin, 'Still theirs', [moved.uuid])
    await must(admin(notificationCalls.send, by(uuid)))
    await fallSilent()
    await waitFor(async () => expect(await held(moved.email)).toHaveLength(2))
    const body = { swarms: [lab.otherSwarm], reason: 'another bench' }
    await must(admin(userCalls.link, { ...by(moved.uuid), body }))
    // Expect the message of a person to stay theirs, wherever they work.
    await waitFor(async () => expect(await held(moved.email)).toEqual(['Still theirs']))
  })

  it('fourteenth attack A14-6: tells of no run that its reader does not see any more', async () => {
    const manager = await lab.as('Manager')
    const moved = await makeQuiet('left-by-night')
    const stays = await makeQuiet('sleeps-by-night')
    const run = await makeMeasured(lab, manager)
    await run.finish()
    await waitFor(async () => expect(await held(moved.email)).toHaveLength(1))
    const body = { swarms: [lab.otherSwarm], reason: 'another bench' }
    await must(admin(userCalls.link, { ...by(moved.uuid), body }))
    await waitFor(async () => expect(await held(moved.email)).toEqual([]))
    expect(await held(stays.email)).toEqual(['bApp: Run ended: Morning run'])
  })

  it('fifteenth attack A15-3: mentions nobody in a run that they do not see any more', async () => {
    const moved = await makeQuiet('mentioned-by-night')
    const run = await create(operator, planFor(lab))
    const comment = { uuid: crypto.randomUUID(), well: 'A1', target: null, text: 'Low volume' }
    const comments = [{ ...comment, mentions: [moved.uuid] }]
    await must(operator(analysisCalls.comment, { ...by(run.uuid), body: { comments } }))
    await waitFor(async () => expect(await held(moved.email)).toHaveLength(1))
    const body = { swarms: [lab.otherSwarm], reason: 'another bench' }
    await must(admin(userCalls.link, { ...by(moved.uuid), body }))
    await waitFor(async () => expect(await held(moved.email)).toEqual([]))
  })

  it('fifteenth attack A15-3: tells of no run that has left the swarm of its reader', async () => {
    const both = [lab.swarm, lab.otherSwarm]
    const mover = await makePerson(admin, lab.company, 'mover', {
      profile: 'Manager',
      swarms: both,
    })
    const left = await makeQuiet('left-behind-by-night')
    const run = await create(operator, planFor(lab))
    const comment = { uuid: crypto.randomUUID(), well: 'A1', target: null, text: 'Low volume' }
    const people = [left.uuid, mover.uuid]
    const comments = [{ ...comment, mentions: people }]
    await must(operator(analysisCalls.comment, { ...by(run.uuid), body: { comments } }))
    await waitFor(async () => expect(await held(left.email)).toHaveLength(1))
    const body = { swarm_uuid: lab.otherSwarm, reason: 'another bench' }
    const migrate = await signIn('mover', password)
    await must(migrate(analysisCalls.migrate, { ...by(run.uuid), body }))
    await waitFor(async () => expect(await held(left.email)).toEqual([]))
  })

  it('is none for somebody who sees no alarms', async () => {
    const { uuid, email, call } = await makeQuiet('sees-no-alarms')
    const permissions = ['certificates.search', 'analysis.search']
    const profile = { name: 'Certificates only', base: 'Operator', permissions }
    const { data } = await must(admin(profileCalls.create, { body: profile }))
    const order = { profile_uuid: data.uuid, reason: 'certificates' }
    await must(admin(userCalls.edit, { ...by(uuid), body: order }))
    const waiting = await makeRequested(await lab.as('Manager'), lab.swarm)
    const requested_at = ago(certificateWaitsMs + 1000)
    await changeRecord(lab.company, { kind: 'certificate', uuid: waiting.uuid }, { requested_at })
    await setDevice({})
    const raised = await must(
      admin(alarmCalls.search, { body: { filters: { cause: 'certificate_waiting' } } }),
    )
    expect(raised.data.data).toHaveLength(1)
    expect((await call(alarmCalls.search)).status).toBe(403)
    expect(await held(email)).toEqual([])
  })
})

describe('eleventh attack A11-2: a planned notification of somebody who leaves', () => {
  const planned = async (word: string) => {
    const person = await makePerson(admin, lab.company, word, {
      profile: 'Administrator',
      swarms: [lab.swarm],
    })
    const leaver = await signIn(word, password)
    const record = await write(leaver, `Recall by ${word}`, [await idOf(operator)])
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const { data } = await must(
      leaver(notificationCalls.plan, { ...by(record.uuid), body: { at } }),
    )
    return { person, record: data }
  }
  const letItBeTime = async ({ uuid, planned: plan }: Notification) => {
    await changeRecord(
      lab.company,
      { kind: 'notification', uuid },
      { planned: { ...plan, at: ago(1000) } },
    )
    await round()
  }
  const end = (uuid: string) => must(admin(userCalls.edit, { ...by(uuid), body: { active: 'N' } }))

  it('is not lost unseen: everybody who may send it hears that it was not sent', async () => {
    const { person, record } = await planned('left-alone')
    await end(person.uuid)
    await letItBeTime(record)
    const { data } = await must(admin(notificationCalls.get, by(record.uuid)))
    expect(data).toMatchObject({ status: 'Refused', refused: { why: 'inactive' } })
    expect(await titles(admin)).toContain('Not sent: Recall by left-alone')
    expect(await titles(operator)).not.toContain('Not sent: Recall by left-alone')
  })

  it('is reported to the person who took it over', async () => {
    const { person, record } = await planned('left-to-one')
    const next = await makePerson(admin, lab.company, 'took-it-over', {
      profile: 'Administrator',
      swarms: [lab.swarm],
    })
    const body = { to: next.uuid, works: [{ kind: 'notification', uuid: record.uuid }] }
    await must(admin(handOverCalls.handOver, { ...by(person.uuid), body }))
    await end(person.uuid)
    await letItBeTime(record)
    const title = 'Not sent: Recall by left-to-one'
    expect(await titles(await signIn('took-it-over', password))).toContain(title)
    expect(await titles(admin)).not.toContain(title)
  })
})

describe('eleventh attack A11-3: a copy of a notification that was handed over', () => {
  it('is work of who makes it, not of who took over the other', async () => {
    const me = await idOf(admin)
    const next = await makePerson(admin, lab.company, 'keeps-one', {
      profile: 'Administrator',
      swarms: [lab.swarm],
    })
    const { uuid } = await write(admin, 'Copied', [me])
    const boss = await lab.as('SuperAdmin')
    const body = { to: next.uuid, works: [{ kind: 'notification', uuid }] }
    await must(boss(handOverCalls.handOver, { ...by(me), body }))
    const copy = (await must(admin(notificationCalls.duplicate, by(uuid)))).data
    expect(copy).not.toHaveProperty('keeper')
    const open = async (id: string) =>
      (await must(boss(handOverCalls.openWork, by(id)))).data.works.map((one) => one.uuid)
    expect(await open(me)).toContain(copy.uuid)
    expect(await open(next.uuid)).toEqual([uuid])
  })
})

describe('eleventh attack A11-6: a planned notification for people of another company', () => {
  /** Send what is due, and let something happen here once the other company has named its people. */
  const sendWhile = (company: string, happens: (sql: Sql) => void) =>
    runInDurableObject(env.COMPANY_STORE.getByName(company), async (store, state) => {
      const sql = new Sql(state.storage, env)
      const getByName = (name: string) => {
        const there = env.COMPANY_STORE.getByName(name) as unknown as OtherStore
        const ask: OtherStore['ask'] = async (query, sight) => {
          const found = await there.ask(query, sight)
          sql.transaction(() => happens(sql))
          return found
        }
        const change: OtherStore['change'] = (order, opId, who) => there.change(order, opId, who)
        return { describe: () => there.describe(), ask, change }
      }
      const between = { ...env, COMPANY_STORE: { getByName } } as unknown as Env
      await sendPlanned(state.storage, between, sql, store as CompanyStore)
    })

  it('reaches none of them where it was withdrawn, or the right was taken, while they were asked for', async () => {
    const provider = await foundLab('sends-elsewhere', { isProvider: 'Y', developer: 'Y' })
    const boss = await provider.as('SuperAdmin')
    const bossId = await idOf(boss)
    const patch = (sql: Sql, kind: 'notification' | 'user', uuid: string, words: StoredBody) =>
      applyOperation(sql, {
        opId: crypto.randomUUID(),
        kind,
        uuid,
        action: `${kind}.edit`,
        actor: systemActor,
        at: new Date().toISOString(),
        change: (before) => {
          const { planned: _planned, ...rest }: StoredBody = { ...before }
          return { ...rest, ...words }
        },
      })
    const make = async (title: string) => {
      const { uuid } = await write(boss, title, [await idOf(operator)])
      const at = new Date(Date.now() + 3_600_000).toISOString()
      const { data } = await must(boss(notificationCalls.plan, { ...by(uuid), body: { at } }))
      const planned = { ...data.planned, at: ago(1000) }
      await changeRecord(provider.company, { kind: 'notification', uuid }, { planned })
      return uuid
    }
    const withdrawn = await make('Withdrawn in time')
    await sendWhile(provider.company, (sql) => {
      patch(sql, 'notification', withdrawn, { status: 'Waiting' })
    })
    expect(await titles(operator)).not.toContain('Withdrawn in time')
    const taken = await make('Right taken in time')
    await sendWhile(provider.company, (sql) => patch(sql, 'user', bossId, { active: 'N' }))
    expect(await titles(operator)).not.toContain('Right taken in time')
    const left = await inStoreOf(provider.company, (sql) => readRecord(sql, 'notification', taken))
    expect(left).toMatchObject({ status: 'Refused', refused: { why: 'inactive' } })
  })
})

describe('eighteenth attack A18-3: the history of a message', () => {
  it('is for people who see the whole trail, not for others who can calculate its id', async () => {
    await makePerson(admin, lab.company, 'other-bench', {
      profile: 'Manager',
      swarms: [lab.otherSwarm],
    })
    const other = await signIn('other-bench', password)
    const run = await makeMeasured(lab, operator)
    await run.finish()
    const { data } = (await must(operator(notificationCalls.mine))).data
    const message = data.find(({ about }) => about?.uuid === run.uuid)
    // Derive the id from that of the run, which is in links, answers and webhooks.
    const id = derivedUuid(run.uuid, 'ended en false')
    expect(message?.uuid).toBe(id)
    expect((await other(analysisCalls.get, by(run.uuid))).status).toBe(404)
    const params = { kind: 'delivery', id }
    const seen = await other(auditCalls.record, { params })
    expect([seen.status, seen.errors[0]?.params]).toEqual([403, { permission: 'audit.search' }])
    const [entry] = (await must(admin(auditCalls.record, { params }))).data
    expect(entry?.action).toBe('notification.deliver')
  })
})
