import { nkeys } from 'nats.ws'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { liveCalls } from '../../domain/calls/live.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { analysisSubject } from '../../domain/live/topic.ts'
import { permits } from '../../edge/live/subjects.ts'
import { foundLab, type Lab, must, password, send, type Sender, signIn } from './lab.ts'
import { connectLive, until } from './live/connect-live.ts'
import { makePerson } from './people.ts'
import { connectDevice, create, cycle, planFor, progressAt } from './plan.ts'

let lab: Lab
let other: Lab
let operator: Sender
beforeAll(async () => {
  ;[lab, other] = await Promise.all([foundLab('hearing'), foundLab('elsewhere')])
  operator = await lab.as('Operator')
  await connectDevice(lab)
})

interface Claims {
  nats: { pub: { allow?: string[]; deny?: string[] }; sub: { allow: string[] } }
}

/** Return the subjects that the live token of a person lets them hear and publish. */
async function rightsOf(sender: Sender): Promise<Claims['nats']> {
  const body = { public_key: nkeys.createUser().getPublicKey() }
  const { jwt } = (await must(sender(liveCalls.accountToken, { body }))).data
  const claims = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  return (JSON.parse(atob(claims)) as Claims).nats
}

/** Start a run on the lab's device, as the device would. */
async function startRun(): Promise<string> {
  const { uuid } = await create(operator, planFor(lab))
  await must(operator(analysisCalls.launch, { params: { id: uuid } }))
  const waiting = (await must(lab.asDevice(deviceLinkCalls.commands))).data
  const command_uuid = waiting[0]?.command_uuid
  await must(lab.asDevice(deviceLinkCalls.answer, { body: { command_uuid, state: 'accepted' } }))
  return uuid
}

describe('measured values', () => {
  it('may be heard by people of the run’s swarm, and by nobody else', async () => {
    const hears = async (sender: Sender, swarm: string) => {
      const { allow } = (await rightsOf(sender)).sub
      return permits({ allow, deny: [] }, analysisSubject(lab.company, swarm, lab.device))
    }
    expect(await hears(operator, lab.swarm)).toBe(true)
    expect(await hears(operator, lab.otherSwarm)).toBe(false)
    const wide = (await rightsOf(operator)).sub.allow.filter((one) => one.endsWith('>'))
    expect(wide.filter((one) => !one.startsWith('_INBOX_'))).toEqual([
      analysisSubject(lab.company, lab.swarm, '>'),
    ])
    expect((await rightsOf(operator)).pub.deny).toEqual(['>'])
    const admin = await lab.as('Administrator')
    const body = { name: 'No runs', base: 'Operator', permissions: ['recipes.search'] }
    const profile = (await must(admin(profileCalls.create, { body }))).data
    const person = await makePerson(admin, lab.company, 'deaf', { swarms: [lab.swarm] })
    const change = { profile_uuid: profile.uuid }
    await must(admin(userCalls.edit, { params: { id: person.uuid }, body: change }))
    expect(await hears(await signIn('deaf', password), lab.swarm)).toBe(false)
  })

  it('goes out under the run’s swarm', async () => {
    const ear = await connectLive(lab.company)
    const heard: string[] = []
    ear.subscribe('>', { callback: (_, { subject }) => void heard.push(subject) })
    await ear.flush()
    const uuid = await startRun()
    const body = { readings: [cycle(1)], progress: progressAt(uuid, 1) }
    await must(lab.asDevice(deviceLinkCalls.readings, { params: { id: uuid }, body }))
    const wanted = analysisSubject(lab.company, lab.swarm, lab.device)
    await until(() => heard.includes(wanted), 'the reading is heard')
    const others = heard.filter((one) => one.includes('.analysis.') && one !== wanted)
    expect(others).toEqual([])
  })
})

describe('a device', () => {
  it('writes into no run of another device, of the company or of another', async () => {
    const { uuid } = await create(operator, planFor(lab))
    const body = { readings: [cycle(1)], progress: progressAt(uuid, 1) }
    const params = { id: uuid }
    const end = {
      outcome: 'completed',
      reason: '',
      at: new Date().toISOString(),
      measured: { AMP: 0, VAL: 0 },
    }
    for (const thief of [other.asDevice, lab.asDevice]) {
      const written = await thief(deviceLinkCalls.readings, { params, body })
      const ended = await thief(deviceLinkCalls.finished, { params, body: end })
      expect([written.status, ended.status]).toEqual([404, 404])
    }
    expect(
      (await other.asDevice(deviceLinkCalls.started, { params, body: { at: end.at } })).status,
    ).toBe(404)
  })

  it('is nobody at the calls of people, and people are no device', async () => {
    for (const row of [sessionCalls.me, deviceCalls.search, analysisCalls.search]) {
      expect((await lab.asDevice(row)).status).toBe(401)
    }
    expect((await operator(deviceLinkCalls.commands)).status).toBe(401)
    const Authorization = `Device ${other.device}.${lab.deviceKey}`
    expect((await send(deviceLinkCalls.commands, { headers: { Authorization } })).status).toBe(401)
  })

  it('acts in no other company by a header', async () => {
    const body = { messages: [message('in my own')] }
    const headers = { 'X-Company': other.company }
    await must(lab.asDevice(deviceReportCalls.messages, { body, headers }))
    const theirs = await other.as('Administrator')
    const found = await must(theirs(deviceCalls.messages, { body: {} }))
    expect(found.data.total).toBe(0)
  })

  it('with a calendar of its own brings nothing down', async () => {
    for (const created_at of [
      '2026-02-31T00:00:00Z',
      '2026-11-31T23:59:59.999Z',
      '0000-01-01T00:00:00Z',
    ]) {
      const body = { messages: [{ ...message('odd day'), created_at }] }
      expect((await lab.asDevice(deviceReportCalls.messages, { body })).status).toBeLessThan(500)
    }
  })
})

function message(text: string) {
  const created_at = new Date().toISOString()
  return { uuid: crypto.randomUUID(), level: 'info', code: 'x', text, created_at }
}
