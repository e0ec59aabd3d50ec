import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { alarmCalls } from '../../domain/calls/alarms.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { labLotCalls } from '../../domain/calls/lots.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Alarm } from '../../domain/entities/alarm.ts'
import { certificateWaitsMs, silentAfterMs } from '../../domain/rules/alarm.ts'
import type { StoredBody } from '../../edge/store/operations.ts'
import { mailsTo } from './browser-page.ts'
import { foundLab, type Lab, must, password, type Sender, signIn, visiting } from './lab.ts'
import { makeRequested } from './made-analyses.ts'
import { makeBkernel, makeBkit } from './material-bodies.ts'
import { makePerson } from './people.ts'
import { changeRecord, inStoreOf } from './store-writes.ts'

let provider: Lab
let maker: Sender
let lab: Lab
let operator: Sender
let manager: Sender
let admin: Sender
/** In the other swarm of the laboratory. */
let elsewhere: Sender
beforeAll(async () => {
  provider = await foundLab('alarmmaker', { isProvider: 'Y', developer: 'Y' })
  maker = await provider.as('SuperAdmin')
  lab = await foundLab('alarmed')
  operator = await lab.as('Operator')
  manager = await lab.as('Manager')
  admin = await lab.as('Administrator')
  await makePerson(admin, lab.company, 'other-bench', { swarms: [lab.otherSwarm] })
  elsewhere = await signIn('other-bench', password)
})

const by = (id: string) => ({ params: { id } })
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const dayMs = 86_400_000

/** Let the store's own alarm run. */
const round = (company = lab.company) => runDurableObjectAlarm(env.COMPANY_STORE.getByName(company))

const bySystem = {
  actor: { uuid: '00000000-0000-0000-0000-000000000000', name: 'bApp', via: 'system' as const },
  sight: { kinds: [], swarms: [] },
  permissions: [],
  fourEyes: false,
}

/** Set facts of the device that only the service writes. */
async function setDevice(patch: StoredBody): Promise<void> {
  await inStoreOf(lab.company, async (_sql, store) => {
    const change = { type: 'patch', kind: 'device', uuid: lab.device, patch } as const
    await store.change(change, crypto.randomUUID(), bySystem)
  })
}

/** Let the device come to the live bus, or leave it. */
const presence = (connected: boolean) =>
  inStoreOf(lab.company, (_sql, store) => store.devicePresence(lab.device, connected))

/** Let the device leave so long ago that it is silent. */
async function fallSilent(): Promise<void> {
  await presence(true)
  await presence(false)
  await setDevice({ disconnected_at: ago(silentAfterMs + 1000) })
  await round()
}

async function list(sender: Sender, filters: object = {}): Promise<Alarm[]> {
  return (await must(sender(alarmCalls.search, { body: { filters } }))).data.data
}

