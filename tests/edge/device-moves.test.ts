import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { closingCalls } from '../../domain/calls/closings.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { deviceLinkCalls, receiptHeader } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { liveCalls } from '../../domain/calls/live.ts'
import type { Device } from '../../domain/entities/device.ts'
import { closeCompany } from '../../edge/directory/closed-companies.ts'
import { setUnderlings } from '../../edge/directory/underlings.ts'
import { keyPairOf } from '../../edge/live/nkeys.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { readAuditOf } from './audit-of.ts'
import { sendHeld } from './held.ts'
import { foundLab, type Lab, must, type Sender, visiting } from './lab.ts'
import { deviceSender, makeDevice, startRun } from './material-bodies.ts'
import { changeInside, storeOf } from './matrix/world.ts'
import { create, planFor } from './plan.ts'

let lab: Lab
let admin: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('moves')
  admin = await lab.as('Administrator')
  manager = await lab.as('Manager')
}, 60_000)

const made = (changes: Partial<Device> = {}) =>
  makeDevice(lab.company, { name: 'bGATE Sul', ...changes })

async function read(id: string, sender = admin): Promise<Device> {
  return (await must(sender(deviceCalls.get, { params: { id } }))).data
}

const first = async (sent: ReturnType<Sender>) => (await sent).errors[0]

describe('a device that is deleted', () => {
  it('[CALL-122] is gone from every list, its key is worth nothing, its runs stay', async () => {
    const device = await made()
    const { uuid: plan } = await create(manager, planFor(lab, { device_uuid: device.uuid }))
    const params = { id: device.uuid }
    const headers = { 'Operation-Id': crypto.randomUUID() }
    await must(device.sender(deviceLinkCalls.commands))
    await must(admin(deviceCalls.delete, { params, body: { reason: 'scrapped' }, headers }))
    await must(admin(deviceCalls.delete, { params, body: { reason: 'scrapped' }, headers }))
    expect((await admin(deviceCalls.get, { params })).status).toBe(404)
    expect((await device.sender(deviceLinkCalls.commands)).status).toBe(401)
    const analysis = await must(manager(analysisCalls.get, { params: { id: plan } }))
    expect(analysis.data.device_uuid).toBe(device.uuid)
    expect((await manager(deviceCalls.delete, { params })).status).toBe(403)
  })
})

