import { env, runInDurableObject } from 'cloudflare:test'
import { nkeys } from 'nats.ws'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../../domain/calls/device-link.ts'
import { liveCalls } from '../../../domain/calls/live.ts'
import { profileCalls } from '../../../domain/calls/profiles.ts'
import { userCalls } from '../../../domain/calls/users.ts'
import { analysis } from '../../../domain/entities/analysis.ts'
import { type DeviceNotice, type DeviceStatus, noticeAudience } from '../../../domain/live/event.ts'
import {
  analysisSubject,
  olderDeviceTopics,
  runSubject,
  swarmTopics,
  syncSubject,
  type Topic,
  topicNeeds,
  toldSubject,
  topics,
  topicSubject,
} from '../../../domain/live/topic.ts'
import { defaultProfiles } from '../../../domain/base-profiles.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { permits } from '../../../edge/live/subjects.ts'
import { verifyUserJwt, accountKey } from '../../../edge/live/user-jwt.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from '../lab.ts'
import { makePerson } from '../people.ts'
import { create, planFor, progressAt } from '../plan.ts'
import { connectLive, hubOf, liveSecret, until } from './connect-live.ts'

const bindings = env as unknown as Env
let lab: Lab
let operator: Sender
let analysisUuid: string

beforeAll(async () => {
  lab = await foundLab('audience')
  operator = await lab.as('Operator')
  await runInDurableObject(bindings.COMPANY_STORE.getByName(lab.company), (store) =>
    store.devicePresence(lab.device, true),
  )
  const made = await create(operator, planFor(lab, { name: 'Secret patient 4711' }))
  analysisUuid = made.uuid
  await must(operator(analysisCalls.launch, { params: { id: analysisUuid } }))
  const waiting = (await must(lab.asDevice(deviceLinkCalls.commands))).data
  const command_uuid = waiting[0]?.command_uuid
  await must(lab.asDevice(deviceLinkCalls.answer, { body: { command_uuid, state: 'accepted' } }))
})

/** Return the grant of the token that the service gives this person. */
async function grantOf(sender: Sender) {
  const body = { public_key: nkeys.createUser().getPublicKey() }
  const { jwt } = (await must(sender(liveCalls.accountToken, { body }))).data
  const grant = verifyUserJwt(jwt, accountKey(liveSecret, lab.company).publicKey, Date.now())
  if (!grant) throw new Error('no grant')
  return grant
}

async function personWith(word: string, permissions: readonly Permission[], swarms: string[]) {
  const admin = await lab.as('Administrator')
  const profile = { name: `Profile ${word}`, base: 'Operator', permissions }
  const made = (await must(admin(profileCalls.create, { body: profile }))).data
  const person = await makePerson(admin, lab.company, word, { swarms })
  await must(
    admin(userCalls.edit, { params: { id: person.uuid }, body: { profile_uuid: made.uuid } }),
  )
  return signIn(word, password)
}

/** One subject of each topic, in the lab's first swarm where the topic has one. */
const subjectOf: Record<Topic, () => string> = {
  'bcube-status': () => topicSubject(lab.company, 'bcube-status', lab.device),
  'bcube-events': () => topicSubject(lab.company, 'bcube-events', lab.device),
  'bgate-events': () => topicSubject(lab.company, 'bgate-events', lab.device),
  'ble-events': () => topicSubject(lab.company, 'ble-events', lab.device),
  analysis: () => analysisSubject(lab.company, lab.swarm, lab.device),
  run: () => runSubject(lab.company, lab.swarm, lab.device),
}

const held: Record<string, readonly Permission[]> = {
  nothing: [],
  'devices only': ['products.search'],
  'devices and bGATEs': ['products.search', 'cfx96.use'],
  'bGATEs without devices': ['cfx96.use'],
  'runs only': ['analysis.search'],
}

describe('attack M2: the audience of a message', () => {
  for (const [at, [name, permissions]] of Object.entries(held).entries()) {
    it(`with ${name} held, in the swarm and outside it`, async () => {
      const inside = await grantOf(await personWith(`heard-${at}`, permissions, [lab.swarm]))
      const outside = await grantOf(await personWith(`away-${at}`, permissions, [lab.otherSwarm]))
      for (const topic of topics) {
        const may = topicNeeds[topic].every((one) => permissions.includes(one))
        const inSwarm = (swarmTopics as readonly string[]).includes(topic)
        const subject = subjectOf[topic]()
        expect([topic, permits(inside.sub, subject)]).toEqual([topic, may])
        expect([topic, permits(outside.sub, subject)]).toEqual([topic, may && !inSwarm])
      }
      for (const grant of [inside, outside]) {
        expect(grant.reply).toBeUndefined()
        expect(permits(grant.sub, toldSubject(lab.company, lab.device))).toBe(false)
        expect(permits(grant.sub, `t.${lab.company}.command.${lab.device}`)).toBe(false)
        for (const subject of ['>', `t.${lab.company}.>`, `t.${lab.company}.*.*`])
          expect(permits(grant.sub, subject)).toBe(false)
        for (const topic of topics) expect(permits(grant.pub, subjectOf[topic]())).toBe(false)
        expect(permits(grant.pub, syncSubject(lab.company))).toBe(false)
      }
    })
  }

  it('the topics of runs need what analyses need', () => {
    for (const topic of swarmTopics) expect(topicNeeds[topic]).toEqual([analysis.permission])
    expect(defaultProfiles.Operator).toEqual(
      expect.arrayContaining([...topicNeeds['bcube-status']]),
    )
  })
})

