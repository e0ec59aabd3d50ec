import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PendingMerge } from '../../domain/sync/pending.ts'
import { type LocalDatabase, openDatabase } from '../../web/local/database.ts'
import { LocalStore } from '../../web/local/document-store.ts'
import { packText, type StoredDocument } from '../../web/local/stored-document.ts'
import { analysisRecord } from './local-bench-records.ts'
import { uuidOf } from '../support/uuid-of.ts'

let database: LocalDatabase
let store: LocalStore

beforeEach(async () => {
  const user = uuidOf(Math.floor(Math.random() * 1e9))
  database = await openDatabase({ user, company: uuidOf(500) })
  store = new LocalStore(database)
})
afterEach(async () => {
  store.close()
  await database.close()
})

const note: PendingMerge = {
  op_id: uuidOf(20_001),
  made_at: '2026-03-01T07:30:00.000Z',
  type: 'merge',
  base_seq: 0,
  changes: [{ field: 'notebook', from: '', to: 'mine' }],
  tries: 0,
  next_at: 0,
  state: 'waiting',
  fault: null,
}

const markAt = (seq: number) => ({ seq, refreshed: 1, pulledAt: 1, aside: [] })
const takePage = (to: number) => {
  const records = Array.from({ length: to }, (_, at) => analysisRecord(at + 1))
  return store.takePage('analyses', records, { from: { seq: 0 }, to: markAt(to) })
}

test('A24-26: a row that somebody else wrote, whole but no document, holds up no other, and stays', async () => {
  await takePage(6)
  await store.change(
    `analysis|${uuidOf(1)}`,
    (document) => document && { ...document, pending: [note], oldest: note.made_at },
  )
  const docs = database.connections.analyses.table('docs')
  const good = JSON.stringify([note])
  const bent = [
    ['{}', 'null'],
    ['{}', '{"length":1}'],
    ['{}', '[null]'],
    ['{}', good.replace('"merge"', '"toString"')],
    ['5', good],
  ] as const
  for (const [at, [body, pending]] of bent.entries()) {
    const row = (await docs.get(`analysis|${uuidOf(at + 2)}`)) as StoredDocument
    const { sum } = packText(row, `${body}${pending}`)
    await docs.put({ ...row, body, pending, sum, oldest: '2026-03-01T07:00:00.000Z' })
  }
  // Expect an invalid base to be pulled again, as what a damaged disk holds; what waits in it can be read.
  const waiting = await store.waiting()
  expect(waiting.map(({ uuid }) => uuid)).toEqual([uuidOf(6), uuidOf(1)])
  expect(waiting[0]).toMatchObject({ body: null, pending: [{ type: 'merge' }] })
  expect(await store.find(`analysis|${uuidOf(2)}`)).toBeNull()
  expect(await docs.get(`analysis|${uuidOf(2)}`)).toMatchObject({ pending: 'null' })
  expect(await store.newest('analysis', 10)).toHaveLength(2)
})

test('A24-26: an invalid cursor is forgotten, and all is pulled again', async () => {
  const gap = { ...markAt(5), aside: [null] }
  for (const body of [{}, { seq: '5' }, { ...markAt(5), seq: -1 }, gap]) {
    await takePage(5)
    await store.change('~mark|analyses', (document) => document && { ...document, body })
    expect(await store.mark('analyses')).toMatchObject({ seq: 0, pulledAt: 0 })
  }
  await takePage(5)
  expect(await store.mark('analyses')).toMatchObject({ seq: 5 })
  expect(await store.newest('analysis', 10)).toHaveLength(5)
})
