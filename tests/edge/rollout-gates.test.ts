// Issue 19, point 5: the gates of a rollout are fed by what the companies' devices did, and halt it by themselves.
import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import type { GateName } from '../../domain/entities/bkernel.ts'
import { type FleetFact, runsOfFigures } from '../../domain/rules/fleet-facts.ts'
import { placeIn } from '../../domain/rules/rollout.ts'
import { readAuditOf } from './audit-of.ts'
import { mailsTo } from './browser-page.ts'
import { type Lab, must, type Sender } from './lab.ts'
import { makeDevice, makeImaged } from './material-bodies.ts'
import { connectDevice, makeMeasured } from './plan.ts'
import { foundFleet, startRollout } from './rollouts.ts'

let provider: Lab
let lab: Lab
let maker: Sender
let manager: Sender
beforeAll(async () => {
  ;({ provider, lab, maker, manager } = await foundFleet())
}, 60_000)

const round = ({ company }: Lab) => runDurableObjectAlarm(env.COMPANY_STORE.getByName(company))
const readFacts = (company: string, table: 'facts_to_tell' | 'fleet_facts'): Promise<FleetFact[]> =>
  runInDurableObject(env.COMPANY_STORE.getByName(company), (_, { storage }) =>
    storage.sql
      .exec<{ fact: string }>(`SELECT fact FROM ${table} ORDER BY rowid`)
      .toArray()
      .map(({ fact }) => JSON.parse(fact) as FleetFact),
  )
const tell = (facts: FleetFact[]) =>
  runInDurableObject(env.COMPANY_STORE.getByName(provider.company), async (store) => {
    const outcome = await store.takeFacts(lab.company, facts)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors))
  })
const start = async (name: string, version: string, model: string) => {
  const made = await makeImaged(maker, name, { version, models: [model] })
  await startRollout(provider.company, maker, made.uuid)
  return made.uuid
}
const read = async (id: string) => (await must(maker(bkernelCalls.gates, { params: { id } }))).data
const readVersion = async (id: string) => {
  const listed = await must(maker(bkernelCalls.search, { query: { limit: '500' }, body: {} }))
  return listed.data.data.find(({ uuid }) => uuid === id)
}

describe('issue 19: facts of devices', () => {
  it('of a run reach the provider once, with figures of its curves and with nothing of a person or sample', async () => {
    const { uuid, finish } = await makeMeasured(lab, manager)
    await finish()
    const [waiting] = await readFacts(lab.company, 'facts_to_tell')
    await round(lab)
    await tell([waiting as FleetFact])
    expect(await readFacts(lab.company, 'facts_to_tell')).toEqual([])
    const told = (await readFacts(provider.company, 'fleet_facts')).filter(
      ({ device }) => device === lab.device,
    )
    expect(told).toEqual([
      {
        of: 'run',
        id: `run:${uuid}`,
        device: lab.device,
        model: expect.any(String),
        version: expect.any(String),
        swarms: [lab.swarm],
        at: expect.any(String),
        ended: 'completed',
        assay: lab.recipe,
        figures: { noise: expect.any(Number), control_cq: null, invalid: expect.any(Number) },
        heating: null,
      },
    ])
    const record = (await must(manager(analysisCalls.get, { params: { id: uuid } }))).data
    const text = JSON.stringify(told)
    for (const { name, uuid: sample } of record.samples) {
      expect(text).not.toContain(`"${name}"`)
      expect(text).not.toContain(sample)
    }
    expect(text).not.toContain(record.user_uuid)
    expect(text).not.toContain(record.name)
  })

  it('of an installation say whether it was rolled back, and of one that is refused nothing', async () => {
    const model = 'Installs 1'
    const device = await makeDevice(lab.company, {
      name: 'Installs',
      model,
      bkernel_version: '1.0.0',
    })
    await connectDevice({ company: lab.company, device: device.uuid })
    const made = await makeImaged(maker, 'Installed', { version: '4.0.0', models: [model] })
    for (const reason of ['update_untrusted', 'update_rolled_back']) {
      const body = { version: made.version }
      const params = { id: device.uuid }
      const { uuid } = (await must(manager(deviceCommandCalls.update, { params, body }))).data
      const answer = { command_uuid: uuid, state: 'refused', reason }
      await must(device.sender(deviceLinkCalls.answer, { body: answer }))
    }
    const facts = (await readFacts(lab.company, 'facts_to_tell')).filter(
      (fact) => fact.device === device.uuid,
    )
    expect(facts).toMatchObject([{ of: 'install', version: '4.0.0', ended: 'rolled_back' }])
  })
})

