import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hearStops, heardStops, readStops, refuseLot } from '../../devices/lot-stops.ts'
import { keepTrust } from '../../devices/lan/trust.ts'
import { openStore } from '../../devices/store.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import type { RunOrder } from '../../domain/live/command.ts'
import {
  collectStops,
  type LotStop,
  type LotStops,
  markOf,
  noStops,
  type SignedStops,
  stopsText,
} from '../../domain/rules/lot-stops.ts'
import { followDevices } from '../../web/lan/follow.ts'
import {
  type LanDevice,
  type LanEdge,
  makeHolder,
  startLanDevice,
  startLanEdge,
} from './lan-bench.ts'
import { company } from './releases.ts'
import { makeOrder, uuidOf } from './orders.ts'

let edge: LanEdge
let cube: LanDevice
let holder: Awaited<ReturnType<typeof makeHolder>>
beforeAll(async () => {
  edge = await startLanEdge()
  holder = await makeHolder(edge)
  cube = await startLanDevice(edge, holder, { speed: 200 })
  // Take the service away from here on: the device hears from pages alone.
  edge.down = true
}, 40_000)
afterAll(async () => {
  await cube.remove()
  await edge.close()
})

const bkit_uuid = uuidOf(70)
const list = (minute: number, lots: Record<string, LotStop>): LotStops => ({
  mark: markOf(`2026-11-26T18:${String(minute).padStart(2, '0')}:00.000Z`, minute),
  lots: collectStops(Object.entries(lots).map(([lot, state]) => ({ bkit_uuid, lot, state }))),
})
const signed = (provider: LotStops, own: LotStops = noStops, of = company): SignedStops => ({
  company: of,
  provider,
  own,
  signature: edge.signText(stopsText({ company: of, provider, own })),
})
const kitOf = (lot: string, use_by: string | null = '2099-12-31'): RunOrder['kit'] => ({
  bkit_uuid,
  lot,
  use_by,
})
const load = async (lot: string, use_by?: string) => {
  const order = { ...makeOrder({ analysis: uuidOf(71) }), swarm_uuid: uuidOf(40) }
  const params = { order: { ...order, kit: kitOf(lot, use_by) } }
  return cube.call(lanCalls.loadRecipe, params).then(
    () => null,
    (error: { first: { reason?: string } }) => error.first.reason,
  )
}

test('a device without the service refuses a lot as soon as a page has handed it the signed hold, and after a restart', async () => {
  const held = signed(list(10, { 'L-7': 'held' }), list(3, { 'L-8': 'held' }))
  // Follow the device from a page, which hands over what the device has not heard.
  const following = followDevices([cube.hostname], {
    known: () => null,
    onChange: () => undefined,
    call: (_hostname, row, params) => cube.call(row, params),
    stops: async () => held,
    every: () => () => undefined,
  })
  await following.ask()
  following.stop()
  const marks = { provider: held.provider.mark, own: held.own.mark }
  expect((await cube.call(lanCalls.status, {})).lots).toEqual(marks)
  expect([await load('l-7'), await load('L-8')]).toEqual(['lot_stopped', 'lot_stopped'])
  expect(await load('L-9', '2020-01-31')).toBe('lot_expired')
  await cube.call(lanCalls.reboot, {})
  await cube.until(async () => {
    const status = await cube.call(lanCalls.status, {}).catch(() => null)
    return status !== null && status.status.uptime < 5 && cube.output().split(' on, ').length > 2
  })
  expect(await load('L-7')).toBe('lot_stopped')
  expect(await load('L-9')).toBeNull()
})

test('a list that is not signed by the service for this company changes nothing', async () => {
  const good = signed(list(20, { 'L-7': 'held' }))
  const refused = async (lists: SignedStops) =>
    cube.call(lanCalls.lotStops, lists).then(
      () => null,
      (error: { first: { reason?: string } }) => error.first.reason,
    )
  const forged = { ...good, provider: { ...good.provider, lots: {} } }
  expect(await refused(forged)).toBe('lan_pass_company')
  // Change the first sign: the last ones are zeros in one signature of sixteen.
  const first = good.signature.startsWith('A') ? 'B' : 'A'
  const signature = `${first}${good.signature.slice(1)}`
  expect(await refused({ ...good, signature })).toBe('lan_pass_company')
  expect(await refused(signed(list(20, {}), noStops, uuidOf(99)))).toBe('lan_pass_company')
})

const freshStore = () => openStore(mkdtempSync(join(tmpdir(), 'bapp-lots-')))
const key = () => ({
  company_uuid: company,
  lan_key: edge.key,
  server_time: '2026-11-26T18:00:00.000Z',
})

test('of two lists the later one of each place holds, in whatever order they are heard', () => {
  const store = freshStore()
  const older = signed(list(10, { 'L-1': 'held' }), list(30, {}))
  const newer = signed(list(20, {}), list(5, { 'L-2': 'held' }))
  // Refuse both before the hello, when the device knows no key.
  expect(hearStops(store, older)).toBe(false)
  keepTrust(store, key())
  const reason = (lot: string) => refuseLot(store, kitOf(lot))
  expect(hearStops(store, newer)).toBe(true)
  expect([reason('L-1'), reason('L-2')]).toEqual([null, 'lot_stopped'])
  hearStops(store, older)
  // Keep the provider's later list, and take the company's later one.
  expect([reason('L-1'), reason('L-2')]).toEqual([null, null])
  expect(heardStops(store)).toEqual({ provider: newer.provider.mark, own: older.own.mark })
  store.close()
})

test('a device that goes to another company forgets the lists of the one before', () => {
  const store = freshStore()
  keepTrust(store, key())
  hearStops(store, signed(list(10, { 'L-1': 'withdrawn' })))
  expect(refuseLot(store, kitOf('L-1'))).toBe('lot_stopped')
  keepTrust(store, { ...key(), company_uuid: uuidOf(99) })
  expect(readStops(store)).toEqual({ provider: noStops, own: noStops })
  const other = signed(list(1, { 'L-2': 'held' }), noStops, uuidOf(99))
  expect(hearStops(store, other)).toBe(true)
  expect([refuseLot(store, kitOf('L-1')), refuseLot(store, kitOf('L-2'))]).toEqual([
    null,
    'lot_stopped',
  ])
  store.close()
})

test('a kit past its day is refused unless a person has said why it is used', () => {
  const store = freshStore()
  keepTrust(store, key())
  expect(refuseLot(store, kitOf('L-1', '2026-01-31'))).toBe('lot_expired')
  expect(refuseLot(store, kitOf('L-1', null))).toBeNull()
  expect(refuseLot(store, undefined)).toBeNull()
  store.close()
})
