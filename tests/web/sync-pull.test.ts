import { expect, test } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { permissions } from '../../domain/permissions.ts'
import { streamsOf } from '../../web/sync/streams.ts'
import {
  edgeWith,
  MemoryStore,
  noteOf,
  pulls,
  settle,
  startWorld,
  VirtualClock,
} from './sync-world.ts'
import { uuidOf } from '../support/uuid-of.ts'

test('[CACHE-003] pulls page by page; the mark says 0 before and the time after', async () => {
  const store = new MemoryStore()
  expect((await store.mark('analyses')).refreshed).toBe(0)
  const { edge, clock } = await startWorld({ edge: edgeWith(25), store, pageSize: 10 })
  expect(pulls(edge)).toEqual([
    'pull analysis newest 10',
    'pull analysis below 16 10',
    'pull analysis below 6 10',
    'pull analysis 25 10',
  ])
  expect(store.documents.size).toBe(25)
  expect(await store.mark('analyses')).toMatchObject({ seq: 25, refreshed: clock.now() })
})

test('[CACHE-004] [ERR-019] a table whose refresh failed is reported, stays empty and says -1 until one succeeds', async () => {
  const edge = edgeWith(3)
  edge.faults = [{ call: 'pull', fault: new Fault('network', '') }]
  const { store, clock, problems } = await startWorld({ edge })
  expect((await store.mark('analyses')).refreshed).toBe(-1)
  expect(store.documents.size).toBe(0)
  expect(problems).toContainEqual(expect.objectContaining({ what: 'page_failed' }))
  edge.faults = []
  await clock.pass(1000)
  expect((await store.mark('analyses')).refreshed).toBeGreaterThan(0)
  expect(store.documents.size).toBe(3)
})

test('[CONST-038] a page of 500, in the desktop app of 100', async () => {
  const { edge } = await startWorld()
  const desktop = await startWorld({ pageSize: 100 })
  expect([pulls(edge)[0], pulls(desktop.edge)[0]]).toEqual([
    'pull analysis newest 500',
    'pull analysis newest 100',
  ])
})

test('a table without permission is not asked for and stays empty', async () => {
  expect(streamsOf([])).toEqual([])
  const [methods] = streamsOf(['recipes.search'])
  expect(methods).toEqual({ name: 'methods', kinds: ['recipe'] })
  const all = streamsOf(permissions).flatMap(({ kinds }) => kinds)
  expect(all).toContain('bkit')
  // Expect a separate seq for the records that the provider keeps for all companies.
  expect(streamsOf(permissions).map(({ name }) => name)).toContain('kits@provider')
})

test('[CACHE-010] [CONST-033] a full refresh not within 30 s of the last one, nor while one runs', async () => {
  const { edge, sync, clock } = await startWorld()
  expect(sync.refresh()).toBe(false)
  await clock.pass(30_000)
  expect(sync.refresh()).toBe(false)
  await clock.pass(1)
  const before = pulls(edge).length
  expect(sync.refresh()).toBe(true)
  await settle()
  expect(pulls(edge)).toHaveLength(before + 1)
  await clock.pass(60_000)
  let open = () => undefined as void
  edge.faults = [{ call: 'pull', until: new Promise<void>((resolve) => (open = resolve)) }]
  expect(sync.refresh()).toBe(true)
  await clock.pass(60_000)
  expect(sync.refresh()).toBe(false)
  open()
})

test('hints that come during a pull are one more pull', async () => {
  const edge = edgeWith(1)
  const { sync } = await startWorld({ edge })
  const before = pulls(edge).length
  for (let hint = 0; hint < 10; hint += 1) sync.resync()
  await settle()
  expect(pulls(edge).length - before).toBe(2)
})

test('a failing page is asked for smaller, down to record by record; the bad record is set aside and the rest comes', async () => {
  const edge = edgeWith(30)
  edge.poison = 17
  const { store, clock, problems } = await startWorld({ edge, pageSize: 100 })
  await clock.pass(60_000)
  expect(store.documents.size).toBe(29)
  expect(problems).toContainEqual(expect.objectContaining({ what: 'record_set_aside', seq: 17 }))
  expect(await store.mark('analyses')).toMatchObject({ seq: 30, aside: [{ after: 16, to: 17 }] })
  expect(pulls(edge)).toContain('pull analysis 16 1')
})

