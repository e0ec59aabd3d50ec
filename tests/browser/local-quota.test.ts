// The full disk is made here by refused writes: a real quota is one for all tests of this browser, which run side by side.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { newDocument } from '../../domain/sync/document.ts'
import type { Pending } from '../../domain/sync/pending.ts'
import { type LocalDatabase, openDatabase } from '../../web/local/database.ts'
import { LocalStore } from '../../web/local/document-store.ts'
import { dropColdAnalyses, openScope } from '../../web/local/empty-tables.ts'
import { makeRoom } from '../../web/local/reserve.ts'
import { analysisRecord } from './local-bench-records.ts'
import { uuidOf } from '../support/uuid-of.ts'

let database: LocalDatabase
let store: LocalStore
/** Names of the copies that were given up so far. */
let given: string[] = []
/** Writes fit once so much has been given up. */
let needed = 0

beforeEach(async () => {
  given = []
  needed = 0
  database = await openDatabase({
    user: uuidOf(Math.floor(Math.random() * 1e11)),
    company: uuidOf(500),
  })
  const room = makeRoom([
    () => Promise.resolve(void given.push('files')),
    async () => {
      given.push('cold')
      await dropColdAnalyses(database)
    },
  ])
  await room.fill()
  const make = async () => {
    const before = await caches.has('reserve')
    const more = await room.make()
    if (before && !(await caches.has('reserve'))) given.push('reserve')
    return more
  }
  store = new LocalStore(database, { make })
  await openScope(database, 'scope')
  for (const name of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[name]
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      ...row
    ) {
      const mine = this.name === 'docs' && given.length < needed
      if (mine) throw new DOMException('no room', 'QuotaExceededError')
      return write.apply(this, row)
    })
  }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await caches.delete('reserve')
  store.close()
  await database.close()
})

function save(number: number) {
  const operation: Pending = {
    op_id: uuidOf(number),
    made_at: '2026-03-01T00:00:00.000Z',
    type: 'merge',
    base_seq: 0,
    changes: [{ field: 'notebook', from: '', to: 'hot' }],
    tries: 0,
    next_at: 0,
    state: 'waiting',
    fault: null,
  }
  return store.change(`analysis|${uuidOf(number)}`, (document) => ({
    ...(document ?? newDocument('analysis', uuidOf(number), '2026-03-01T00:00:00.000Z')),
    pending: [operation],
    oldest: operation.made_at,
  }))
}

const records = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => analysisRecord(from + at))
const markAt = (seq: number) => ({ seq, refreshed: 1, pulledAt: 1, aside: [] })

test('waiting edits get the reserve first, and nothing else where that is enough', async () => {
  needed = 1
  await save(1)
  expect(given).toEqual(['reserve'])
  expect(await store.waiting()).toHaveLength(1)
})

test('then kept files, then the coldest records; what waits stays, and what went is pulled again', async () => {
  await store.takePage('analyses', records(1, 700), { from: { seq: 0 }, to: markAt(700) })
  await save(3)
  needed = 3
  await save(2000)
  expect(given).toEqual(['reserve', 'files', 'cold'])
  expect((await store.waiting()).map(({ uuid }) => uuid).sort()).toEqual([uuidOf(3), uuidOf(2000)])
  const left = await store.newest('analysis', 1000)
  expect(left.length).toBeLessThanOrEqual(502)
  expect(left.map(({ uuid }) => uuid)).toContain(uuidOf(700))
  expect((await store.mark('analyses')).seq).toBe(0)
})

test('with no space left to free it says so, and never that it was saved', async () => {
  needed = 9
  const outcome = await save(1).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(Fault)
  expect((outcome as Fault).first).toMatchObject({ code: 'refused', reason: 'machine_full' })
  expect(await store.waiting()).toEqual([])
  needed = 0
  await save(1)
  expect(await store.waiting()).toHaveLength(1)
})

test('a page that does not fit fails as a whole: nothing is given up for it, and its mark does not move', async () => {
  await store.takePage('analyses', records(1, 3), { from: { seq: 0 }, to: markAt(3) })
  needed = 1
  const page = store.takePage('analyses', records(4, 9), { from: { seq: 3 }, to: markAt(9) })
  await expect(page).rejects.toMatchObject({ details: [{ reason: 'machine_full' }] })
  expect(given).toEqual([])
  expect((await store.mark('analyses')).seq).toBe(3)
  expect(await store.newest('analysis', 100)).toHaveLength(3)
})
