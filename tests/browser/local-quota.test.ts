import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { Fault } from '../../domain/fault.ts'
import { newDocument } from '../../domain/sync/document.ts'
import type { LocalDocument, Pending } from '../../domain/sync/pending.ts'
import { type LocalDatabase, openDatabase } from '../../web/local/database.ts'
import { LocalStore } from '../../web/local/document-store.ts'
import { dropColdAnalyses, openScope } from '../../web/local/empty-tables.ts'
import { dropKeptFiles, makeRoom } from '../../web/local/reserve.ts'
import { analysisRecord, uuidOf } from './local-bench-records.ts'

const company = uuidOf(500)
let user = ''
let database: LocalDatabase
let store: LocalStore
let room: ReturnType<typeof makeRoom>

beforeEach(async () => {
  await setQuota((await usage()) + 24_000_000)
  user = uuidOf(Math.floor(Math.random() * 1e11))
  await reopen()
})
afterEach(async () => {
  await caches.delete('reserve')
  await close()
})

async function reopen() {
  database = await openDatabase({ user, company })
  room = makeRoom([dropKeptFiles, () => dropColdAnalyses(database)])
  store = new LocalStore(database, room)
  await openScope(database, 'scope')
}

async function close() {
  store.close()
  await database.rx.close()
}

interface Session {
  send: (name: string, order: object) => Promise<{ usage: number }>
}
const session = () => cdp() as unknown as Session

/** What the browser may keep for this site; null: as usual. */
async function setQuota(bytes: number | null): Promise<void> {
  const order = { origin: location.origin, ...(bytes === null ? {} : { quotaSize: bytes }) }
  await session().send('Storage.overrideQuotaForOrigin', order)
}

/**
 * From now on nearly full. What the browser has found free before it goes on granting for half a minute, which is why these tests never
 * have much.
 */
async function fillUp(free: number): Promise<void> {
  await setQuota((await usage()) + free)
}

/** As the browser counts it; what it tells pages is rounded. */
async function usage(): Promise<number> {
  return (await session().send('Storage.getUsageAndQuota', { origin: location.origin })).usage
}

function noise(parts: number): string {
  return Array.from({ length: parts }, () =>
    Array.from(crypto.getRandomValues(new Uint8Array(65_536)), (byte) =>
      String.fromCharCode(48 + (byte % 75)),
    ).join(''),
  ).join('')
}

/** A plan with a long note, which no disk can make smaller. */
function save(number: number, size: number): Promise<LocalDocument | null> {
  const operation: Pending = {
    op_id: uuidOf(number),
    made_at: new Date().toISOString(),
    type: 'merge',
    base_seq: 0,
    changes: [{ field: 'notebook', from: '', to: noise(size) }],
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

/** Saves until it is refused: what was said to be saved, and what the refusal was. */
async function saveUntilFull(first: number, most: number) {
  const saved: string[] = []
  for (let number = first; number < first + most; number += 1) {
    try {
      await save(number, 8)
      saved.push(uuidOf(number))
    } catch (error) {
      return { saved, error }
    }
  }
  return { saved, error: null }
}

const markAt = (seq: number) => ({ seq, refreshed: 1, pulledAt: 1, aside: [] })

async function waitingUuids(): Promise<string[]> {
  return (await store.waiting()).map(({ uuid }) => uuid).sort()
}

// One after the other in one test: what is left of the disk is one thing.
test(
  'a full disk: what waits gets the reserve and then the room of what can be pulled again; nothing that was said to be saved is lost',
  {
    timeout: 60_000,
  },
  async () => {
    await room.fill()
    expect(await caches.has('reserve')).toBe(true)
    const records = Array.from({ length: 1000 }, (_, at) =>
      analysisRecord(at + 1, { notebook: `${crypto.randomUUID()}${noise(1).slice(0, 4000)}` }),
    )
    await store.takePage('analyses', records, { from: 0, to: markAt(1000) })
    await fillUp(300_000)

    // A page that does not fit fails as a whole, and nothing is given up for it.
    const long = Array.from({ length: 500 }, (_, at) =>
      analysisRecord(at + 2000, { notebook: noise(1) }),
    )
    const page = store.takePage('analyses', long, { from: 1000, to: markAt(2500) })
    await expect(page).rejects.toMatchObject({ details: [{ reason: 'machine_full' }] })
    expect((await store.mark('analyses')).seq).toBe(1000)
    expect(await store.newest('analysis', 5000)).toHaveLength(1000)
    expect(await caches.has('reserve')).toBe(true)

    const { saved, error } = await saveUntilFull(5000, 200)
    expect(saved.length).toBeGreaterThan(0)
    expect(error).toBeInstanceOf(Fault)
    expect((error as Fault).first).toMatchObject({ code: 'refused', reason: 'machine_full' })
    expect(await caches.has('reserve')).toBe(false)
    const left = await store.newest('analysis', 5000)
    expect(left.filter(({ body }) => body !== null).length).toBeLessThanOrEqual(500)
    expect(left.length).toBeGreaterThan(400)
    expect((await store.mark('analyses')).seq).toBe(0)
    await close()
    await reopen()
    expect(await waitingUuids()).toEqual(saved.sort())
    await fillUp(3_000_000)
    await save(9999, 8)
    expect(await waitingUuids()).toHaveLength(saved.length + 1)
  },
)