test('a bad record with nothing behind it is had once it is well', async () => {
  const edge = edgeWith(3)
  edge.poison = 3
  const { store, clock, sync } = await startWorld({ edge, pageSize: 10 })
  await clock.pass(60_000)
  expect(store.documents.size).toBe(2)
  edge.poison = null
  sync.resync()
  await clock.pass(60_000)
  expect(store.documents.size).toBe(3)
})

test('an outage that looks like a bad record skips nothing', async () => {
  const edge = edgeWith(30)
  const broken = new Fault('internal', 'broken')
  edge.faults = [{ call: 'pull', fault: broken }]
  const { store, clock, sync } = await startWorld({ edge, pageSize: 100 })
  await clock.pass(20_000)
  // Bring the service back in the middle of the search for a bad record.
  edge.faults = [{ call: 'pull analysis 0', fault: broken, times: 3 }]
  await clock.pass(60_000)
  sync.refresh()
  await clock.pass(60_000)
  sync.resync()
  await clock.pass(1000)
  expect(store.documents.size).toBe(30)
  // Expect it not to make a long outage worse.
  expect(pulls(edge).length).toBeLessThan(60)
})

test.each([0, 1, 2, 3, 4, 5, 6, 7])(
  'a service that fails once more at try %i of the search for a bad record has nothing else skipped with it',
  async (at) => {
    const edge = edgeWith(30)
    edge.poison = 17
    const { store, clock, sync } = await startWorld({ edge, pageSize: 1 })
    await clock.pass(60_000)
    // Set a generation of the edge in which the search starts again, with a fault in it.
    const mark = await store.mark('analyses')
    store.marks.set('analyses', { ...mark, seq: 16, aside: [] })
    let searching = -1
    const { pull } = edge
    edge.pull = async (kinds, order) => {
      if (kinds[0] === 'analysis' && (searching >= 0 || order.after === 16)) searching += 1
      if (searching === at + 1) throw new Fault('internal', 'broken')
      return pull.call(edge, kinds, order)
    }
    sync.resync()
    await clock.pass(120_000)
    edge.put('late', { name: 'late', created_at: '' })
    sync.resync()
    await clock.pass(60_000)
    expect((await store.mark('analyses')).aside).toEqual([{ after: 16, to: 17 }])
    expect(store.documents.has('analysis|late')).toBe(true)
    expect(store.documents.size).toBe(30)
  },
)

test('one that still cannot be had keeps no other from being asked for again', async () => {
  const edge = edgeWith(30)
  edge.poison = 5
  const { store, clock, sync } = await startWorld({ edge, pageSize: 1 })
  await clock.pass(60_000)
  const mark = await store.mark('analyses')
  store.documents.delete(`analysis|${uuidOf(30)}`)
  store.marks.set('analyses', { ...mark, aside: [...mark.aside, { after: 29, to: 30 }] })
  sync.refresh()
  await clock.pass(60_000)
  expect((await store.mark('analyses')).aside).toEqual([{ after: 4, to: 5 }])
  expect(store.documents.size).toBe(29)
})

test('a region without a provider: what it would keep for all is empty, and known to be', async () => {
  const edge = edgeWith(1)
  edge.faults = [{ call: 'pull bkit', fault: new Fault('not_found', 'no provider') }]
  const permissions = ['bkits.search', 'analysis.search']
  const { store, sync } = await startWorld({ edge, permissions })
  expect((await store.mark('kits@provider')).pulledAt).toBeGreaterThan(0)
  expect(sync.status().pulledAt).not.toBeNull()
})

test('a record set aside is asked for again with each full refresh', async () => {
  const edge = edgeWith(30)
  edge.poison = 17
  const { store, clock, sync } = await startWorld({ edge })
  await clock.pass(60_000)
  edge.poison = null
  sync.refresh()
  await settle()
  expect(store.documents.size).toBe(30)
  expect((await store.mark('analyses')).aside).toEqual([])
})

test('a record that the store cannot take is set aside; the others of its page are taken', async () => {
  const store = new MemoryStore()
  store.unwritable = uuidOf(4)
  const { problems } = await startWorld({ store, edge: edgeWith(9) })
  expect(store.documents.size).toBe(8)
  expect(await store.mark('analyses')).toMatchObject({ seq: 9, aside: [{ after: 3, to: 4 }] })
  expect(problems).toMatchObject([{ what: 'record_set_aside', seq: 4 }])
})

test('a page of another view of the company is refused; the owner receives a notice and pulling ends', async () => {
  const edge = edgeWith(3)
  edge.scope = 'other'
  const { store, scopes, clock, sync } = await startWorld({ edge })
  expect(scopes).toEqual(['other'])
  expect(store.documents.size).toBe(0)
  sync.resync()
  await clock.pass(60_000)
  expect(scopes).toEqual(['other'])
})

