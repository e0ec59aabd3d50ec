import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LocalDocument } from '../../domain/sync/pending.ts'
import { type LocalRecords, openLocalRecords } from '../../web/local/open-records.ts'
import { browserSearch } from '../../web/local/service.ts'
import { planInput, analysisRecord } from './local-bench-records.ts'
import { uuidOf } from '../support/uuid-of.ts'
import { MemoryEdge } from './local-edge.ts'

let edge: MemoryEdge
let account: Parameters<typeof openLocalRecords>[0]
let open: LocalRecords[] = []
const frames: HTMLIFrameElement[] = []

beforeEach(() => {
  edge = new MemoryEdge()
  vi.stubGlobal('fetch', edge.fetch)
  account = {
    uuid: uuidOf(Math.floor(Math.random() * 1e11)),
    company_uuid: uuidOf(500),
    scope: 'scope',
    permissions: ['analysis.search'],
  }
})
afterEach(async () => {
  for (const one of open) await one.close()
  open = []
  for (const frame of frames.splice(0)) frame.remove()
  vi.unstubAllGlobals()
})

const seen = {
  waiting: [] as readonly LocalDocument[],
  complete: false,
  pulledAt: 0,
  since: '' as string | null,
}
const hooks = {
  onScope: () => undefined,
  onPulled: (picture: { complete: boolean; pulledAt: number | null; since: string | null }) => {
    seen.since = picture.since
    seen.complete = picture.complete
    seen.pulledAt = picture.pulledAt ?? 0
  },
  onOutbox: (waiting: readonly LocalDocument[]) => {
    seen.waiting = waiting
  },
}

async function openHere(): Promise<LocalRecords> {
  const records = await openLocalRecords(account, hooks)
  open.push(records)
  return records
}

/** Open another tab: a page of its own in the same browser. */
async function openTab(): Promise<{ records: LocalRecords; close: () => void }> {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  frames.push(frame)
  const inside = frame.contentWindow as Window & { tab?: Promise<LocalRecords>; how?: unknown }
  inside.fetch = edge.fetch
  inside.how = { account, hooks }
  const module = new URL('../../web/local/open-records.ts', import.meta.url).href
  const script = inside.document.createElement('script')
  script.type = 'module'
  script.textContent = `import { openLocalRecords } from '${module}'
    window.tab = openLocalRecords(window.how.account, window.how.hooks)`
  inside.document.body.append(script)
  await vi.waitFor(() => expect(inside.tab).toBeDefined(), 10_000)
  const records = (await inside.tab) as LocalRecords
  return { records, close: () => frame.remove() }
}

const namesOf = (records: LocalRecords) =>
  records.model
    .list('analysis')
    .get()
    ?.map((row) => row['name'])
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 20 })

function fill(count: number): void {
  edge.records = Array.from({ length: count }, (_, at) => analysisRecord(at + 1))
}

const shownOf = (number: number) =>
  analysisRecord(number, { name: `Mine ${number}`, created_at: '2026-05-01T00:00:00.000Z' })
    .body as unknown as Parameters<LocalRecords['outbox']['create']>[1]

test('lists what it pulls, newest first, and follows changes and deletions', async () => {
  fill(30)
  const records = await openHere()
  records.model.list('analysis')
  await until(() => expect(namesOf(records)).toHaveLength(30))
  expect(namesOf(records)?.[0]).toBe('Plate 30')
  edge.put(analysisRecord(5, { name: 'Renamed' }))
  edge.put({ kind: 'analysis', uuid: uuidOf(6), body: null })
  records.tell('resync')
  await until(() => expect(namesOf(records)).toHaveLength(29))
  expect(namesOf(records)).toContain('Renamed')
  await until(() => expect(seen.complete).toBe(true))
})

test('a first pull shows the newest while the old ones are on their way, says how far back it is, and goes on after a reload', async () => {
  fill(1200)
  let release = () => undefined as void
  edge.oldPages = new Promise((resolve) => (release = resolve))
  const before = await openHere()
  before.model.list('analysis')
  await until(() => expect(namesOf(before)).toHaveLength(500))
  expect([namesOf(before)?.[0], namesOf(before)?.at(-1)]).toEqual(['Plate 1200', 'Plate 701'])
  const oldest = analysisRecord(701).body?.['updated_at']
  await until(() => expect(seen.since).toBe(oldest))
  expect(seen.complete).toBe(false)
  await before.close()
  open = []
  // Expect it from the disk, without the service.
  edge.gone = true
  seen.since = null
  const alone = await openHere()
  await until(() => expect(seen.since).toBe(oldest))
  edge.gone = false
  edge.put(analysisRecord(3, { name: 'Renamed' }))
  edge.put({ kind: 'analysis', uuid: uuidOf(1199), body: null })
  release()
  alone.tell('resync')
  alone.model.list('analysis')
  await until(() => expect(namesOf(alone)).toHaveLength(1199))
  expect(namesOf(alone)).toContain('Renamed')
  await until(() => expect([seen.since, seen.complete]).toEqual([null, true]))
})