async function only(sender: Sender, cause: Alarm['cause']): Promise<Alarm> {
  const [found, ...more] = await list(sender, { cause })
  if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} alarms`)
  return found
}

describe('the alarm of a silent device', () => {
  it('is raised once it has been away for long enough, by the store itself', async () => {
    await presence(true)
    await presence(false)
    await round()
    expect(await list(operator)).toEqual([])
    await setDevice({ disconnected_at: ago(silentAfterMs + 1000) })
    await round()
    await round()
    const raised = await only(operator, 'device_silent')
    expect(raised).toMatchObject({
      about: { kind: 'device', uuid: lab.device },
      name: 'bGATE alarmed',
      swarms: [lab.swarm],
      status: 'raised',
      count: 1,
      acknowledged: null,
      cleared: null,
    })
  })

  it('is acknowledged with a note, and cleared when the device is back', async () => {
    const raised = await only(operator, 'device_silent')
    const body = { note: 'Moved to the other room', base: raised.updated_at }
    const { data } = await must(operator(alarmCalls.acknowledge, { ...by(raised.uuid), body }))
    expect(data).toMatchObject({
      status: 'acknowledged',
      acknowledged: { user_name: 'Operator of alarmed', note: 'Moved to the other room' },
    })
    const again = await manager(alarmCalls.acknowledge, { ...by(raised.uuid), body: {} })
    expect(again.errors[0]).toMatchObject({ code: 'refused', reason: 'wrong_state' })
    await presence(true)
    await round()
    expect(await only(operator, 'device_silent')).toMatchObject({
      status: 'cleared',
      cleared: { how: 'ended', user_uuid: null },
    })
  })

  it('is raised again under its own id with a count, and not acknowledged as it was seen before', async () => {
    const before = await only(operator, 'device_silent')
    await fallSilent()
    const second = await only(operator, 'device_silent')
    expect(second).toMatchObject({
      uuid: before.uuid,
      status: 'raised',
      count: 2,
      acknowledged: null,
    })
    const body = { base: before.updated_at }
    const late = await operator(alarmCalls.acknowledge, { ...by(before.uuid), body })
    expect(late.errors[0]).toMatchObject({ code: 'stale' })
  })

  it('is cleared by a person who may change devices, with a reason, and stays so while the device is away', async () => {
    const { uuid } = await only(operator, 'device_silent')
    const reason = 'Sent to the maker for repair'
    const refused = await operator(alarmCalls.clear, { ...by(uuid), body: { reason } })
    expect(refused.errors[0]).toMatchObject({
      code: 'forbidden',
      reason: 'permission_missing',
      params: { permission: 'products.edit' },
    })
    const silent = await manager(alarmCalls.clear, { ...by(uuid), body: {} })
    expect(silent.errors[0]).toMatchObject({ code: 'invalid', field: 'reason' })
    await must(manager(alarmCalls.clear, { ...by(uuid), body: { reason } }))
    await setDevice({ name: 'bGATE away' })
    await round()
    expect(await only(operator, 'device_silent')).toMatchObject({
      status: 'cleared',
      cleared: { how: 'person', user_name: 'Manager of alarmed', reason },
      lasts: 1,
    })
    // Bring it back, and away for another time.
    await presence(true)
    await round()
    await fallSilent()
    expect(await only(operator, 'device_silent')).toMatchObject({
      uuid,
      status: 'raised',
      count: 3,
    })
  })

  it('has its whole life in the audit trail', async () => {
    const { uuid } = await only(operator, 'device_silent')
    const { data } = await must(admin(auditCalls.record, { params: { kind: 'alarm', id: uuid } }))
    expect(data.map(({ action, actor }) => [action, actor.name])).toEqual([
      ['alarm.raise', 'bApp'],
      ['alarm.acknowledge', 'Operator of alarmed'],
      ['alarm.end', 'bApp'],
      ['alarm.raise_again', 'bApp'],
      ['alarm.clear', 'Manager of alarmed'],
      ['alarm.forget', 'bApp'],
      ['alarm.raise_again', 'bApp'],
    ])
  })

  it('goes over to the people of another swarm with the device', async () => {
    const { uuid } = await only(operator, 'device_silent')
    const body = { swarms: [lab.otherSwarm], reason: 'moved to the other bench' }
    const config = await admin(deviceCalls.edit, { ...by(lab.device), body })
    expect(config.errors).toEqual([])
    await round()
    expect(await list(operator, { status: ['raised', 'acknowledged'] })).toEqual([])
    expect(await only(operator, 'device_silent')).toMatchObject({
      uuid,
      status: 'cleared',
      cleared: { how: 'moved' },
    })
    expect(await only(elsewhere, 'device_silent')).toMatchObject({ status: 'raised', count: 1 })
    await must(
      admin(deviceCalls.edit, { ...by(lab.device), body: { ...body, swarms: [lab.swarm] } }),
    )
    await presence(true)
    await round()
  })

  it('has another name where the device has one', async () => {
    await fallSilent()
    await must(admin(deviceCalls.edit, { ...by(lab.device), body: { name: 'bGATE renamed' } }))
    await round()
    const names = (await list(operator, { status: 'raised' })).map(({ name }) => name)
    expect(names).toEqual(['bGATE renamed'])
  })
})

describe('who sees an alarm', () => {
  const seen = async (sender: Sender) => (await list(sender)).map(({ uuid }) => uuid)

  it('is hidden from people of other swarms, whose browsers get nothing of it', async () => {
    const [open] = await list(operator, { status: 'raised' })
    const uuid = open?.uuid ?? ''
    expect(await seen(elsewhere)).not.toContain(uuid)
    for (const body of [{ note: 'mine' }, {}]) {
      const refused = await elsewhere(alarmCalls.acknowledge, { ...by(uuid), body })
      expect(refused.errors[0]?.code).toBe('not_found')
    }
    const reason = 'it is not mine to clear'
    const cleared = await elsewhere(alarmCalls.clear, { ...by(uuid), body: { reason } })
    expect(cleared.errors[0]?.code).toBe('not_found')
    const pulled = async (sender: Sender) => {
      const query = { kinds: 'alarm', after: '0', limit: '500' }
      return (await must(sender(syncCalls.pull, { query }))).data.records.map((one) => one.uuid)
    }
    expect(await pulled(operator)).toContain(uuid)
    expect(await pulled(elsewhere)).not.toContain(uuid)
  })

  it('is hidden from another company, and a visitor changes nothing', async () => {
    const [open] = await list(operator, { status: 'raised' })
    const uuid = open?.uuid ?? ''
    const other = await (await foundLab('unalarmed')).as('Administrator')
    expect(await seen(other)).toEqual([])
    const refused = await other(alarmCalls.acknowledge, { ...by(uuid), body: {} })
    expect(refused.errors[0]?.code).toBe('not_found')
    const headers = await visiting(maker, lab.company)
    const visitor = await maker(alarmCalls.acknowledge, { ...by(uuid), headers, body: {} })
    expect(visitor.status).toBe(403)
  })
})

describe('alarms of other causes', () => {
  const inDays = (days: number) => ago(-days * dayMs).slice(0, 10)
  /** Change nothing: the store looks for causes after it. */
  const touch = async () => {
    await setDevice({})
    await round()
  }

  it('a lot of which the laboratory keeps a record expires soon: everybody who sees kits knows', async () => {
    const near = await makeBkit(maker, 'Near its end', { lot: 'N-1', expiry_date: inDays(12) })
    const far = await makeBkit(maker, 'Far from it', { lot: 'F-1', expiry_date: inDays(60) })
    for (const [kit, lot] of [
      [near, 'N-1'],
      [far, 'F-1'],
    ] as const) {
      const body = { bkit_uuid: kit.uuid, lot, opened_at: inDays(-3) }
      await must(operator(labLotCalls.keep, { body }))
    }
    await round()
    const raised = await only(elsewhere, 'lot_expiring')
    expect(raised).toMatchObject({ name: 'Near its end', lot: 'N-1', swarms: [], status: 'raised' })
    const body = { reason: 'All boxes are used up' }
    await must(elsewhere(alarmCalls.clear, { ...by(raised.uuid), body }))
    await touch()
    expect(await only(operator, 'lot_expiring')).toMatchObject({ status: 'cleared', lasts: 1 })
  })

  it('a calibration is due a year after the last one, and the alarm ends with the next', async () => {
    await setDevice({ config: { 'calibration.last_at': ago(366 * dayMs) } })
    await round()
    const raised = await only(operator, 'calibration_due')
    const body = { reason: 'it measures well enough' }
    const refused = await admin(alarmCalls.clear, { ...by(raised.uuid), body })
    expect(refused.errors[0]).toMatchObject({
      code: 'refused',
      reason: 'wrong_state',
      params: { state: 'calibration_due', action: 'clear' },
    })
    await setDevice({ config: { 'calibration.last_at': ago(dayMs) } })
    await round()
    expect(await only(operator, 'calibration_due')).toMatchObject({ cleared: { how: 'ended' } })
  })

  it('a certificate waits for its reviewer, and is hidden from who sees no certificates', async () => {
    const { uuid } = await makeRequested(manager, lab.swarm)
    const requested_at = ago(certificateWaitsMs + 1000)
    await changeRecord(lab.company, { kind: 'certificate', uuid }, { requested_at })
    await touch()
    expect(await only(manager, 'certificate_waiting')).toMatchObject({
      about: { kind: 'certificate', uuid },
      swarms: [lab.swarm],
      since: requested_at,
    })
    expect(await list(operator, { cause: 'certificate_waiting' })).toEqual([])
  })

  it('a version of the software is out of support from its day, until the device has another', async () => {
    const versions = [
      { version: '2.9.4', unsupported_from: inDays(-1) },
      { version: '3.0.0', unsupported_from: null },
    ]
    for (const [at, given] of versions.entries())
      await makeBkernel(maker, `Version ${at}`, { models: ['bGATE 96'], ...given })
    await touch()
    expect(await only(operator, 'version_unsupported')).toMatchObject({
      version: '2.9.4',
      status: 'raised',
    })
    await setDevice({ bkernel_version: '3.0.0' })
    await round()
    expect(await only(operator, 'version_unsupported')).toMatchObject({ status: 'cleared' })
  })

  it('alarms that come together are one mail to each person who wants one, in their language', async () => {
    const settings = [
      { name: 'calibration_due', value: 'mail' },
      { name: 'version_unsupported', value: 'mail' },
      { name: 'device_silent', value: 'off' },
    ]
    const choose = (sender: Sender) =>
      sender(userCalls.setSettings, { params: { key: 'messages' }, body: { settings } })
    await must(choose(operator))
    await must(choose(elsewhere))
    await presence(true)
    await presence(false)
    const patch = { bkernel_version: '2.9.4', disconnected_at: ago(silentAfterMs + 1000) }
    await setDevice({ ...patch, config: { 'calibration.last_at': ago(400 * dayMs) } })
    await round()
    const mails = await mailsTo('Operator-alarmed@lab.example', 1)
    expect(mails.map(({ subject }) => subject)).toEqual(['bApp: new alarms (2)'])
    expect(mails[0]?.text).toContain(
      'First\n- Calibration due (1): bGATE renamed\n- Device software out of support (1): bGATE renamed 2.9.4',
    )
    const { results } = await env.DIRECTORY.prepare('SELECT 1 FROM mails WHERE recipient = ?1')
      .bind('other-bench@lab.example')
      .all()
    expect(results).toEqual([])
  })
})
