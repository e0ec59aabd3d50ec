// Issue 21, point 5: lists over the companies of a region are answered by an index that their stores tell (decision 100).
import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { closingCalls } from '../../domain/calls/closings.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { eraseCompany } from '../../edge/organisation/erase-company.ts'
import { FleetIndex } from '../../edge/fleet/FleetIndex.ts'
import { fleetIndex } from '../../edge/fleet/open-index.ts'
import type { FleetReport } from '../../edge/fleet/report.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { FleetFeed } from '../../edge/store/fleet/FleetFeed.ts'
import { Sql } from '../../edge/store/sql.ts'
import { newestOperation } from '../../edge/store/store-time.ts'
import { emptyStore, readPages, sendPage } from './backup-pages.ts'
import { storesIn } from './bench/asks.ts'
import { countAsks } from './count-asks.ts'
import { listHeld, rebuild, tellFleet } from './fleet.ts'
import {
  type Answer,
  foundLab,
  type Lab,
  must,
  operatorHeaders,
  send,
  type Sender,
  visiting,
} from './lab.ts'
import { makeDevice, makeImaged } from './material-bodies.ts'
import { changeInside, storeOf } from './matrix/world.ts'
import { foundFleet, planBody, startRollout } from './rollouts.ts'
import { inStoreOf, rewindStore } from './store-writes.ts'

let provider: Lab
let lab: Lab
let maker: Sender
let manager: Sender
beforeAll(async () => {
  ;({ provider, lab, maker, manager } = await foundFleet())
  // Run the first one, which begins by itself and would come in between.
  await rebuild()
}, 180_000)

const model = 'Indexed 96'
const query = { limit: '500' }
const index = () => env.FLEET_INDEX.getByName('fleet')
const objectOf = (company: string) => env.COMPANY_STORE.getByName(company)
/** Count the devices of a company by version, as the list of the provider does; null for one that was never heard. */
async function versionsOf(company: string): Promise<Record<string, number> | null> {
  const { data } = (await must(maker(bkernelCalls.usage, { query }))).data
  const found = data.find(({ uuid }) => uuid === company)
  if (!found) throw new Error('The company is not listed')
  if (found.heard_at === null) return null
  const counts: Record<string, number> = {}
  for (const { version, count } of found.devices) counts[version] = (counts[version] ?? 0) + count
  return counts
}
/** Found a laboratory with so many devices of version 1.0.0, and its own one of 2.9.4. */
async function foundWith(word: string, devices: number): Promise<Lab & { devices: string[] }> {
  const own = await foundLab(word)
  const made: string[] = []
  for (let at = 0; at < devices; at += 1) {
    const name = `${word} ${at}`
    made.push((await makeDevice(own.company, { name, model, bkernel_version: '1.0.0' })).uuid)
  }
  return { ...own, devices: made }
}
const update = (company: string, uuid: string, bkernel_version: string) =>
  changeInside(company, { type: 'patch', kind: 'device', uuid, patch: { bkernel_version } })