describe('issue 19: hours of a device', () => {
  it('count restarts that nobody ordered, and are sent with the first report of the next day', async () => {
    const model = 'Hours 1'
    const device = await makeDevice(lab.company, { name: 'Hours', model, bkernel_version: '1.0.0' })
    const report = (uptime: number) =>
      must(
        device.sender(deviceReportCalls.info, {
          body: {
            ip: '',
            ssid: '',
            latitude: null,
            longitude: null,
            accuracy: null,
            versions: {},
            uptime,
            temperature: 30,
            health: { system_disk: 1, data_disk: 1, memory: 1, cpu: 1 },
          },
        }),
      )
    const inStore = (text: string, ...values: string[]) =>
      runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, { storage }) =>
        storage.sql.exec(text, ...values).toArray(),
      )
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const heard = (hours: number) =>
      inStore(
        'UPDATE device_days SET heard_at = ? WHERE device_uuid = ?',
        hoursAgo(hours),
        device.uuid,
      )
    const read = async () => {
      const [row] = await inStore('SELECT * FROM device_days WHERE device_uuid = ?', device.uuid)
      return { hours: Math.round(10 * Number(row?.['hours'])) / 10, crashes: row?.['crashes'] }
    }
    await report(3600)
    await heard(2)
    // Report that it has been on since before it was heard last.
    await report(4 * 3600)
    expect(await read()).toEqual({ hours: 2, crashes: 0 })
    await heard(2)
    await report(3600)
    expect(await read()).toEqual({ hours: 3, crashes: 1 })
    await inStore(`UPDATE device_days SET day = '2026-01-01' WHERE device_uuid = ?`, device.uuid)
    await report(3600)
    expect(await read()).toEqual({ hours: 0, crashes: 0 })
    const told = (await readFacts(lab.company, 'facts_to_tell')).filter(
      (fact) => fact.device === device.uuid,
    )
    expect(told).toMatchObject([
      { of: 'day', id: `day:${device.uuid}:2026-01-01:1.0.0`, crashes: 1, version: '1.0.0' },
    ])
  })
})

const at = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString()

/** Make the facts of devices before and after day 100, when the first of each pair gets the version. */
function makeFacts(rollout: string, model: string, version: string, count: number, shift: number) {
  const devices = Array.from({ length: count }, () => crypto.randomUUID()).toSorted(
    (a, b) => placeIn(rollout, a) - placeIn(rollout, b),
  )
  return devices.flatMap((device, place): FleetFact[] => {
    const updated = place < count / 2
    const about = { device, model }
    const runs = Array.from({ length: runsOfFigures + 6 }, (_, index): FleetFact => {
      const late = index >= 6
      const control_cq = 24 + ((place * 7 + index * 3) % 11) / 50 + (late && updated ? shift : 0)
      return {
        of: 'run',
        id: `run:${device}:${index}`,
        ...about,
        version: late && updated ? version : '1.0.0',
        at: at(late ? 101 + index : 90 + index),
        ended: 'completed',
        assay: 'a',
        figures: { noise: -5, control_cq, invalid: 0 },
        heating: null,
      }
    })
    const install = {
      of: 'install',
      id: `install:${device}`,
      ...about,
      version,
      at: at(100),
      ended: 'done',
    } as const
    return updated ? [...runs, install] : runs
  })
}

/** Tell what was before the installations, so that pairs are drawn, and then the rest. */
async function tellInOrder(facts: FleetFact[]): Promise<void> {
  for (const isEarly of [true, false]) {
    // oxlint-disable-next-line no-await-in-loop
    await tell(facts.filter((fact) => fact.at < at(100) === isEarly))
    // oxlint-disable-next-line no-await-in-loop
    await round(provider)
  }
}

