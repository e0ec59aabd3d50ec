import { expect, test } from 'vitest'
import { type Edge, edgeWith, MemoryStore, pulls, settle, startWorld } from './sync-world.ts'
import { uuidOf } from '../support/uuid-of.ts'

/** Let the edge's calls that begin so wait; return how to end that. */
function hold(edge: Edge, call: string): () => Promise<void> {
  let open = () => undefined as void
  edge.faults = [{ call, until: new Promise<void>((resolve) => (open = resolve)) }]
  return async () => {
    edge.faults = []
    open()
    await settle()
  }
}

const namesOf = ({ documents }: MemoryStore) =>
  [...documents.values()].map(({ body }) => body?.['name'])

test('the first pull shows the newest page first, and says how far back it has come', async () => {
  const edge = edgeWith(0)
  for (let one = 1; one <= 25; one += 1)
    edge.put(uuidOf(one), { name: `Plate ${one}`, updated_at: `2026-02-${one + 2}` })
  const goOn = hold(edge, 'pull analysis below 16')
  const { store, sync } = await startWorld({ edge, pageSize: 10 })
  expect(namesOf(store)).toEqual(Array.from({ length: 10 }, (_, at) => `Plate ${25 - at}`))
  expect(await store.mark('analyses')).toMatchObject({
    seq: 0,
    pulledAt: 0,
    first: { newest: 25, below: 16, since: '2026-02-18' },
  })
  expect(sync.status().pulledAt).toBeNull()
  await goOn()
  expect(store.documents.size).toBe(25)
  const { first, seq } = await store.mark('analyses')
  expect([first, seq]).toEqual([undefined, 25])
})

test('what changes during the first pull comes before what is old, and nothing of it is lost', async () => {
  const edge = edgeWith(40)
  const goOn = hold(edge, 'pull analysis below 31')
  const { store, sync } = await startWorld({ edge, pageSize: 10 })
  // Change an old record that is still to come and one that is here, add a new one, and delete two.
  edge.put(uuidOf(3), { name: 'Changed' })
  edge.put(uuidOf(35), { name: 'Changed' })
  edge.put(uuidOf(41), { name: 'New' })
  edge.put(uuidOf(4), null)
  edge.put(uuidOf(36), null)
  sync.resync()
  await goOn()
  expect(pulls(edge).slice(1, 4)).toEqual([
    'pull analysis below 31 10',
    'pull analysis 40 10',
    'pull analysis below 21 10',
  ])
  const expected = edge.records.filter(({ body }) => body !== null)
  expect(store.documents.size).toBe(39)
  for (const { uuid, seq, body } of expected)
    expect(store.documents.get(`analysis|${uuid}`)).toMatchObject({ seq, body })
  expect(await store.mark('analyses')).toMatchObject({ seq: 45 })
})

test('a first pull that was cut short goes on where it was, after what is new', async () => {
  const edge = edgeWith(30)
  const goOn = hold(edge, 'pull analysis below 11')
  const first = await startWorld({ edge, pageSize: 10 })
  first.sync.stop()
  await goOn()
  const { store, clock } = first
  expect(store.documents.size).toBe(20)
  edge.put(uuidOf(31), { name: 'New' })
  edge.calls = []
  await startWorld({ edge, store, clock, pageSize: 10 })
  expect(pulls(edge)).toEqual([
    'pull analysis 30 10',
    'pull analysis below 11 10',
    'pull analysis 31 10',
  ])
  expect(store.documents.size).toBe(31)
})

test('an older service is pulled in rising order, also from the middle of a first pull', async () => {
  const edge = edgeWith(30)
  edge.onlyRises = true
  const { store, problems } = await startWorld({ edge, pageSize: 10 })
  expect([store.documents.size, problems]).toEqual([30, []])
  const mark = { ...(await store.mark('analyses')), seq: 0, pulledAt: 0 }
  const half = new MemoryStore()
  half.marks.set('analyses', { ...mark, first: { newest: 30, below: 21, since: '' } })
  await startWorld({ edge, store: half, pageSize: 10 })
  expect(half.documents.size).toBe(30)
  expect((await half.mark('analyses')).first).toBeUndefined()
})

test('a page of a version that knows rising order only pulls everything behind a half-done first pull', async () => {
  const edge = edgeWith(30)
  const goOn = hold(edge, 'pull analysis below 21')
  const { store, sync, clock } = await startWorld({ edge, pageSize: 10 })
  sync.stop()
  await goOn()
  // Read the mark as that version does: by its `seq` alone.
  const { seq } = await store.mark('analyses')
  expect(seq).toBe(0)
  // Write its mark after a page, which names no first pull: the next version believes it.
  await store.takePage('analyses', edge.records.slice(0, 10), {
    from: await store.mark('analyses'),
    to: { seq: 10, refreshed: 0, pulledAt: 0, aside: [], generation: '', kinds: 'analysis' },
  })
  await startWorld({ edge, store, clock, pageSize: 10 })
  expect(store.documents.size).toBe(30)
})

test('a store that was put back in the middle of a first pull is pulled from its newest again', async () => {
  const edge = edgeWith(30)
  const goOn = hold(edge, 'pull analysis below 21')
  const { store, clock } = await startWorld({ edge, pageSize: 10 })
  edge.generation = 'second'
  edge.records = edge.records.filter(({ seq }) => seq <= 12)
  await goOn()
  await clock.pass(1000)
  expect(store.documents.size).toBe(12)
  expect(await store.mark('analyses')).toMatchObject({ seq: 12, generation: 'second' })
})