test('tables that the browser is still closing are opened again once it has, and not without end before', async () => {
  fill(5)
  const records = await openHere()
  records.model.list('analysis')
  await until(() => expect(namesOf(records)).toHaveLength(5))
  const real = IDBDatabase.prototype.transaction
  onTestFinished(() => void (IDBDatabase.prototype.transaction = real))
  const end = performance.now() + 400
  let refused = 0
  // Refuse every access as after clearing the site's data, until the connection is closed.
  IDBDatabase.prototype.transaction = function (...how: Parameters<typeof real>) {
    if (performance.now() > end) return real.apply(this, how)
    refused += 1
    throw new DOMException('The database connection is closing.', 'InvalidStateError')
  }
  edge.put(analysisRecord(5, { name: 'Renamed' }))
  records.tell('resync')
  await until(() => expect(namesOf(records)).toContain('Renamed'))
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThan(500)
})

test('a large table comes whole, its newest rows first', async () => {
  fill(1500)
  const before = await openHere()
  before.model.list('analysis')
  await until(() => expect(namesOf(before)).toHaveLength(1500))
  await before.close()
  open = []
  edge.gone = true
  const records = await openHere()
  const list = records.model.list('analysis')
  await until(() => expect(list.get()?.length).toBeGreaterThan(0))
  expect(namesOf(records)?.[0]).toBe('Plate 1500')
  await until(() => expect(list.isWhole()).toBe(true))
  expect(namesOf(records)).toHaveLength(1500)
})

test('an analysis saved without the service is in the list at once, outlives a restart, and is sent later', async () => {
  edge.gone = true
  const before = await openHere()
  await before.outbox.create(planInput(1), shownOf(1), uuidOf(50))
  before.model.list('analysis')
  await until(() => expect(namesOf(before)).toEqual(['Mine 1']))
  await before.close()
  open = []
  const records = await openHere()
  records.model.list('analysis')
  await until(() => expect(namesOf(records)).toEqual(['Mine 1']))
  expect(await records.store.waiting()).toHaveLength(1)
  edge.gone = false
  records.tell('retry')
  await until(async () => expect(await records.store.waiting()).toEqual([]))
  expect(edge.records).toMatchObject([{ body: { name: 'Mine 1' } }])
  await until(() => expect(seen.waiting).toEqual([]))
})

test('records that are closed ask nothing any more: what nobody answered is not asked again', async () => {
  edge.gone = true
  const records = await openHere()
  await records.outbox.create(planInput(1), shownOf(1), uuidOf(50))
  await until(() => expect(edge.calls).toContain(`/analysis/get/${uuidOf(1)}`))
  await records.close()
  open = []
  edge.calls = []
  // Wait longer than a call takes to be repeated for the first time, 450 ms at most (web/client/call.ts).
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(edge.calls).toEqual([])
})

test.each([
  ['[STATE-019] 404', false],
  ['[STATE-020] 200 with ok false', true],
])('%s: what the edge does not have is created there', async (_, saysNo) => {
  edge.saysNo = saysNo
  const records = await openHere()
  await records.outbox.create(planInput(1), shownOf(1), uuidOf(50))
  await until(async () => expect(await records.store.waiting()).toEqual([]))
  const calls = edge.calls.filter((path) => path.startsWith('/analysis'))
  const found = `/analysis/get/${uuidOf(1)}`
  expect(calls).toEqual([found, '/analysis/create', found])
  expect(edge.records).toMatchObject([{ body: { name: 'Mine 1' } }])
})

test('[CACHE-009] the search calls of an older edge are asked for pages in the order of creation', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(`${url} ${init.body as string}`)
    return Promise.resolve(Response.json({ ok: true, data: { data: [], pages: 1, until: '' } }))
  })
  const window = { update_from: '2026-03-01T00:00:00.000Z', update_to: '2026-03-01T22:59:59.999Z' }
  await browserSearch.page('device', { page: 2, limit: 500, window })
  await browserSearch.trash('recipe', window.update_from)
  expect(asked).toEqual([
    `/v3/products/search?page=2&limit=500&order=created_at+ASC ${JSON.stringify(window)}`,
    '/v3/trashbin/search {"resource":"recipes","since":"2026-03-01T00:00:00.000Z"}',
  ])
})

test('an edit is shown before it is sent, and one document is shown with what waits on it', async () => {
  fill(3)
  const records = await openHere()
  await until(async () => expect(await records.store.find(`analysis|${uuidOf(2)}`)).not.toBeNull())
  edge.gone = true
  const shown: unknown[] = []
  const stop = records.model.watch(`analysis|${uuidOf(2)}`, (body) => shown.push(body?.['name']))
  await records.outbox.edit(uuidOf(2), [{ field: 'name', from: 'Plate 2', to: 'By me' }])
  await until(() => expect(shown.at(-1)).toBe('By me'))
  stop()
  const file = await records.outbox.export({ uuid: account.uuid, name: 'Olga' })
  expect(file).toContain('By me')
  edge.gone = false
  records.tell('retry')
  await until(() =>
    expect(edge.records.find(({ uuid }) => uuid === uuidOf(2))?.body?.['name']).toBe('By me'),
  )
})