describe('issue 19: a rollout', () => {
  it('with controls that are later on updated devices is halted by its gate, with entry, message and mail', async () => {
    const id = await start('Late', '6.0.0', 'Late 96')
    await tellInOrder(makeFacts(id, 'Late 96', '6.0.0', 60, 0.4))
    const version = await readVersion(id)
    expect(version?.rollout).toMatchObject({ state: 'halted', stopped: { why: 'gates' } })
    const worse = version?.rollout?.stopped?.gates.filter(({ verdict }) => verdict === 'worse')
    expect(worse).toMatchObject([{ gate: 'control_cq', count: 30 }])
    expect(worse?.[0]?.mean).toBeCloseTo(0.4, 1)
    const trail = await readAuditOf(provider.company, 'bkernel', id)
    expect(trail.filter(({ action }) => action === 'bkernel.stop_rollout')).toHaveLength(1)
    const notices = await runInDurableObject(
      env.COMPANY_STORE.getByName(provider.company),
      (_, { storage }) =>
        storage.sql
          .exec<{ body: string }>(`SELECT body FROM records WHERE kind = 'delivery'`)
          .toArray()
          .filter(({ body }) => body.includes('Rollout of Late halted')),
    )
    expect(notices).toHaveLength(1)
    expect(notices[0]?.body).toContain('Cq of positive controls')
    const mails = await mailsTo('SuperAdmin-maker@lab.example', 1)
    expect(mails.map(({ subject }) => subject)).toEqual(['Rollout of Late halted'])
    // Expect further rounds to find nothing more to stop.
    await tell([])
    await round(provider)
    expect(await readAuditOf(provider.company, 'bkernel', id)).toHaveLength(trail.length)
  })

  it('that is no worse goes on, says what its gates saw, and "too few" where nothing came', async () => {
    const id = await start('Good', '6.1.0', 'Good 96')
    await tellInOrder(makeFacts(id, 'Good 96', '6.1.0', 60, 0))
    expect((await readVersion(id))?.rollout?.state).toBe('running')
    const { gates, ...counts } = await read(id)
    expect(counts).toEqual({
      installed: 30,
      rolled_back: 0,
      drawn: 30,
      least: 8,
      rehearsal: 'not_needed',
    })
    const verdict = (name: GateName) => gates.find(({ gate }) => gate === name)
    expect(verdict('control_cq')).toMatchObject({ verdict: 'fine', count: 30 })
    expect(verdict('control_cq')?.differences).toHaveLength(30)
    expect(verdict('crashes')).toMatchObject({ verdict: 'too_few', count: 0 })
  })

  it('pairs devices that are heard of later with each other, and leaves the others paired as they were', async () => {
    const id = await start('Joined', '6.3.0', 'Joined 96')
    const seen = (key: number): FleetFact => ({
      of: 'day',
      id: `day:joined ${key}`,
      device: `00000000-0000-4000-8000-00000000001${key}`,
      model: 'Joined 96',
      version: '1.0.0',
      at: at(90),
      hours: 8,
      crashes: 0,
    })
    for (const [told, drawn] of [
      [[1, 2, 3], 1],
      [[4, 5], 2],
      [[6], 3],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await tell(told.map(seen))
      // oxlint-disable-next-line no-await-in-loop
      await round(provider)
      // oxlint-disable-next-line no-await-in-loop
      expect((await read(id)).drawn).toBe(drawn)
    }
  })

  it('whose installations are rolled back is halted, however often a fact is reported', async () => {
    const id = await start('Loops', '6.2.0', 'Loop 96')
    const fact = (key: number): FleetFact => ({
      of: 'install',
      id: `install:loop ${key}`,
      device: crypto.randomUUID(),
      model: 'Loop 96',
      version: '6.2.0',
      at: at(100),
      ended: 'rolled_back',
    })
    await tell([fact(1), fact(1), fact(1), fact(1), fact(2)])
    await round(provider)
    expect((await readVersion(id))?.rollout?.state).toBe('running')
    await tell([fact(3)])
    await round(provider)
    expect((await readVersion(id))?.rollout?.state).toBe('halted')
  })
})
