import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FieldChange } from '../../domain/sync/field-change.ts'
import { openDatabase } from '../../web/local/database.ts'
import { type LocalRecords, openLocalRecords } from '../../web/local/open-records.ts'
import { SecondCopy } from '../../web/local/second-copy.ts'
import { planInput, analysisRecord } from './local-bench-records.ts'
import { uuidOf } from '../support/uuid-of.ts'
import { MemoryEdge } from './local-edge.ts'

let edge: MemoryEdge
let account: Parameters<typeof openLocalRecords>[0]
const open: LocalRecords[] = []

beforeEach(() => {
  edge = new MemoryEdge()
  vi.stubGlobal('fetch', edge.fetch)
  account = {
    uuid: uuidOf(Math.floor(Math.random() * 1e11)),
    company_uuid: uuidOf(500),
    scope: 'scope',
    permissions: ['analysis.search'],
  }
  edge.records = [1, 2, 3].map((number) => analysisRecord(number))
})
afterEach(async () => {
  await close()
  vi.unstubAllGlobals()
})

const hooks = { onScope: () => undefined, onPulled: () => undefined, onOutbox: () => undefined }
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 20 })
const idOf = (number: number) => `analysis|${uuidOf(number)}`

async function openHere(): Promise<LocalRecords> {
  const records = await openLocalRecords(account, hooks)
  open.push(records)
  return records
}

async function close(): Promise<void> {
  for (const one of open.splice(0)) await one.close()
}

/** Pulled, then without the service: what is done from now on waits. */
async function openPulled(): Promise<LocalRecords> {
  const records = await openHere()
  await until(async () => expect(await records.store.find(idOf(3))).not.toBeNull())
  edge.gone = true
  return records
}

/** Delete all databases of the origin and none of another bucket, as Chromium does with damaged ones. */
async function loseDatabases(): Promise<void> {
  const all = await indexedDB.databases()
  const mine = all.flatMap(({ name }) => (name?.includes(account.uuid) ? [name] : []))
  expect(mine.length).toBeGreaterThan(5)
  await Promise.all(
    mine.map(
      (name) =>
        new Promise((resolve) => {
          const removing = indexedDB.deleteDatabase(name)
          for (const event of ['success', 'error', 'blocked'])
            removing.addEventListener(event, resolve)
        }),
    ),
  )
}

async function reopenAfterLoss(): Promise<LocalRecords> {
  await close()
  await loseDatabases()
  return openHere()
}

const notebook = (from: string, to: string): FieldChange[] => [{ field: 'notebook', from, to }]

const shownOf = (number: number) =>
  analysisRecord(number, { name: `Mine ${number}` }).body as unknown as Parameters<
    LocalRecords['outbox']['create']
  >[1]

test('a waiting edit is there after the browser has thrown its databases away, with its base, and is sent once', async () => {
  const before = await openPulled()
  await before.outbox.create(planInput(9), shownOf(9), uuidOf(50))
  await before.outbox.edit(uuidOf(2), notebook('', 'hot'))
  const waiting = await before.store.waiting()
  const records = await reopenAfterLoss()
  const found = await records.store.waiting()
  const idsOf = (all: typeof found) => all.map(({ pending }) => pending.map(({ op_id }) => op_id))
  expect(idsOf(found)).toEqual(idsOf(waiting))
  expect(await records.store.find(idOf(2))).toMatchObject({ seq: 0, body: { name: 'Plate 2' } })
  edge.gone = false
  records.tell('retry')
  await until(async () => expect(await records.store.waiting()).toEqual([]))
  const noteOf = (number: number) =>
    edge.records.filter(({ uuid }) => uuid === uuidOf(number)).map(({ body }) => body?.['notebook'])
  expect([noteOf(9), noteOf(2)]).toEqual([[''], ['hot']])
  await until(async () => expect(await records.store.find(idOf(1))).not.toBeNull())
})

test('an operation that came back may have been sent: what is typed then is another one', async () => {
  const before = await openPulled()
  await before.outbox.edit(uuidOf(2), notebook('', 'hot'))
  const records = await reopenAfterLoss()
  await records.outbox.edit(uuidOf(2), notebook('hot', 'hot\nstill'))
  const [document] = await records.store.waiting()
  expect(document?.pending).toHaveLength(2)
  expect(document?.pending[0]).toMatchObject({ tries: 1, changes: notebook('', 'hot') })
})

