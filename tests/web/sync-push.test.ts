import { expect, test } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import {
  createOf,
  documentOf,
  Edge,
  MemoryStore,
  noteOf,
  settle,
  startWorld,
  VirtualClock,
} from './sync-world.ts'
import { uuidOf } from '../support/uuid-of.ts'

function worldWith(...documents: ReturnType<typeof documentOf>[]) {
  const store = new MemoryStore()
  for (const document of documents) store.documents.set(document.id, document)
  return { store, edge: new Edge(), clock: new VirtualClock() }
}

const pushes = (edge: Edge) => edge.calls.filter((call) => !call.startsWith('pull'))
const pendingOf = (store: MemoryStore, number: number) =>
  store.documents.get(`analysis|${uuidOf(number)}`)?.pending ?? []

test('[STATE-018] [STATE-019] an analysis of this machine is looked up, created with its operation id, and read back', async () => {
  const { edge, store } = await startWorld(worldWith(documentOf(1, createOf(1))))
  expect(pushes(edge)).toEqual([
    `find ${uuidOf(1)}`,
    `create ${uuidOf(1)} ${uuidOf(10_001)}`,
    `find ${uuidOf(1)}`,
    `standing ${uuidOf(1)}`,
  ])
  expect(pendingOf(store, 1)).toEqual([])
})

test('[STATE-019] it is acknowledged with its seq, so that an older page does not replace it', async () => {
  const world = worldWith(documentOf(1, createOf(1)))
  for (const number of [2, 3, 4]) world.edge.put(uuidOf(number), { name: 'other' })
  const { edge, store } = await startWorld(world)
  const at = edge.records.find(({ uuid }) => uuid === uuidOf(1))?.seq
  expect(at).toBe(4)
  expect(store.documents.get(`analysis|${uuidOf(1)}`)?.seq).toBe(at)
  // Ask an edge that cannot tell: the next pull takes its place.
  const other = worldWith(documentOf(1, createOf(1)))
  other.edge.standing = () => Promise.resolve(null)
  other.edge.pull = () => Promise.reject(new Fault('network', 'away'))
  await startWorld(other)
  expect(other.store.documents.get(`analysis|${uuidOf(1)}`)).toMatchObject({ seq: 1, pending: [] })
})

test('[STATE-021] the copy of this machine goes when the edge has read it back the same, in one write with the record', async () => {
  const { store } = await startWorld(worldWith(documentOf(1, createOf(1))))
  expect(await store.waiting()).toEqual([])
  expect(store.documents.get(`analysis|${uuidOf(1)}`)?.body?.['name']).toBe('Plate 1')
  expect(store.writes).toEqual([`analysis|${uuidOf(1)} waiting1`, `analysis|${uuidOf(1)} `])
})

test('[STATE-018] one whose answer was lost is found and not made twice', async () => {
  const world = worldWith(documentOf(1, createOf(1)))
  world.edge.faults = [{ call: 'find', times: 1 }]
  const edge = world.edge
  const { createAnalysis } = edge
  edge.createAnalysis = async (input, opId) => {
    await createAnalysis.call(edge, input, opId)
    throw new Fault('network', 'gone')
  }
  const { clock, store } = await startWorld(world)
  edge.createAnalysis = createAnalysis
  await clock.pass(2000)
  expect(edge.calls.filter((call) => call.startsWith('create'))).toHaveLength(1)
  expect(pendingOf(store, 1)).toEqual([])
})

test('a record that the edge has under the same id with another content is refused and kept', async () => {
  const world = worldWith(documentOf(1, createOf(1), noteOf(1, 'hot')))
  world.edge.put(uuidOf(1), {
    ...createOf(1).shown,
    name: 'Of somebody else',
    method: { recipe_uuid: uuidOf(900), protocol_uuid: null },
  })
  const { store, clock, edge } = await startWorld(world)
  await clock.pass(60_000)
  const states = pendingOf(store, 1).map(({ state, fault }) => [state, fault?.reason])
  expect(states).toEqual([
    ['refused', 'other_content'],
    ['refused', 'other_content'],
  ])
  expect(edge.calls.filter((call) => call.startsWith('create'))).toEqual([])
})

test('operations of a record are sent one after the other, those of others beside it, four at once', async () => {
  const documents = [1, 2, 3, 4, 5, 6].map((one) =>
    documentOf(one, createOf(one), noteOf(one, 'x')),
  )
  const world = worldWith(...documents)
  let open = () => undefined as void
  const until = new Promise<void>((resolve) => (open = resolve))
  world.edge.faults = [{ call: 'find', until }]
  const { edge, store } = await startWorld(world)
  expect(pushes(edge)).toHaveLength(4)
  edge.faults = []
  open()
  await settle()
  for (const one of [1, 2, 3, 4, 5, 6]) {
    expect(pendingOf(store, one)).toEqual([])
    const mine = pushes(edge).filter((call) => call.includes(uuidOf(one)))
    expect(mine.map((call) => call.split(' ')[0])).toEqual([
      'find',
      'create',
      'find',
      'standing',
      'merge',
    ])
  }
})

test('one that is refused or fails holds up no other record', async () => {
  const world = worldWith(documentOf(1, createOf(1)), documentOf(2, createOf(2)))
  world.edge.faults = [{ call: `find ${uuidOf(1)}`, fault: new Fault('internal', 'broken') }]
  const { store } = await startWorld(world)
  expect(pendingOf(store, 1).map(({ state }) => state)).toEqual(['waiting'])
  expect(pendingOf(store, 2)).toEqual([])
})