describe('a device that goes to another company', () => {
  let partner: Lab
  let underling: Lab
  let boss: Sender
  beforeAll(async () => {
    partner = await foundLab('bosses', { isPartner: 'Y' })
    underling = await foundLab('branch')
    await setUnderlings(env.DIRECTORY, partner.company, [underling.company])
    boss = await partner.as('Administrator')
    const store = storeOf(partner.company)
    const users = await store.list('user', {}, { kinds: [], swarms: [] })
    if (!users.ok) throw new Error('no users')
    for (const { uuid } of users.value.data) {
      await changeInside(partner.company, {
        type: 'patch',
        kind: 'user',
        uuid: uuid as string,
        patch: { partner: 'Y' },
      })
    }
  }, 60_000)

  /** Take a device out of its company, as a move does that is cut off right afterwards. */
  async function leave(uuid: string, to = underling.company): Promise<void> {
    const by = {
      actor: { uuid: crypto.randomUUID(), name: 'test', via: 'operator' },
      sight: { kinds: [], swarms: [] },
      permissions: ['products.migrate'],
      fourEyes: false,
    } as const
    const { name } = await read(uuid, boss)
    const order = { uuid, name, reason: 'lent', to, actor: by.actor }
    // Break off here, which no request does by itself.
    const cut = vi.spyOn(CompanyStore.prototype, 'carryDevices').mockResolvedValue()
    await storeOf(partner.company).sendDevice(order, crypto.randomUUID(), by)
    cut.mockRestore()
    expect((await boss(deviceCalls.get, { params: { id: uuid } })).status).toBe(404)
  }

  const runAlarm = () => runDurableObjectAlarm(env.COMPANY_STORE.getByName(partner.company))

  const order = (company_uuid: string, more = {}) => ({ company_uuid, reason: 'lent', ...more })

  it('[CALL-115] [CALL-116] goes with a new key, once, and its runs stay', async () => {
    const device = await makeDevice(partner.company, { name: 'Traveller', swarms: [partner.swarm] })
    const params = { id: device.uuid }
    const form = (await must(boss(deviceCalls.migrateForm, { params }))).data
    expect(form.options['company_uuid']?.map(({ value }) => value)).toEqual([underling.company])
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const body = order(underling.company, { new_key: true })
    const moved = (await must(boss(deviceCalls.migrate, { params, body, headers }))).data
    expect(moved.device).toMatchObject({ uuid: device.uuid, swarms: [], active: 'Y' })
    expect(moved.device.wavelengths).not.toContain('QUASAR705')
    expect((await boss(deviceCalls.get, { params })).status).toBe(404)
    expect((await device.sender(deviceLinkCalls.commands)).status).toBe(401)
    await must(deviceSender(device.uuid, moved.key ?? '')(deviceLinkCalls.commands))
    // Send it again, as after a lost answer: the same move, and a key that works.
    const again = (await must(boss(deviceCalls.migrate, { params, body, headers }))).data
    await must(deviceSender(device.uuid, again.key ?? '')(deviceLinkCalls.commands))
    const home = await underling.as('Administrator')
    expect((await read(device.uuid, home)).uuid).toBe(device.uuid)
    // Expect nothing to be lost of what this reader is not shown.
    const store = storeOf(underling.company)
    const whole = await store.get('device', device.uuid, { kinds: [], swarms: [] })
    expect(whole.ok && whole.value['wavelengths']).toContain('QUASAR705')
  })

  it('issue 14: takes neither settings nor signed calibrations of the other company along', async () => {
    const config = {
      'wifi.ssid': 'Lab of the boss',
      'calibration.last_at': '2026-11-01T00:00:00.000Z',
      'calibration.thermal.uuid': crypto.randomUUID(),
      'calibration.thermal.until': '2099-01-01T00:00:00.000Z',
    }
    const device = await makeDevice(partner.company, { name: 'Bare' })
    const params = { id: device.uuid }
    await changeInside(partner.company, {
      type: 'patch',
      kind: 'device',
      uuid: device.uuid,
      patch: { config },
    })
    expect((await read(device.uuid, boss)).config).toEqual(config)
    const moved = await must(boss(deviceCalls.migrate, { params, body: order(underling.company) }))
    expect(moved.data.device.config).toEqual({})
    const home = await underling.as('Administrator')
    expect((await read(device.uuid, home)).config).toEqual({})
  })

  it('[CALL-116] keeps its key where no new one is asked for, and comes back', async () => {
    const device = await makeDevice(partner.company, { name: 'Boomerang' })
    const params = { id: device.uuid }
    await must(boss(deviceCalls.migrate, { params, body: order(underling.company) }))
    await must(device.sender(deviceLinkCalls.commands))
    const inBranch = await visiting(boss, underling.company)
    const form = (await must(boss(deviceCalls.migrateForm, { params, headers: inBranch }))).data
    expect(form.options['company_uuid']?.map(({ value }) => value)).toEqual([partner.company])
    await must(
      boss(deviceCalls.migrate, { params, body: order(partner.company), headers: inBranch }),
    )
    expect((await read(device.uuid, boss)).name).toBe('Boomerang')
    await must(device.sender(deviceLinkCalls.commands))
  })

  it('A19-1: comes back with another key, and no receipt of its first time there counts', async () => {
    const device = await makeDevice(partner.company, { name: 'Two keys' })
    const params = { id: device.uuid }
    vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { headers: first } = await must(device.sender(deviceLinkCalls.commands))
    const headers = { [receiptHeader]: first.get(receiptHeader) ?? '' }
    await must(device.sender(deviceLinkCalls.commands, { headers }))
    const body = order(underling.company, { new_key: true })
    const { key } = (await must(boss(deviceCalls.migrate, { params, body }))).data
    const inBranch = await visiting(boss, underling.company)
    await must(
      boss(deviceCalls.migrate, { params, body: order(partner.company), headers: inBranch }),
    )
    vi.setSystemTime(Date.now() + 10_000)
    expect((await device.sender(deviceLinkCalls.commands, { headers })).status).toBe(401)
    await must(deviceSender(device.uuid, key ?? '')(deviceLinkCalls.commands, { headers }))
  })

  it('A19-9: goes with a new key, and a connection that the old one opened there meanwhile ends', async () => {
    const device = await makeDevice(partner.company, { name: 'Quick hands' })
    const params = { id: device.uuid }
    const body = order(underling.company, { new_key: true })
    const { publicKey: public_key } = keyPairOf('user', new Uint8Array(32).fill(7))
    await sendHeld(
      () => boss(deviceCalls.migrate, { params, body }),
      { directory: (text) => text.startsWith('UPDATE devices SET key_hash') },
      async () => {
        const token = device.sender(liveCalls.deviceToken, { body: { public_key } })
        expect((await must(token)).data.company_uuid).toBe(underling.company)
      },
    )
    const ended = await runInDurableObject(
      env.LIVE_HUB.getByName(underling.company),
      (_, { storage }) =>
        storage.sql
          .exec('SELECT who FROM revoked')
          .toArray()
          .map(({ who }) => who),
    )
    expect(ended).toContain(`device:${device.uuid}`)
  })

  it('moves to no company where another device has its name, and stays where it is', async () => {
    const device = await makeDevice(partner.company, { name: 'Twin of the branch' })
    await makeDevice(underling.company, { name: 'TWIN of the branch' })
    const params = { id: device.uuid }
    const sent = boss(deviceCalls.migrate, { params, body: order(underling.company) })
    expect(await first(sent)).toMatchObject({ code: 'taken', field: 'company_uuid' })
    expect((await read(device.uuid, boss)).name).toBe('Twin of the branch')
    await must(device.sender(deviceLinkCalls.commands))
  })

  it('gets a name of its own where its name was taken while it was on its way', async () => {
    const device = await makeDevice(partner.company, { name: 'Overtaken' })
    await leave(device.uuid)
    await makeDevice(underling.company, { name: 'Overtaken' })
    const params = { id: device.uuid }
    await must(boss(deviceCalls.migrate, { params, body: order(underling.company) }))
    const home = await underling.as('Administrator')
    expect((await read(device.uuid, home)).name).toBe(`Overtaken ${device.uuid.slice(-6)}`)
  })

  it('sixth attack F6-1: gets one also where the cut falls into a character', async () => {
    const name = `${'b'.repeat(109)}𠀀 rack 7`
    const device = await makeDevice(partner.company, { name })
    await leave(device.uuid)
    await makeDevice(underling.company, { name })
    const params = { id: device.uuid }
    await must(boss(deviceCalls.migrate, { params, body: order(underling.company) }))
    const home = await underling.as('Administrator')
    const whole = `${'b'.repeat(109)} ${device.uuid.slice(-6)}`
    expect((await read(device.uuid, home)).name).toBe(whole)
  })

  it('goes on where an earlier try was cut off', async () => {
    const device = await makeDevice(partner.company, { name: 'Halfway' })
    await changeInside(partner.company, {
      type: 'put',
      kind: 'device',
      uuid: device.uuid,
      body: { ...(await read(device.uuid, boss)), name: 'Halfway' } as never,
    })
    await leave(device.uuid)
    const params = { id: device.uuid }
    expect((await boss(deviceCalls.get, { params })).status).toBe(404)
    await must(boss(deviceCalls.migrate, { params, body: order(underling.company) }))
    await must(device.sender(deviceLinkCalls.commands))
    const home = await underling.as('Administrator')
    expect((await read(device.uuid, home)).name).toBe('Halfway')
    // Refuse another move from here, where nothing is left after it has arrived.
    expect(
      (
        await boss(deviceCalls.migrate, {
          params,
          body: order(underling.company, { new_key: true }),
        })
      ).status,
    ).toBe(404)
    await must(device.sender(deviceLinkCalls.commands))
  })

  it('A25-1: arrives by itself where the service broke off behind its leaving', async () => {
    const device = await makeDevice(partner.company, { name: 'Left alone' })
    await leave(device.uuid)
    await runAlarm()
    await must(device.sender(deviceLinkCalls.commands))
    const home = await underling.as('Administrator')
    expect((await read(device.uuid, home)).name).toBe('Left alone')
    const came = await readAuditOf(underling.company, 'device', device.uuid)
    expect(came.map(({ action, actor }) => [action, actor.name])).toEqual([
      ['device.register', 'test'],
    ])
    // Carry it once: a device that went on from there is not fetched back.
    const inBranch = await visiting(boss, underling.company)
    const params = { id: device.uuid }
    await must(
      boss(deviceCalls.migrate, { params, body: order(partner.company), headers: inBranch }),
    )
    await storeOf(partner.company).carryDevices()
    expect((await read(device.uuid, boss)).name).toBe('Left alone')
  })

  it('A25-1: comes back where the other company was closed meanwhile', async () => {
    const closing = await foundLab('closing')
    const device = await makeDevice(partner.company, { name: 'No way there' })
    await leave(device.uuid, closing.company)
    await closeCompany(env.DIRECTORY, closing.company, new Date().toISOString())
    await runAlarm()
    expect((await read(device.uuid, boss)).name).toBe('No way there')
    await must(device.sender(deviceLinkCalls.commands))
  })

  it('fifth attack E1: is taken in by no company once it is in another, nor by two at once', async () => {
    const third = await foundLab('third')
    await setUnderlings(env.DIRECTORY, partner.company, [underling.company, third.company])
    const device = await makeDevice(partner.company, { name: 'Gone long ago' })
    const params = { id: device.uuid }
    await must(boss(deviceCalls.migrate, { params, body: order(underling.company) }))
    const body = order(third.company, { new_key: true })
    expect((await boss(deviceCalls.migrate, { params, body })).status).toBe(404)
    const inThird = await third.as('Administrator')
    expect((await inThird(deviceCalls.get, { params })).status).toBe(404)
    await must(device.sender(deviceLinkCalls.commands))

    const wanted = await makeDevice(partner.company, { name: 'Wanted by two' })
    const id = { id: wanted.uuid }
    const answers = await Promise.all(
      [underling, third].map(({ company }) =>
        boss(deviceCalls.migrate, { params: id, body: order(company) }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
    const homes = [await underling.as('Administrator'), inThird]
    const found = await Promise.all(homes.map((home) => home(deviceCalls.get, { params: id })))
    expect(found.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
    await must(wanted.sender(deviceLinkCalls.commands))
  })

  it('goes nowhere that its mover does not reach, and not while it runs', async () => {
    const device = await makeDevice(partner.company, { name: 'Stays' })
    const params = { id: device.uuid }
    const refuse = (sender: Sender, body: object, id = device.uuid) =>
      first(sender(deviceCalls.migrate, { params: { id }, body }))
    for (const nowhere of [lab.company, crypto.randomUUID()]) {
      expect(await refuse(boss, order(nowhere))).toEqual({
        code: 'invalid',
        message: 'No such company',
        field: 'company_uuid',
        reason: 'company_unknown',
      })
    }
    expect(await refuse(boss, order(partner.company))).toMatchObject({ reason: 'same_company' })
    const own = await made()
    expect(await refuse(admin, order(partner.company), own.uuid)).toMatchObject({
      reason: 'company_unknown',
    })
    expect(await refuse(admin, order(partner.company))).toMatchObject({ code: 'not_found' })
    await startRun(partner, boss, device)
    expect(await refuse(boss, order(underling.company))).toMatchObject({
      reason: 'wrong_state',
      params: { state: 'running', action: 'migrate' },
    })
    expect((await read(device.uuid, boss)).busy).toBe('Y')
    expect(
      (await boss(deviceCalls.migrate, { params, body: { company_uuid: underling.company } }))
        .errors[0],
    ).toMatchObject({ field: 'reason' })
  })
})

describe('a device on its way when its old company is closed', () => {
  it('A27-5: is asked for less and less often, and arrives once that is opened again', async () => {
    const provider = await foundLab('provider', { isProvider: 'Y' })
    const [old, there] = [await foundLab('old'), await foundLab('there')]
    const device = await makeDevice(old.company, { name: 'Under way' })
    const actor = { uuid: crypto.randomUUID(), name: 'test', via: 'operator' } as const
    const sight = { kinds: [], swarms: [] }
    const by = { actor, sight, permissions: ['products.migrate'], fourEyes: false }
    const order = { uuid: device.uuid, name: 'Under way', reason: 'lent', to: there.company, actor }
    // Break off here, which no request does by itself.
    const cut = vi.spyOn(CompanyStore.prototype, 'carryDevices').mockResolvedValue()
    await storeOf(old.company).sendDevice(order, crypto.randomUUID(), by)
    cut.mockRestore()
    const boss = await provider.as('SuperAdmin')
    const closed = { confirm: 'Lab old', reason: 'contract ended' }
    await must(boss(companyCalls.delete, { params: { id: old.company }, body: closed }))
    vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] })
    const stub = env.COMPANY_STORE.getByName(old.company)
    await runDurableObjectAlarm(stub)
    const next = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())
    const rest = (next ?? 0) - Date.now()
    vi.useRealTimers()
    expect(rest).toBeGreaterThan(60_000)
    const { data } = (await must(boss(closingCalls.search, { body: {} }))).data
    const params = { id: data[0]?.uuid ?? '' }
    await must(boss(closingCalls.reopen, { params, body: { reason: 'contract renewed' } }))
    const home = await there.as('Administrator')
    expect((await read(device.uuid, home)).name).toBe('Under way')
    await must(device.sender(deviceLinkCalls.commands))
  })
})
