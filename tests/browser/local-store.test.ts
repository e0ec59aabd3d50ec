import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localCollections } from '../../domain/entity.ts'
import { entities } from '../../domain/registry.ts'
import { newDocument } from '../../domain/sync/document.ts'
import type { LocalDocument, Pending } from '../../domain/sync/pending.ts'
import { answersEpoch, findAnswer, keepAnswer } from '../../web/client/kept-answers.ts'
import { carryOver } from '../../web/local/carry-over.ts'
import { type LocalDatabase, openDatabase } from '../../web/local/database.ts'
import { LocalStore } from '../../web/local/document-store.ts'
import { emptyOthers, emptyTables, openScope } from '../../web/local/empty-tables.ts'
import { packDocument } from '../../web/local/stored-document.ts'
import { shape } from '../../web/local/partition.ts'
import { table, tableNames } from '../../web/local/tables.ts'
import { analysisRecord } from './local-bench-records.ts'
import { uuidOf } from '../support/uuid-of.ts'

const company = uuidOf(500)
let user = ''
let database: LocalDatabase
let store: LocalStore
let number = 0

beforeEach(async () => {
  number += 1
  user = uuidOf(Math.floor(Math.random() * 1e9) * 100 + number)
  await reopen()
})
afterEach(async () => {
  store.close()
  await database.close()
})

async function reopen() {
  database = await openDatabase({ user, company })
  store = new LocalStore(database)
}

function note(op: number, to: string): Pending {
  return {
    op_id: uuidOf(20_000 + op),
    made_at: `2026-03-01T07:30:00.${String(op).padStart(3, '0')}Z`,
    type: 'merge',
    base_seq: 0,
    changes: [{ field: 'notebook', from: '', to }],
    tries: 0,
    next_at: 0,
    state: 'waiting',
    fault: null,
  }
}

function waits(document: LocalDocument | null, ...operations: Pending[]): LocalDocument {
  const base = document ?? newDocument('analysis', uuidOf(1), '2026-03-01T07:00:00.000Z')
  const pending = [...base.pending, ...operations]
  return { ...base, pending, oldest: pending[0]?.made_at ?? '' }
}

const markAt = (seq: number) => ({ seq, refreshed: 1, pulledAt: 1, aside: [] })
const page = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => analysisRecord(from + at))
const takePage = (from: number, to: number) =>
  store.takePage('analyses', page(from + 1, to), { from: { seq: from }, to: markAt(to) })

test('[CACHE-001] the fifteen tables of the specification, each found under its name', () => {
  expect(tableNames).toHaveLength(15)
  const kinds = tableNames.map((name) => table(name).kind)
  expect(new Set(kinds).size).toBe(15)
  for (const name of tableNames) expect(localCollections).toContain(table(name).collection)
})

test('[CACHE-001] is kept in at most twelve collections', () => {
  const open = Object.keys(database.tables)
  expect(open.sort()).toEqual([...localCollections].sort())
  expect(open.length).toBeLessThanOrEqual(12)
})

test('[CACHE-002] every record of a table is kept by its uuid', async () => {
  await takePage(0, 3)
  for (const one of [1, 2, 3]) {
    expect((await store.find(`analysis|${uuidOf(one)}`))?.body?.['uuid']).toBe(uuidOf(one))
  }
  for (const { schema, local } of entities) if (local) expect(schema.entries).toHaveProperty('uuid')
})

test('[CACHE-007] [CONST-046] [CONST-047] version 2, with the entity stores by uuid, the state that outlives a visit, and the kept answers beside', async () => {
  expect(shape).toBe(2)
  expect(database.name).toContain('bapp-2-')
  await takePage(0, 1)
  const { primKey } = database.connections.analyses.table('docs').schema
  expect(primKey.keyPath).toBe('id')
  expect((await store.find(`analysis|${uuidOf(1)}`))?.uuid).toBe(uuidOf(1))
  await database.close()
  await reopen()
  expect(await store.mark('analyses')).toEqual(markAt(1))
  const question = { who: user, method: 'GET', url: '/v3/x', body: '', epoch: answersEpoch() }
  await keepAnswer(question, 'kept')
  expect(await findAnswer(question)).toEqual({ value: 'kept' })
})

test('a table has the indexes that are used, and no other', async () => {
  for (const name of localCollections) {
    const writing = database.connections[name].backendDB().transaction('docs')
    const indexes = [...writing.objectStore('docs').indexNames]
    expect(indexes.sort()).toEqual(['[kind+created_at]', 'met', 'oldest'])
  }
  await database.close()
  await reopen()
  expect(Object.keys(database.connections).sort()).toEqual([...localCollections].sort())
})