describe('issue 21: a list over companies', () => {
  it('asks no store of a company, and answers for all where one has none that could answer', async () => {
    const made = await makeImaged(maker, 'Listed', { version: '5.0.0', models: [model] })
    const one = await makeDevice(lab.company, { name: 'Listed', model, bkernel_version: '1.0.0' })
    await tellFleet(lab.company)
    // Add a company as of a lost store: the lists failed as a whole before.
    const lost = crypto.randomUUID()
    await env.DIRECTORY.prepare(
      `INSERT INTO companies (uuid, name, created_at, updated_at) VALUES (?1, 'Lost', ?2, ?2)`,
    )
      .bind(lost, new Date().toISOString())
      .run()
    const params = { id: made.uuid }
    const { phases: _p, window: _w, deadline: _d, ...body } = planBody()
    const lists: (() => Promise<Answer>)[] = [
      () => maker(bkernelCalls.usage, { query }),
      () => maker(bkernelCalls.audience, { params, query, body }),
      () => maker(bkernelCalls.updates, { params, query }),
    ]
    for (const ask of lists) {
      const { value, asks } = await countAsks(() => must(ask()))
      expect(storesIn(asks)).toBe(1)
      const { data } = value.data as { data: { uuid: string; heard_at: string | null }[] }
      expect(data.find(({ uuid }) => uuid === lost)).toMatchObject({ heard_at: null, devices: [] })
      const mine = data.find(({ uuid }) => uuid === lab.company)
      expect(Date.now() - Date.parse(mine?.heard_at ?? '')).toBeLessThan(60_000)
    }
    const updates = (await must(maker(bkernelCalls.updates, { params, query }))).data.data
    expect(updates.find(({ uuid }) => uuid === lab.company)?.devices).toMatchObject([
      { uuid: one.uuid, name: 'Listed', state: 'unreachable' },
    ])
    const { value: figures, asks } = await countAsks(() =>
      must(maker(companyCalls.figures, { query })),
    )
    expect(storesIn(asks)).toBe(1)
    const figuresOf = (company: string) =>
      figures.data.data.find(({ uuid }) => uuid === company) ?? {}
    expect(figuresOf(lost)).toMatchObject({ heard_at: null, devices: 0, store: null })
    expect(figuresOf(lab.company)).toMatchObject({
      heard_at: expect.any(String),
      devices: expect.any(Number),
      store: { bytes: expect.any(Number), limit_bytes: 10 * 2 ** 30, warning: false },
    })
    for (const row of [bkernelCalls.usage, bkernelCalls.updates, companyCalls.figures]) {
      expect((await manager(row, { params, query })).status).toBe(403)
    }
  })

  it('follows a change by the alarm of the store: a device that changes, moves to another company and goes', async () => {
    const [own, other] = [await foundWith('follows', 2), await foundWith('takes', 0)]
    const [first, second] = own.devices as [string, string]
    const next = ({ company }: Lab) => runDurableObjectAlarm(objectOf(company))
    await next(own)
    await next(other)
    expect(await versionsOf(own.company)).toEqual({ '1.0.0': 2, '2.9.4': 1 })
    await update(own.company, first, '1.1.0')
    await next(own)
    expect(await versionsOf(own.company)).toEqual({ '1.0.0': 1, '1.1.0': 1, '2.9.4': 1 })
    const headers = await visiting(maker, own.company)
    const body = { company_uuid: other.company, reason: 'sold' }
    await must(maker(deviceCalls.migrate, { params: { id: first }, body, headers }))
    const boss = await own.as('Administrator')
    await must(boss(deviceCalls.delete, { params: { id: second } }))
    await next(own)
    await next(other)
    expect(await versionsOf(own.company)).toEqual({ '2.9.4': 1 })
    expect(await versionsOf(other.company)).toEqual({ '1.1.0': 1, '2.9.4': 1 })
  })

  it('holds no person, no reason of one and nothing of a run, and says in which role a version was postponed as long as the store answers', async () => {
    const install = { days: 0, at_most: 10, security: false }
    const made = await makeImaged(maker, 'Itself', { version: '6.0.0', models: ['Itself 96'] })
    const one = await makeDevice(lab.company, { name: 'Waits', model: 'Itself 96' })
    const phases = [{ share: 1, soak_hours: 0, least_pairs: 0 }]
    const window = { from: '22:00', to: '05:00' }
    await startRollout(provider.company, maker, made.uuid, { phases, window, install })
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const body = { version: '6.0.0', until, reason: 'Secret words' }
    await must(manager(deviceCalls.postpone, { params: { id: one.uuid }, body }))
    await tellFleet(lab.company)
    const seen = async () => {
      const { data } = await must(maker(bkernelCalls.updates, { params: { id: made.uuid }, query }))
      return data.data.flatMap(({ devices }) => devices).find(({ uuid }) => uuid === one.uuid)
    }
    expect((await seen())?.postponed).toEqual({
      until,
      by_profile: 'Manager',
      reason: 'Secret words',
    })
    const rows = await runInDurableObject(index(), (_, { storage }) =>
      ['companies', 'devices', 'swarms'].flatMap((table) =>
        storage.sql.exec(`SELECT * FROM ${table}`).toArray(),
      ),
    )
    const text = JSON.stringify(rows)
    expect(text).toContain(one.uuid)
    for (const word of ['Manager of', 'Secret words', 'by_name', 'analysis', 'config', 'status']) {
      expect(text, word).not.toContain(word)
    }
    // Silence its company: who it was is left out, and the rest stays.
    await inStoreOf(lab.company, (sql) => sql.run('ALTER TABLE records RENAME TO lost'))
    try {
      expect((await seen())?.postponed).toEqual({ until })
    } finally {
      await inStoreOf(lab.company, (sql) => sql.run('ALTER TABLE lost RENAME TO records'))
    }
  })
})