test('two tabs: one pulls, both see what came and what was done in the other', async () => {
  fill(40)
  const here = await openHere()
  const { records: there } = await openTab()
  for (const one of [here, there]) one.model.list('analysis')
  await until(() => expect(namesOf(here)).toHaveLength(40))
  await until(() => expect(namesOf(there)).toHaveLength(40))
  const pulls = edge.calls.filter((path) => path === '/sync/pull').length
  expect(pulls).toBeLessThan(4)
  await there.outbox.edit(uuidOf(7), [{ field: 'name', from: 'Plate 7', to: 'From there' }])
  await until(() => expect(namesOf(here)).toContain('From there'))
  await until(() =>
    expect(edge.records.find(({ uuid }) => uuid === uuidOf(7))?.body?.['name']).toBe('From there'),
  )
  edge.put(analysisRecord(8, { name: 'From outside' }))
  there.tell('resync')
  await until(() => expect(namesOf(here)).toContain('From outside'))
  await until(() => expect(namesOf(there)).toContain('From outside'))
})

test('two tabs write the same document at once: nothing is lost', async () => {
  fill(1)
  const here = await openHere()
  const { records: there } = await openTab()
  const id = `analysis|${uuidOf(1)}`
  await until(async () => expect(await there.store.find(id)).not.toBeNull())
  edge.gone = true
  const write = (records: LocalRecords, op: number) =>
    records.store.change(id, (document) => {
      if (!document) return document
      const made_at = new Date().toISOString()
      const common = { made_at, tries: 9, next_at: 0, state: 'parked' as const, fault: null }
      const changes = [{ field: 'name' as const, from: '', to: `${op}` }]
      const operation = {
        ...common,
        op_id: uuidOf(op),
        type: 'merge' as const,
        base_seq: 1,
        changes,
      }
      return { ...document, pending: [...document.pending, operation], oldest: made_at }
    })
  await Promise.all(
    Array.from({ length: 40 }, (_, op) => write(op % 2 === 0 ? here : there, 100 + op)),
  )
  const found = await here.store.find(id)
  expect(new Set(found?.pending.map(({ op_id }) => op_id)).size).toBe(40)
})

test('the tab that is left goes on when the leading one is closed', async () => {
  fill(2)
  const { records: there, close } = await openTab()
  there.model.list('analysis')
  await until(() => expect(namesOf(there)).toHaveLength(2))
  const here = await openHere()
  here.model.list('analysis')
  await until(() => expect(namesOf(here)).toHaveLength(2))
  close()
  edge.put(analysisRecord(3))
  await until(() => {
    here.tell('resync')
    expect(namesOf(here)).toHaveLength(3)
  })
})

test(
  'a leader that has fallen asleep is replaced by a visible tab within ten seconds',
  { timeout: 30_000 },
  async () => {
    const name = `bapp-2-${account.uuid}-${account.company_uuid}`
    let lost = false
    // Hold the lock and say nothing, as a frozen page does.
    void navigator.locks
      .request(name, () => new Promise(() => undefined))
      .catch(() => (lost = true))
    fill(2)
    const here = await openHere()
    here.model.list('analysis')
    const began = performance.now()
    await vi.waitFor(() => expect(namesOf(here)).toHaveLength(2), {
      timeout: 12_000,
      interval: 100,
    })
    expect(lost).toBe(true)
    expect(performance.now() - began).toBeLessThan(11_000)
  },
)

test('[CACHE-006] lists and replication go on when the database is deleted under them', async () => {
  fill(5)
  const records = await openHere()
  records.model.list('analysis')
  await until(() => expect(namesOf(records)).toHaveLength(5))
  const name = `rxdb-dexie-bapp-2-${account.uuid}-${account.company_uuid}--0--analyses`
  await new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(name)
    for (const event of ['success', 'error']) deleting.addEventListener(event, resolve)
  })
  edge.put(analysisRecord(6))
  records.tell('resync')
  await until(() => expect(namesOf(records)).toHaveLength(6))
})

test('a sign-out leaves nothing of the records on this machine but what waits', async () => {
  fill(5)
  const records = await openHere()
  records.model.list('analysis')
  await until(() => expect(namesOf(records)).toHaveLength(5))
  edge.gone = true
  await records.outbox.create(planInput(50), shownOf(50), uuidOf(60))
  await records.leave()
  open = []
  edge.gone = true
  const again = await openHere()
  again.model.list('analysis')
  await until(() => expect(namesOf(again)).toEqual(['Mine 50']))
})