const status = (run: DeviceStatus['run']): DeviceStatus => ({
  uuid: lab.device,
  status: '{}',
  busy: 'Y',
  block_temperature: 60,
  lid_temperature: 105,
  lid: 'closed',
  uptime: 1,
  bkernel_version: '2.9.4',
  health: { system_disk: 0, data_disk: 0, memory: 0, cpu: 0 },
  run,
  pending: 0,
})

/** Record everything on the company's bus while the device sends messages. */
async function spreads(said: readonly object[], subject: string, name = `device:${lab.device}`) {
  const ear = await connectLive(lab.company)
  const heard: { subject: string; text: string }[] = []
  ear.subscribe(`t.${lab.company}.>`, {
    callback: (_, message) => void heard.push({ subject: message.subject, text: message.string() }),
  })
  await ear.flush()
  const mouth = await connectLive(lab.company, { name })
  for (const one of said) mouth.publish(subject, JSON.stringify(one))
  // Send a last word after all that the device said before it: what is said in the clear is known to be through.
  const last = { kind: 'flashing', analysis_uuid: null, text: 'last' }
  mouth.publish(subject, JSON.stringify(frame(last)))
  await until(() => heard.some(({ text }) => text.includes('"last"')), 'the last word')
  return heard.filter(({ text, subject: on }) => !text.includes('"last"') && !on.endsWith('.sync'))
}

const at = '2026-11-21T05:00:00.000Z'
const frame = (payload: object) => ({ topic: 'bgate-events', uuid: lab.device, at, payload })

describe('attack M2: messages of a device', () => {
  it.each(['told', ...olderDeviceTopics] as string[])(
    'on %s goes to the company without its run, and of the run to its swarm only',
    async (topic) => {
      const said = [frame(status(progressAt(analysisUuid, 1)))]
      const heard = await spreads(said, `t.${lab.company}.${topic}.${lab.device}`)
      expect(heard.map(({ subject }) => subject)).toEqual([
        runSubject(lab.company, lab.swarm, lab.device),
        topicSubject(lab.company, 'bgate-events', lab.device),
      ])
      expect(heard[1]?.text).not.toContain(analysisUuid)
      expect(JSON.parse(heard[1]?.text ?? '')).toMatchObject({ payload: { run: null, busy: 'Y' } })
      expect(JSON.parse(heard[0]?.text ?? '')).toMatchObject({
        topic: 'analysis',
        payload: { kind: 'progress', analysis_uuid: analysisUuid },
      })
    },
  )

  it.each(Object.entries(noticeAudience))(
    'a notice %s is for people who see the %s',
    async (kind, who) => {
      const notice = {
        kind,
        analysis_uuid: analysisUuid,
        text: 'Secret patient 4711',
      } as DeviceNotice
      const heard = await spreads([frame(notice)], toldSubject(lab.company, lab.device))
      const subject =
        who === 'run'
          ? runSubject(lab.company, lab.swarm, lab.device)
          : topicSubject(lab.company, 'bgate-events', lab.device)
      expect(heard.map((one) => one.subject)).toEqual([subject])
      if (who === 'run') expect(heard[0]?.text).not.toContain('Secret')
      else expect(heard[0]?.text).not.toContain(analysisUuid)
    },
  )

  it('of a run that is not its own, of another device, or in no shape goes nowhere', async () => {
    const other = crypto.randomUUID()
    const foreign = frame({ kind: 'run_started', analysis_uuid: other, text: '' })
    const said = [
      foreign,
      { ...frame({ kind: 'flashing', analysis_uuid: null, text: '' }), uuid: other },
      frame({ ...status(null), uuid: other }),
      frame({ kind: 'nonsense', analysis_uuid: null, text: '' }),
      frame({ ...status(null), block_temperature: 'hot' }),
      {
        topic: 'analysis',
        uuid: lab.device,
        at,
        payload: { kind: 'status', analysis_uuid: analysisUuid, status: 'COMPLETE' },
      },
    ]
    expect(await spreads(said, toldSubject(lab.company, lab.device))).toEqual([])
    const run = status(progressAt(other, 1))
    const heard = await spreads([frame(run)], toldSubject(lab.company, lab.device))
    expect(heard.map(({ subject }) => subject)).toEqual([
      topicSubject(lab.company, 'bgate-events', lab.device),
    ])
  })

  it('goes to the swarm that the run is in now', async () => {
    const store = bindings.COMPANY_STORE.getByName(lab.company)
    const move = (swarm: string) =>
      runInDurableObject(store, (_, { storage }) => {
        storage.sql.exec('DROP TRIGGER IF EXISTS records_guard')
        storage.sql.exec(
          `UPDATE records SET swarm_uuid = ? WHERE kind = 'analysis' AND uuid = ?`,
          swarm,
          analysisUuid,
        )
      })
    const said = [frame(status(progressAt(analysisUuid, 1)))]
    const where = async () =>
      (await spreads(said, toldSubject(lab.company, lab.device)))[0]?.subject
    await move(lab.otherSwarm)
    // Publish such a hint, which follows every change.
    await hubOf(lab.company).publish(syncSubject(lab.company), '{"seq":1}')
    expect(await where()).toBe(runSubject(lab.company, lab.otherSwarm, lab.device))
    await move(lab.swarm)
    await hubOf(lab.company).publish(syncSubject(lab.company), '{"seq":1}')
    expect(await where()).toBe(runSubject(lab.company, lab.swarm, lab.device))
  })
})
