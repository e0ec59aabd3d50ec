// `fetch` is refused: devices of the local network are met without the service.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SeenDevice, SeenRun } from '../../web/local/seen-device.ts'
import { keepLocalDevice, readLocalDevice } from '../../web/local/local-devices.ts'
import { keepLocalRun, type KeptRun, readLocalRun } from '../../web/local/local-runs.ts'
import { closeRecords, openRecords, records } from '../../web/state/records.ts'
import { makeOrder } from '../devices/orders.ts'
import { uuidOf } from '../support/uuid-of.ts'

const user = uuidOf(Math.floor(Math.random() * 1e9) * 100 + 7)
const who = { uuid: user, company_uuid: uuidOf(500), scope: 's', permissions: [] }
const cube = uuidOf(77)

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no service'))
  await openRecords(who, () => undefined)
})
afterEach(async () => {
  await closeRecords()
  vi.restoreAllMocks()
})

const storeOf = () => records.peek()?.store as NonNullable<typeof records.value>['store']
const run = {
  analysis_uuid: uuidOf(3),
  name: 'Run',
  status: 'RUNNING' as const,
  reason: '',
  started_at: '2026-03-01T08:00:00.000Z',
  ended_at: null,
  measured: { AMP: 12, VAL: 0 },
  delivered: false,
}
const seen = (heardAt: number, AMP = 12): SeenDevice => ({
  hostname: 'cube-1',
  status: null,
  runs: [{ ...run, measured: { AMP, VAL: 0 } }],
  details: new Map(),
  heardAt,
  fault: null,
})

test('[CACHE-001] the last message of a device in the local network is in bCubesLocal, and is there when the page is opened again', async () => {
  expect(await readLocalDevice(storeOf(), cube)).toBeNull()
  await keepLocalDevice(storeOf(), cube, seen(1000))
  await closeRecords()
  await openRecords(who, () => undefined)
  expect(await readLocalDevice(storeOf(), cube)).toEqual(seen(1000))
  await keepLocalDevice(storeOf(), cube, seen(2000))
  expect((await readLocalDevice(storeOf(), cube))?.heardAt, 'nothing new: not written').toBe(1000)
  await keepLocalDevice(storeOf(), cube, seen(3000, 13))
  expect(await readLocalDevice(storeOf(), cube)).toEqual(seen(3000, 13))
})

test('it goes with the sign-out, as all that was read does', async () => {
  await keepLocalDevice(storeOf(), cube, seen(1000))
  await closeRecords({ leave: true })
  await openRecords(who, () => undefined)
  expect(await readLocalDevice(storeOf(), cube)).toBeNull()
})

test('a run that was fetched from a device is here when the page is opened again, and goes with the sign-out', async () => {
  expect(await readLocalRun(storeOf(), run.analysis_uuid)).toBeNull()
  const kept: KeptRun = {
    hostname: 'cube-1',
    fetchedAt: 1000,
    run: { run, order: makeOrder(), progress: {} as SeenRun['progress'], readings: [] },
  }
  await keepLocalRun(storeOf(), kept)
  await keepLocalRun(storeOf(), { ...kept, fetchedAt: 2000 })
  await closeRecords()
  await openRecords(who, () => undefined)
  expect(await readLocalRun(storeOf(), run.analysis_uuid)).toEqual({ ...kept, fetchedAt: 2000 })
  await closeRecords({ leave: true })
  await openRecords(who, () => undefined)
  expect(await readLocalRun(storeOf(), run.analysis_uuid)).toBeNull()
})
