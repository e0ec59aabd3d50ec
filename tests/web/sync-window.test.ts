import { expect, test } from 'vitest'
import { isWindow } from '../../web/sync/mark.ts'
import { type Edge, edgeWith, MemoryStore, pulls, startWorld } from './sync-world.ts'
import { uuidOf } from '../support/uuid-of.ts'

const small = { pageSize: 10, window: 20 }

/** Return an edge with 60 analyses that have ended but two, and with an old study. */
function longEdge(): Edge {
  const edge = edgeWith(0)
  edge.put(uuidOf(500), { name: 'Old study' }, 'study')
  for (let one = 2; one <= 60; one += 1) {
    const status = one === 5 ? 'INIT' : one === 9 ? 'RUNNING' : 'COMPLETE'
    edge.put(uuidOf(one), { name: `Plate ${one}`, status, updated_at: `at ${one}` })
  }
  return edge
}

const namesOf = ({ documents }: MemoryStore) =>
  [...documents.values()].map(({ body }) => String(body?.['name']))

const newest = (from: number, to = 60) =>
  Array.from({ length: to - from + 1 }, (_, at) => `Plate ${to - at}`)

test('issue 21: the first pull ends with a window, and brings what has not ended, and studies, from below it', async () => {
  const edge = longEdge()
  const { store, sync, clock } = await startWorld({ edge, ...small })
  expect(namesOf(store)).toEqual([...newest(41), 'Plate 9', 'Plate 5', 'Old study'])
  const mark = await store.mark('analyses')
  expect(mark).toMatchObject({ seq: 0, pulledAt: clock.now() })
  expect(mark.first).toEqual({
    newest: 60,
    below: 41,
    since: 'at 41',
    taken: 20,
    most: 20,
    open: 0,
  })
  expect(isWindow(mark.first)).toBe(true)
  expect(sync.status().pulledAt).toBe(clock.now())
  edge.calls = []
  await clock.pass(60_000)
  sync.resync()
  await clock.pass(1000)
  // Expect one question: the window is not read again.
  expect(pulls(edge)).toEqual(['pull analysis 60 10'])
})

test('issue 21: a company with no more than the window has no window', async () => {
  const edge = edgeWith(20)
  const { store } = await startWorld({ edge, ...small })
  const { seq, first } = await store.mark('analyses')
  expect([store.documents.size, seq, first]).toEqual([20, 20, undefined])
})

test('issue 21: what changes behind a window arrives: an old record, a deletion, a run that ends', async () => {
  const edge = longEdge()
  const { store, sync, clock } = await startWorld({ edge, ...small })
  edge.put(uuidOf(3), { name: 'Changed', status: 'COMPLETE' })
  edge.put(uuidOf(9), { name: 'Plate 9', status: 'COMPLETE' })
  edge.put(uuidOf(50), null)
  edge.put(uuidOf(5), null)
  sync.resync()
  await clock.pass(1000)
  expect(store.documents.size).toBe(22)
  expect(store.documents.get(`analysis|${uuidOf(3)}`)?.body).toMatchObject({ name: 'Changed' })
  expect(store.documents.get(`analysis|${uuidOf(9)}`)?.body).toMatchObject({ status: 'COMPLETE' })
  expect((await store.mark('analyses')).first).toMatchObject({ newest: 64, below: 41 })
})

test('issue 21: older ones come on request, as many again, and in the end all', async () => {
  const edge = longEdge()
  const { store, sync, clock } = await startWorld({ edge, ...small })
  edge.calls = []
  sync.fetchOlder()
  await clock.pass(1000)
  expect(pulls(edge)).toEqual([
    'pull analysis 60 10',
    'pull analysis below 41 10',
    'pull analysis below 31 10',
    'pull analysis 60 10',
  ])
  expect((await store.mark('analyses')).first).toMatchObject({ below: 21, most: 40, open: 0 })
  expect(namesOf(store).filter((name) => name.startsWith('Plate'))).toHaveLength(42)
  for (const _ of [1, 2]) {
    sync.fetchOlder()
    await clock.pass(1000)
  }
  expect(store.documents.size).toBe(60)
  const { seq, first } = await store.mark('analyses')
  expect([seq, first]).toEqual([60, undefined])
})

test('issue 21: an older service, which cannot choose what has not ended, is pulled to its oldest', async () => {
  const edge = longEdge()
  edge.knowsNoOpen = true
  const { store, problems } = await startWorld({ edge, ...small })
  expect([store.documents.size, problems]).toEqual([60, []])
  expect(await store.mark('analyses')).toMatchObject({ seq: 60 })
})

test('issue 21: a window that was cut short goes on where it was', async () => {
  const edge = longEdge()
  edge.faults = [{ call: 'pull analysis open', until: new Promise(() => undefined) }]
  const { store, sync, clock } = await startWorld({ edge, ...small })
  const cut = await store.mark('analyses')
  expect([isWindow(cut.first), cut.pulledAt, sync.status().pulledAt]).toEqual([false, 0, null])
  sync.stop()
  edge.faults = []
  edge.calls = []
  await startWorld({ edge, store, clock, ...small })
  expect(pulls(edge)).toEqual([
    'pull analysis 60 10',
    'pull analysis open below 41 10',
    'pull analysis 60 10',
  ])
  expect(isWindow((await store.mark('analyses')).first)).toBe(true)
})

test('issue 21: a first pull that an older version began ends with a window; one that knows no window pulls all', async () => {
  const edge = longEdge()
  const half = new MemoryStore()
  const kinds = 'analysis,study'
  const fresh = { seq: 0, refreshed: 0, pulledAt: 0, aside: [], generation: '', kinds }
  half.marks.set('analyses', { ...fresh, first: { newest: 60, below: 61, since: '' } })
  const { store } = await startWorld({ edge, store: half, ...small })
  const { first, ...mark } = await store.mark('analyses')
  expect(first).toMatchObject({ below: 41, taken: 20, most: 20, open: 0 })
  // Read the mark as a version of 29 November does, and as one before it, which knows `seq` alone.
  const { newest: top = 0, below = 0, since = '' } = first ?? {}
  for (const seen of [{ first: { newest: top, below, since } }, {}]) {
    const before = new MemoryStore()
    before.documents = new Map(store.documents)
    before.marks.set('analyses', { ...mark, ...seen })
    const world = await startWorld({ edge, store: before, pageSize: 10, window: 1e9 })
    await world.clock.pass(1000)
    expect(before.documents.size).toBe(60)
    expect(await before.mark('analyses')).toMatchObject({ seq: 60 })
  }
})

test('issue 21: a store that was put back has another window', async () => {
  const edge = longEdge()
  const { store, sync, clock } = await startWorld({ edge, ...small })
  edge.generation = 'second'
  edge.records = edge.records.filter(({ seq }) => seq <= 40)
  sync.resync()
  await clock.pass(1000)
  expect(namesOf(store)).toEqual([...newest(21, 40), 'Plate 9', 'Plate 5', 'Old study'])
  const { first, generation } = await store.mark('analyses')
  expect([first?.newest, first?.below, generation]).toEqual([40, 21, 'second'])
})