describe('issue 21: what a store tells the index', () => {
  /** Run the alarm of a store while the index does not answer, or takes the report and its answer is lost. */
  const unheard = (company: string, isTaken: boolean) =>
    runInDurableObject(objectOf(company), async (_, state) => {
      const take = async (report: FleetReport) => {
        if (isTaken) await fleetIndex(env as unknown as Env).take(report)
        throw new Error('Network connection lost')
      }
      const broken = { ...env, FLEET_INDEX: { getByName: () => ({ take }) } } as unknown as Env
      // Delete the alarm of the real one, which must not come in between.
      await state.storage.deleteAlarm()
      const feed = new FleetFeed(state.storage, broken, new Sql(state.storage, env))
      await feed.keep()
      return state.storage.getAlarm()
    })
  const placeOf = (company: string) =>
    inStoreOf(company, (sql) =>
      sql.first<{ value: string }>(`SELECT value FROM meta WHERE name = 'fleet_told'`),
    )

  it('waits with its place while the index cannot be reached, and is reported by the next alarm', async () => {
    const own = await foundWith('unheard', 1)
    await tellFleet(own.company)
    const before = await placeOf(own.company)
    await update(own.company, own.devices[0] as string, '1.2.0')
    const next = await unheard(own.company, false)
    expect(await placeOf(own.company)).toEqual(before)
    expect((next ?? Infinity) - Date.now()).toBeLessThanOrEqual(60_000)
    expect(await versionsOf(own.company)).toEqual({ '1.0.0': 1, '2.9.4': 1 })
    await runDurableObjectAlarm(objectOf(own.company))
    expect(await versionsOf(own.company)).toEqual({ '1.2.0': 1, '2.9.4': 1 })
    // Send the same report again, because its answer was lost: its devices are counted once.
    await update(own.company, own.devices[0] as string, '1.3.0')
    await unheard(own.company, true)
    await update(own.company, own.devices[0] as string, '1.4.0')
    await runDurableObjectAlarm(objectOf(own.company))
    expect(await versionsOf(own.company)).toEqual({ '1.4.0': 1, '2.9.4': 1 })
  })

  it('is reported whole after the store was put back: from a backup, or to an earlier state', async () => {
    const own = await foundWith('put-back', 2)
    const [first] = own.devices as [string]
    const pages = await readPages(own.company)
    const size = await inStoreOf(own.company, (sql) => newestOperation(sql).seq)
    const swarm = (
      await must((await own.as('Administrator'))(swarmCalls.create, { body: { name: 'Gone' } }))
    ).data
    await makeDevice(own.company, { name: 'Gone too', model, bkernel_version: '9.0.0' })
    await update(own.company, first, '1.9.0')
    await tellFleet(own.company)
    expect(await versionsOf(own.company)).toEqual({
      '1.0.0': 1,
      '1.9.0': 1,
      '2.9.4': 1,
      '9.0.0': 1,
    })
    // Put the store back, and its place with it, or that is beyond its newest change: either way it tells everything.
    await inStoreOf(own.company, (sql) => rewindStore(sql, size))
    await tellFleet(own.company)
    expect(await versionsOf(own.company)).toEqual({ '1.0.0': 1, '2.9.4': 1 })
    const swarms = await runInDurableObject(index(), (_, { storage }) =>
      storage.sql.exec('SELECT uuid FROM swarms WHERE uuid = ?', swarm.uuid).toArray(),
    )
    expect(swarms).toEqual([])
    await emptyStore(own.company)
    for (const page of pages) await must(sendPage(own.company, page))
    await runInDurableObject(objectOf(own.company), (_, { storage }) => storage.deleteAlarm())
    const order = { company_uuid: own.company, reason: 'drill' }
    await must(send(operatorStoreCalls.openRestored, { headers: operatorHeaders, body: order }))
    // Run its alarm, which was asked for when it was opened, to seal its trail: nobody writes.
    expect(await runDurableObjectAlarm(objectOf(own.company))).toBe(true)
    expect(await versionsOf(own.company)).toEqual({ '1.0.0': 2, '2.9.4': 1 })
  })

  it('ends when its company is closed, begins again when it is opened, and nothing is left after it was erased', async () => {
    const own = await foundWith('closes', 1)
    await tellFleet(own.company)
    expect(await listHeld()).toContain(own.company)
    const params = { id: own.company }
    await must(
      maker(companyCalls.delete, { params, body: { confirm: 'Lab closes', reason: 'ended' } }),
    )
    // Expect it not to be listed from now on, whatever the index knows.
    await expect(versionsOf(own.company)).rejects.toThrow('not listed')
    await runDurableObjectAlarm(objectOf(own.company))
    expect(await listHeld()).not.toContain(own.company)
    const body = { filters: { company_uuid: own.company } }
    const { data } = await must(maker(closingCalls.search, { body }))
    const id = data.data[0]?.uuid ?? ''
    await must(maker(closingCalls.reopen, { params: { id }, body: { reason: 'they stay' } }))
    await runDurableObjectAlarm(objectOf(own.company))
    expect(await versionsOf(own.company)).toMatchObject({ '1.0.0': 1 })
    // Close a company whose store could not leave when it was closed.
    await must(
      maker(companyCalls.delete, { params, body: { confirm: 'Lab closes', reason: 'ended' } }),
    )
    await eraseCompany({ env: env as unknown as Env, store: storeOf }, own.company, 'ended')
    expect(await listHeld()).not.toContain(own.company)
  })

  it('is not told while the region is being moved', async () => {
    const own = await foundWith('frozen', 1)
    await tellFleet(own.company)
    await update(own.company, own.devices[0] as string, '3.0.0')
    await runInDurableObject(objectOf(own.company), async (_, state) => {
      // Delete the alarm of the real one, which must not come in between.
      await state.storage.deleteAlarm()
      await new CompanyStore(state, { ...env, WRITES_FROZEN: '1' } as unknown as Env).alarm()
    })
    expect(await versionsOf(own.company)).toEqual({ '1.0.0': 1, '2.9.4': 1 })
    await runDurableObjectAlarm(objectOf(own.company))
    expect(await versionsOf(own.company)).toEqual({ '2.9.4': 1, '3.0.0': 1 })
  })
})