test('written records are there after the database was closed, and so are waiting edits', async () => {
  await takePage(0, 20)
  await store.change(`analysis|${uuidOf(3)}`, (document) => waits(document, note(1, 'hot')))
  await database.close()
  await reopen()
  expect((await store.mark('analyses')).seq).toBe(20)
  expect((await store.waiting()).map(({ uuid }) => uuid)).toEqual([uuidOf(3)])
  expect(await store.find(`analysis|${uuidOf(20)}`)).toMatchObject({ seq: 20 })
  const newest = await store.newest('analysis', 5)
  expect(newest.map(({ seq }) => seq)).toEqual([20, 19, 18, 17, 16])
})

test('what was begun before the database is closed is on the disk, and nothing after', async () => {
  const { analyses } = database.tables
  const write = (number: number) =>
    analyses.write([
      { document: { ...packDocument(waits(null, note(number, 'hot'))), _deleted: false } },
    ])
  const begun = write(1)
  await database.close()
  expect(await begun).toEqual([])
  await expect(write(2)).rejects.toThrow(/closed/)
  await reopen()
  expect((await store.waiting()).map(({ pending }) => pending.map(({ op_id }) => op_id))).toEqual([
    [uuidOf(20_001)],
  ])
})

test('a page that opens its database again has closed the first, and goes on in the second', async () => {
  const [first, before] = [database, store]
  await before.change(`analysis|${uuidOf(1)}`, (document) => waits(document, note(1, 'hot')))
  await reopen()
  await expect(first.tables.analyses.find([])).rejects.toThrow(/closed/)
  await store.change(`analysis|${uuidOf(1)}`, (document) => waits(document, note(2, 'hot')))
  expect((await store.waiting())[0]?.pending).toHaveLength(2)
  before.close()
})

test('writes of what waits are strictly durable', async () => {
  await database.close()
  const asked = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await reopen()
  asked.mockClear()
  await store.change(`analysis|${uuidOf(1)}`, (document) => waits(document, note(1, 'hot')))
  const written = asked.mock.calls.filter(([, mode]) => mode === 'readwrite')
  expect(written.length).toBeGreaterThan(0)
  for (const [, , options] of written) expect(options).toMatchObject({ durability: 'strict' })
  asked.mockRestore()
})

test('a pull replaces the base and keeps what waits; an older one changes nothing', async () => {
  await takePage(0, 3)
  const id = `analysis|${uuidOf(2)}`
  await store.change(id, (document) => waits(document, note(1, 'hot')))
  const again = { ...analysisRecord(2, { name: 'Renamed' }), seq: 4 }
  await store.takePage('analyses', [again], { from: { seq: 3 }, to: markAt(4) })
  const older = { ...analysisRecord(2, { name: 'Old' }), seq: 3 }
  await store.takePage('analyses', [older], { from: { seq: 4 }, to: markAt(4) })
  const found = await store.find(id)
  expect(found).toMatchObject({ seq: 4, body: { name: 'Renamed' }, pending: [{ type: 'merge' }] })
})

test('a hundred changes of one document at once are all in it', async () => {
  const id = `analysis|${uuidOf(1)}`
  await Promise.all(
    Array.from({ length: 100 }, (_, op) =>
      store.change(id, (document) => waits(document, note(op, `${op}`))),
    ),
  )
  const found = await store.find(id)
  expect(new Set(found?.pending.map(({ op_id }) => op_id)).size).toBe(100)
})

test('a page does not undo what is written to its documents meanwhile', async () => {
  const ids = page(1, 50).map(({ uuid }) => `analysis|${uuid}`)
  await Promise.all([
    takePage(0, 50),
    ...ids.map((id, op) => store.change(id, (document) => waits(document, note(op, 'mine')))),
  ])
  for (const id of ids) {
    expect(await store.find(id)).toMatchObject({ pending: [{ type: 'merge' }] })
    expect((await store.find(id))?.body).not.toBeNull()
  }
})

test('the mark moves only from where it is', async () => {
  await takePage(0, 5)
  await store.takePage('analyses', [], { from: { seq: 0 }, to: markAt(3) })
  expect((await store.mark('analyses')).seq).toBe(5)
})