test('a store that was put back from a copy is pulled from its begin; what waits stays', async () => {
  const edge = edgeWith(20)
  const { store, clock, sync } = await startWorld({ edge, pageSize: 5 })
  const id = `analysis|${uuidOf(3)}`
  const [held] = [store.documents.get(id)]
  // Park it long ago, so that it is not sent by itself in this test.
  const waits = { ...noteOf(1, 'hot'), state: 'refused' as const }
  if (held) store.documents.set(id, { ...held, pending: [waits], oldest: waits.made_at })
  edge.generation = 'second'
  edge.records = edge.records
    .filter(({ seq }) => seq <= 4)
    .map((one) => ({ ...one, body: { name: 'From the copy' } }))
  sync.resync()
  await clock.pass(1000)
  expect([...store.documents.values()].map(({ body }) => body?.['name'])).toEqual(
    Array(4).fill('From the copy'),
  )
  expect(store.documents.get(id)?.pending).toEqual([waits])
  expect(await store.mark('analyses')).toMatchObject({ seq: 4, generation: 'second' })
})

test('a kind that the service looks through only since now is pulled from its beginning', async () => {
  const edge = edgeWith(6)
  edge.kinds = ''
  const { store, clock, sync } = await startWorld({ edge, pageSize: 5 })
  const before = pulls(edge).length
  sync.resync()
  await clock.pass(1000)
  expect(pulls(edge).slice(before)).toEqual(['pull analysis 6 5'])
  edge.kinds = 'analysis'
  sync.resync()
  await clock.pass(1000)
  expect(pulls(edge).slice(before + 1)).toEqual([
    'pull analysis 6 5',
    'pull analysis newest 5',
    'pull analysis below 2 5',
    'pull analysis 6 5',
  ])
  expect(store.documents.size).toBe(6)
  // Expect no restart for fewer kinds.
  edge.kinds = ''
  edge.put(uuidOf(9), { name: 'Later' })
  sync.resync()
  await clock.pass(1000)
  expect(pulls(edge).at(-1)).toBe('pull analysis 6 5')
  expect(await store.mark('analyses')).toMatchObject({ seq: 7, kinds: '' })
})

test('a record outside the request is not kept, and holds up nothing', async () => {
  const edge = edgeWith(3)
  const own = edge.pull.bind(edge)
  edge.pull = async (...given) => {
    const page = await own(...given)
    const [first] = page.records
    return first ? { ...page, records: [{ ...first, kind: 'bench' }, ...page.records] } : page
  }
  const { store } = await startWorld({ edge })
  expect([...store.documents.values()].map(({ kind }) => kind)).toEqual(Array(3).fill('analysis'))
  expect(await store.mark('analyses')).toMatchObject({ seq: 3 })
})

test('a record that the provider keeps for all is asked for at its home', async () => {
  const { edge } = await startWorld({ permissions: ['bkits.search'] })
  // Expect the laboratory's own records of lots too, which need the same permission and are at home in the company.
  expect(pulls(edge)).toEqual(['pulls lab_lot bkit@'])
  edge.oneByOne = true
  const { edge: older } = await startWorld({ edge, permissions: ['bkits.search'] })
  expect(pulls(older).slice(2)).toEqual([
    'pull lab_lot newest 500',
    'pull bkit newest 500 provider',
  ])
})

test('backs off while nothing answers, and a hint shortens the wait, but not below a second', async () => {
  const edge = edgeWith(1)
  edge.faults = [{ call: 'pull', fault: new Fault('network', '') }]
  const { clock, sync } = await startWorld({ edge })
  await clock.pass(31_500)
  const before = pulls(edge).length
  for (let hint = 0; hint < 50; hint += 1) {
    sync.resync()
    await clock.pass(10)
  }
  expect(pulls(edge).length - before).toBeLessThanOrEqual(1)
  edge.faults = []
  sync.resync()
  await clock.pass(1000)
  expect(edge.calls.at(-1)).toBe('pull analysis newest 500')
})

test('a tab that was overtaken does not move the mark back', async () => {
  const store = new MemoryStore()
  const clock = new VirtualClock()
  const edge = edgeWith(20)
  await Promise.all([
    startWorld({ store, clock, edge, pageSize: 5 }),
    startWorld({ store, clock, edge, pageSize: 5 }),
  ])
  expect((await store.mark('analyses')).seq).toBe(20)
  expect(store.documents.size).toBe(20)
})