describe('A21-7: what devices say of updates, which changes no record', () => {
  const reportOf = (update?: object) => ({
    type: 'info' as const,
    info: { temperature: 21, uptime: 60, measured: { ...(update && { update }) } } as never,
  })
  const update = { version: '7.0.0', stage: 'downloading', share: 40 }
  const toldOf = (device: string) =>
    runInDurableObject(index(), (_, { storage }) => {
      const [row] = storage.sql
        .exec<{ fact: string }>('SELECT fact FROM devices WHERE uuid = ?', device)
        .toArray()
      return (JSON.parse(row?.fact ?? '{}') as { told: { share: number } | null }).told?.share
    })

  it('is reported after the store was started again, although it was kept in memory only', async () => {
    const own = await foundWith('restarted', 1)
    const [device] = own.devices as [string]
    await tellFleet(own.company)
    await runInDurableObject(objectOf(own.company), async (store, state) => {
      const real = store as unknown as CompanyStore
      real.keepReport(device, reportOf(update))
      // End the process before its alarm.
      await state.storage.deleteAlarm()
      await new FleetFeed(state.storage, env as unknown as Env, new Sql(state.storage, env)).keep()
    })
    expect(await toldOf(device)).toBe(40)
  })

  it('is forgotten when a device says nothing of an update any more', async () => {
    const own = await foundWith('given-up', 1)
    const [device] = own.devices as [string]
    const store = storeOf(own.company)
    await store.keepReport(device, reportOf(update))
    await tellFleet(own.company)
    expect(await toldOf(device)).toBe(40)
    await store.keepReport(device, reportOf())
    await runDurableObjectAlarm(objectOf(own.company))
    expect(await toldOf(device)).toBeUndefined()
  })
})

describe('issue 21: the index', () => {
  it('A21-8: goes on with a rebuild after the directory did not answer, however often', async () => {
    const next = await runInDurableObject(index(), async (_, state) => {
      const before = state.storage.kv.get('rebuild')
      const open = {
        begun_at: '2026-01-01T00:00:00.000Z',
        ended_at: null,
        asked: 0,
        failed: 0,
        after: '',
      }
      state.storage.kv.put('rebuild', open)
      await state.storage.deleteAlarm()
      const away = { ...env, DIRECTORY: {} } as unknown as Env
      await new FleetIndex(state, away).alarm()
      const alarm = await state.storage.getAlarm()
      state.storage.kv.put('rebuild', before)
      return alarm
    })
    expect((next ?? Infinity) - Date.now()).toBeLessThanOrEqual(60_000)
  })

  it('is rebuilt from the stores at any time, and shows what it knew until then', async () => {
    const own = await foundWith('rebuilt', 1)
    await tellFleet(own.company)
    const stranger = crypto.randomUUID()
    await runInDurableObject(index(), (_, { storage }) => {
      storage.sql.exec(`UPDATE devices SET version = '0.0.1' WHERE company = ?`, own.company)
      storage.sql.exec(`INSERT INTO companies VALUES (?, '', 5, '2026-01-01', 0)`, stranger)
    })
    expect(await versionsOf(own.company)).toEqual({ '0.0.1': 2 })
    const { rebuild: found, ...counts } = await rebuild()
    expect(await versionsOf(own.company)).toEqual({ '1.0.0': 1, '2.9.4': 1 })
    expect(await listHeld()).not.toContain(stranger)
    expect(found.asked).toBeGreaterThan(5)
    expect(counts.companies).toBe(new Set(await listHeld()).size)
    expect(counts.devices).toBeGreaterThan(5)
  })

  it('gets everything from a store whose rows it has lost', async () => {
    const own = await foundWith('forgotten', 1)
    await tellFleet(own.company)
    await fleetIndex(env as unknown as Env).forget(own.company)
    expect(await versionsOf(own.company)).toBeNull()
    await update(own.company, own.devices[0] as string, '4.0.0')
    await runDurableObjectAlarm(objectOf(own.company))
    expect(await versionsOf(own.company)).toEqual({ '2.9.4': 1, '4.0.0': 1 })
  })
})