test('an edit that was dropped, or sent, does not come back', async () => {
  const before = await openPulled()
  await before.outbox.edit(uuidOf(1), notebook('', 'sent'))
  await before.outbox.edit(uuidOf(2), notebook('', 'not meant'))
  const [, second] = await before.store.waiting()
  await before.outbox.discard(idOf(2), second!.pending[0]!.op_id)
  edge.gone = false
  before.tell('retry')
  await until(async () => expect(await before.store.waiting()).toEqual([]))
  edge.gone = true
  const copy = new SecondCopy(partition(), account.scope)
  await until(async () => expect((await copy.lost())([])).toEqual([]))
  copy.close()
  const records = await reopenAfterLoss()
  expect(await records.store.waiting()).toEqual([])
})

test('for another view of the company it comes back without what it was made on', async () => {
  const before = await openPulled()
  await before.outbox.edit(uuidOf(2), notebook('', 'hot'))
  account = { ...account, scope: 'other' }
  const records = await reopenAfterLoss()
  expect(await records.store.waiting()).toMatchObject([{ uuid: uuidOf(2), seq: 0, body: null }])
})

test('nobody else gets it', async () => {
  const before = await openPulled()
  await before.outbox.edit(uuidOf(2), notebook('', 'hot'))
  account = { ...account, uuid: uuidOf(77_000_000 + Math.floor(Math.random() * 1e6)) }
  await close()
  const theirs = await openHere()
  expect(await theirs.store.waiting()).toEqual([])
})

test('tables that are as they were get nothing from it, and it follows them with the next start', async () => {
  const before = await openPulled()
  await before.outbox.edit(uuidOf(2), notebook('', 'hot'))
  await before.outbox.edit(uuidOf(3), notebook('', 'cold'))
  await close()
  // Leave the second copy as a crash between the two writes does.
  const copy = new SecondCopy(partition(), account.scope)
  const rows = (await copy.lost())([])
  await copy.note(idOf(2), null, 99)
  const stale = { ...rows[0]!, id: idOf(1), uuid: uuidOf(1) }
  await copy.note(idOf(1), stale, 1)
  const records = await openHere()
  const uuids = async () => (await records.store.waiting()).map(({ uuid }) => uuid).sort()
  expect(await uuids()).toEqual([uuidOf(2), uuidOf(3)])
  await until(async () => {
    const kept = (await copy.lost())([]).map(({ uuid }) => uuid)
    expect(kept.sort()).toEqual([uuidOf(2), uuidOf(3)])
  })
  copy.close()
})

test('a second copy that cannot be read is read at the next start', async () => {
  const before = await openPulled()
  await before.outbox.edit(uuidOf(2), notebook('', 'hot'))
  await close()
  await loseDatabases()
  const asked = vi.spyOn(SecondCopy.prototype, 'lost').mockRejectedValue(new Error('not now'))
  const without = await openHere()
  expect(await without.store.waiting()).toEqual([])
  await without.outbox.create(planInput(9), shownOf(9), uuidOf(50))
  asked.mockRestore()
  await close()
  const records = await openHere()
  const uuids = (await records.store.waiting()).map(({ uuid }) => uuid)
  expect(uuids.sort()).toEqual([uuidOf(2), uuidOf(9)])
})

test('thrown away under an open page it comes back as well', async () => {
  const records = await openPulled()
  await records.outbox.edit(uuidOf(2), notebook('', 'hot'))
  await loseDatabases()
  await until(async () => expect(await records.store.waiting()).toHaveLength(1))
  expect(await records.store.find(idOf(2))).toMatchObject({ body: { name: 'Plate 2' } })
})

test('a second copy that cannot be written keeps nobody from saving', async () => {
  const records = await openPulled()
  const noted = vi.spyOn(SecondCopy.prototype, 'note').mockRejectedValue(new Error('full'))
  await records.outbox.edit(uuidOf(2), notebook('', 'hot'))
  expect(noted).toHaveBeenCalled()
  expect(await records.store.waiting()).toHaveLength(1)
  noted.mockRestore()
})

test('it is kept in a bucket of its own', async () => {
  const records = await openPulled()
  await records.outbox.edit(uuidOf(2), notebook('', 'hot'))
  const names = (await indexedDB.databases()).map(({ name }) => name)
  expect(names.some((name) => name?.startsWith('waiting-'))).toBe(false)
  const database = await openDatabase(partition())
  await database.close()
})

function partition() {
  return { user: account.uuid, company: account.company_uuid }
}