test('of a first pull no page is written that another tab has gone on from', async () => {
  const begun = { ...markAt(0), pulledAt: 0, first: { newest: 9, below: 7, since: '' } }
  await store.takePage('analyses', page(7, 9), { from: { seq: 0 }, to: begun })
  // Take what is new in the other tab, where record 5 was deleted.
  const newer = { ...begun, first: { ...begun.first, newest: 10 } }
  const gone = { kind: 'analysis', uuid: uuidOf(5), seq: 10, body: null }
  await store.takePage('analyses', [gone], { from: begun, to: newer })
  await store.takePage('analyses', page(4, 6), { from: begun, to: { ...markAt(9) } })
  expect(await store.find(`analysis|${uuidOf(5)}`)).toBeNull()
  expect(await store.mark('analyses')).toMatchObject(newer)
  const old = page(4, 6).filter(({ uuid }) => uuid !== uuidOf(5))
  await store.takePage('analyses', old, { from: newer, to: markAt(10) })
  expect(await store.find(`analysis|${uuidOf(6)}`)).toMatchObject({ seq: 6 })
  expect(await store.mark('analyses')).toEqual(markAt(10))
})

test('[CACHE-006] reopens itself when its database was closed under it', async () => {
  await takePage(0, 5)
  database.connections.analyses.close()
  expect(await store.find(`analysis|${uuidOf(5)}`)).toMatchObject({ seq: 5 })
  database.connections.analyses.close()
  await store.change(`analysis|${uuidOf(1)}`, (document) => waits(document, note(1, 'hot')))
  expect(await store.waiting()).toHaveLength(1)
})

test('[CACHE-006] and when somebody deletes it: it is there again, empty, and takes writes', async () => {
  await takePage(0, 5)
  const { name } = database.connections.analyses
  await new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(name)
    for (const event of ['success', 'error', 'blocked']) deleting.addEventListener(event, resolve)
  })
  expect((await store.mark('analyses')).seq).toBe(0)
  await takePage(0, 2)
  expect(await store.find(`analysis|${uuidOf(2)}`)).toMatchObject({ seq: 2 })
})

test('a damaged copy is taken out and asked for again; what waits in it stays', async () => {
  await takePage(0, 5)
  const id = `analysis|${uuidOf(4)}`
  await store.change(id, (document) => waits(document, note(1, 'hot')))
  const docs = database.connections.analyses.table('docs')
  for (const one of [3, 4]) {
    const row = (await docs.get(`analysis|${uuidOf(one)}`)) as { body: string }
    await docs.put({ ...row, body: row.body.replace('Plate', 'Pla7e') })
  }
  expect(await store.find(`analysis|${uuidOf(3)}`)).toBeNull()
  expect(await store.find(id)).toMatchObject({ seq: 0, body: null, pending: [{ type: 'merge' }] })
  const aside = (await store.mark('analyses')).aside.map(({ to }) => to)
  expect(aside.toSorted((one, other) => one - other)).toEqual([3, 4])
  await store.takePage('analyses', page(3, 4), { from: { seq: 5 }, to: markAt(5) })
  expect(await store.find(id)).toMatchObject({ seq: 4, pending: [{ type: 'merge' }] })
})

test('a store of the edge that was put back: bases go in one step, what waits stays', async () => {
  await takePage(0, 5)
  await store.change(`analysis|${uuidOf(2)}`, (document) => waits(document, note(1, 'hot')))
  const to = { ...markAt(0), generation: 'second' }
  await store.restart('analyses', ['analysis'], { from: { seq: 4 }, to })
  expect((await store.mark('analyses')).seq).toBe(5)
  await store.restart('analyses', ['analysis'], { from: { seq: 5 }, to })
  expect(await store.mark('analyses')).toEqual(to)
  expect(await store.newest('analysis', 10)).toMatchObject([
    { uuid: uuidOf(2), seq: 0, body: null },
  ])
  await store.takePage('analyses', [{ ...analysisRecord(3), seq: 1 }], {
    from: { seq: 0 },
    to: markAt(1),
  })
  expect(await store.find(`analysis|${uuidOf(3)}`)).toMatchObject({ seq: 1 })
})

test('another view of the company empties the tables; what waits stays without what it was made on', async () => {
  await openScope(database, 'first')
  await takePage(0, 5)
  await store.change(`analysis|${uuidOf(2)}`, (document) => waits(document, note(1, 'hot')))
  await openScope(database, 'first')
  expect(await store.find(`analysis|${uuidOf(5)}`)).not.toBeNull()
  await openScope(database, 'second')
  expect(await store.find(`analysis|${uuidOf(5)}`)).toBeNull()
  expect((await store.mark('analyses')).seq).toBe(0)
  expect(await store.waiting()).toMatchObject([{ uuid: uuidOf(2), seq: 0, body: null }])
  await takePage(0, 5)
  expect(await store.find(`analysis|${uuidOf(2)}`)).toMatchObject({ seq: 2 })
})