test('waits longer with each try, is parked after eight, and goes on as soon as the service answers', async () => {
  const world = worldWith(documentOf(1, createOf(1)))
  const down = new Fault('network', 'gone')
  world.edge.faults = [
    { call: 'find', fault: down },
    { call: 'pull', fault: down },
  ]
  const { store, clock, edge, sync } = await startWorld(world)
  const tries = () => pushes(edge).length
  expect(tries()).toBe(1)
  // Wait half of 1, 2, 4, 8, 16, 32 and 60 s, the middle of the jitter.
  for (const [at, ms] of [500, 1000, 2000, 4000, 8000, 16_000, 30_000].entries()) {
    await clock.pass(ms - 1)
    expect(tries()).toBe(at + 1)
    await clock.pass(1)
    expect(tries()).toBe(at + 2)
  }
  expect(pendingOf(store, 1)[0]).toMatchObject({ state: 'parked', tries: 8 })
  await clock.pass(600_000)
  expect(tries()).toBe(8)
  edge.faults = []
  sync.resync()
  await clock.pass(1000)
  expect(pendingOf(store, 1)).toEqual([])
})

test.each(['session_expired', 'not_signed_in', 'offline'] as const)(
  '%s counts no second try and is sent when the service answers again',
  async (code) => {
    const world = worldWith(documentOf(1, createOf(1)))
    world.edge.faults = [
      { call: 'find', fault: new Fault(code, '') },
      { call: 'pull', fault: new Fault(code, '') },
    ]
    const { store, clock, edge, sync } = await startWorld(world)
    await clock.pass(3_600_000)
    // Keep it as one that was sent, since it may have got through before: so no later edit is put into it.
    expect(pendingOf(store, 1)[0]).toMatchObject({ state: 'waiting', tries: 1 })
    edge.faults = []
    sync.resync()
    await clock.pass(1000)
    expect(pendingOf(store, 1)).toEqual([])
  },
)

test.each(['too_many', 'wrong_region', 'timeout', 'device_unreachable', 'internal'] as const)(
  '%s is tried again',
  async (code) => {
    const world = worldWith(documentOf(1, createOf(1)))
    world.edge.faults = [{ call: 'find', fault: new Fault(code, ''), times: 1 }]
    const { store, clock } = await startWorld(world)
    expect(pendingOf(store, 1)[0]?.state).toBe('waiting')
    await clock.pass(60_000)
    expect(pendingOf(store, 1)).toEqual([])
  },
)

test.each(['invalid', 'forbidden', 'refused', 'not_found', 'taken', 'stale'] as const)(
  '%s is final: the edit stays, is shown as refused and is not sent again',
  async (code) => {
    const world = worldWith(documentOf(1, noteOf(1, 'hot')))
    world.edge.faults = [{ call: 'merge', fault: new Fault(code, 'no') }]
    const { store, clock, edge } = await startWorld(world)
    await clock.pass(600_000)
    expect(pendingOf(store, 1)).toMatchObject([{ state: 'refused', fault: { code } }])
    expect(pushes(edge)).toHaveLength(1)
  },
)

test('a retry by hand sends what waits at once', async () => {
  const world = worldWith(documentOf(1, createOf(1)), documentOf(2, createOf(2)))
  world.edge.faults = [{ call: 'find', fault: new Fault('timeout', ''), times: 2 }]
  const { store, edge, sync } = await startWorld(world)
  // Keep the service from telling by itself that it answers.
  edge.faults = [{ call: 'pull', fault: new Fault('timeout', '') }]
  await sync.retry(`analysis|${uuidOf(2)}`)
  await settle()
  expect(pendingOf(store, 2)).toEqual([])
})

test('a stopped engine writes nothing any more; another one takes up what was under way', async () => {
  const world = worldWith(documentOf(1, createOf(1)))
  let open = () => undefined as void
  world.edge.faults = [
    { call: 'create', until: new Promise<void>((resolve) => (open = resolve)), times: 1 },
  ]
  const { store, sync, edge, clock } = await startWorld(world)
  sync.stop()
  open()
  await settle()
  expect(pendingOf(store, 1)).toMatchObject([{ state: 'waiting', tries: 1 }])
  await startWorld({ store, edge, clock })
  expect(pendingOf(store, 1)).toEqual([])
})

test('two engines on one store lose nothing and end', async () => {
  const documents = [1, 2, 3].map((one) => documentOf(one, createOf(one), noteOf(one, 'x')))
  const world = worldWith(...documents)
  await Promise.all([startWorld(world), startWorld(world)])
  await world.clock.pass(60_000)
  expect(await world.store.waiting()).toEqual([])
  for (const one of [1, 2, 3]) {
    const held = world.edge.records.find(({ uuid }) => uuid === uuidOf(one))
    expect(held?.body?.['notebook']).toBe('x')
  }
})

test('an edit added while an operation is under way is sent after it', async () => {
  const world = worldWith(documentOf(1, createOf(1)))
  let open = () => undefined as void
  world.edge.faults = [
    { call: 'create', until: new Promise<void>((resolve) => (open = resolve)), times: 1 },
  ]
  const { store, sync, edge } = await startWorld(world)
  await store.change(`analysis|${uuidOf(1)}`, (document) => {
    return document && { ...document, pending: [...document.pending, noteOf(7, 'late')] }
  })
  sync.poke()
  await settle()
  open()
  await settle()
  expect(pendingOf(store, 1)).toEqual([])
  expect(edge.records[0]?.body?.['notebook']).toBe('late')
})