test('the version of others beside a refused edit is removed with the view in which it was seen', async () => {
  await openScope(database, 'first')
  await takePage(0, 5)
  const refusal = { state: 'refused', theirs: { notebook: 'theirs' } } as const
  await store.change(`analysis|${uuidOf(2)}`, (document) => {
    const made = waits(document, note(1, 'hot'))
    return { ...made, pending: made.pending.map((one) => ({ ...one, ...refusal })) }
  })
  await openScope(database, 'second')
  const [kept] = await store.waiting()
  expect(kept?.pending).toMatchObject([{ state: 'refused' }])
  expect(kept?.pending[0]).not.toHaveProperty('theirs')
})

test('a sign-out takes everything but what waits, and another account never sees it', async () => {
  await openScope(database, 'first')
  await takePage(0, 5)
  await store.change(`analysis|${uuidOf(2)}`, (document) => waits(document, note(1, 'hot')))
  await emptyTables(database)
  expect(await store.newest('analysis', 10)).toHaveLength(1)
  const other = await openDatabase({ user: uuidOf(77), company })
  const theirs = new LocalStore(other)
  expect(await theirs.waiting()).toEqual([])
  expect(await theirs.newest('analysis', 10)).toEqual([])
  await other.close()
  expect(await store.waiting()).toHaveLength(1)
})

test('data left by an account whose sign-out was cut short is removed with the next one', async () => {
  await openScope(database, 'first')
  await takePage(0, 5)
  await store.change(`analysis|${uuidOf(2)}`, (document) => waits(document, note(1, 'hot')))
  await emptyOthers({ user: uuidOf(78), company })
  expect(await store.newest('analysis', 10)).toHaveLength(1)
  expect(await store.waiting()).toHaveLength(1)
})

test('seventh attack A7-13: so do their curve files and kept answers', async () => {
  const next = uuidOf(78)
  const own = [`blobs-${next}`, `answers-${next}`, 'answers-anyone', 'shell']
  const theirs = [`blobs-${user}`, `answers-${user}`]
  for (const name of [...own, ...theirs]) {
    await (await caches.open(name)).put('/a', new Response('curves'))
  }
  await emptyOthers({ user: next, company })
  const left = await caches.keys()
  expect([...own, ...theirs].filter((name) => left.includes(name))).toEqual(own)
  await Promise.all(own.map((name) => caches.delete(name)))
})

test('waiting edits in a database of an older shape are carried over, also twice, and the old one is removed', async () => {
  const old = `rxdb-dexie-bapp-${shape - 1 || 1}-${user}-${company}--0--analyses`
  const next = `rxdb-dexie-bapp-${shape + 1}-${user}-${company}--0--analyses`
  await makeOld(old, [])
  await makeOld(next, [waits(null, note(1, 'hot'))])
  await store.change(`analysis|${uuidOf(1)}`, () => waits(null, note(2, 'mine')))
  await carryOver({ user, company }, store)
  const [document] = await store.waiting()
  expect(document?.pending.map(({ op_id }) => op_id)).toEqual([uuidOf(20_001), uuidOf(20_002)])
  // Expect nothing to be written on under its id: each may have been sent from its other copy.
  expect(document?.pending.map(({ tries }) => tries)).toEqual([1, 1])
  await makeOld(next, [waits(null, note(1, 'hot'))])
  await carryOver({ user, company }, store)
  expect((await store.waiting())[0]?.pending).toHaveLength(2)
  const left = (await indexedDB.databases()).map(({ name }) => name)
  expect(left).not.toContain(old)
  expect(left).not.toContain(next)
})

test('an older database keeps what cannot be read in it', async () => {
  const next = `rxdb-dexie-bapp-${shape + 1}-${user}-${company}--0--analyses`
  await makeOld(next, [{ ...waits(null, note(1, 'hot')), uuid: 5 as unknown as string }])
  await carryOver({ user, company }, store)
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain(next)
})

/** Make a database as another version of the app left it. */
async function makeOld(name: string, documents: LocalDocument[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(name, 10)
    opening.addEventListener('upgradeneeded', () => {
      const docs = opening.result.createObjectStore('docs', { keyPath: 'id' })
      docs.createIndex('oldest', 'oldest')
      for (const one of documents)
        docs.put({ ...one, _deleted: '0', pending: JSON.stringify(one.pending) })
    })
    opening.addEventListener('error', () => reject(opening.error ?? new Error()))
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}
