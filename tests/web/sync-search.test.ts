import { describe, expect, test } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import type { SearchService } from '../../web/sync/ports.ts'
// Load it before it is needed, so that time may stop.
import '../../web/sync/search-refresh.ts'
import { refreshWindow } from '../../web/sync/refresh-window.ts'
import { Edge, MemoryStore, noteOf, settle, startWorld, VirtualClock } from './sync-world.ts'
import { uuidOf } from '../support/uuid-of.ts'

describe('[CACHE-011] the window of an incremental refresh', () => {
  const end = (now: string) => refreshWindow(1, Date.parse(now))?.update_to

  test.each([
    ['winter', '2026-01-15T12:00:00.000Z', '2026-01-15T22:59:59.999Z'],
    ['summer', '2026-07-15T12:00:00.000Z', '2026-07-15T21:59:59.999Z'],
    [
      'late in the evening it is tomorrow in Rome',
      '2026-07-15T22:30:00.000Z',
      '2026-07-16T21:59:59.999Z',
    ],
    ['the last moment of the day', '2026-01-15T22:59:59.999Z', '2026-01-15T22:59:59.999Z'],
    ['the first moment of the next', '2026-01-15T23:00:00.000Z', '2026-01-16T22:59:59.999Z'],
    [
      'the day on which summer time begins, before',
      '2026-03-29T00:30:00.000Z',
      '2026-03-29T21:59:59.999Z',
    ],
    [
      'the day on which summer time begins, after',
      '2026-03-29T01:30:00.000Z',
      '2026-03-29T21:59:59.999Z',
    ],
    ['the evening before', '2026-03-28T22:30:00.000Z', '2026-03-28T22:59:59.999Z'],
    ['the day on which it ends, before', '2026-10-25T00:30:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['the day on which it ends, after', '2026-10-25T01:30:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['the evening before', '2026-10-24T21:30:00.000Z', '2026-10-24T21:59:59.999Z'],
  ])('%s', (_, now, wanted) => expect(end(now)).toBe(wanted))

  test('begins with the last refresh', () => {
    const last = Date.parse('2026-03-01T07:15:00.000Z')
    expect(refreshWindow(last, last + 60_000)?.update_from).toBe('2026-03-01T07:15:00.000Z')
  })

  test('a table that was never refreshed, or whose refresh failed, is asked for as a whole', () => {
    expect([refreshWindow(0, 1e12), refreshWindow(-1, 1e12)]).toEqual([null, null])
  })
})

/** An edge without the pull: searches and a trash bin. */
class OldEdge implements SearchService {
  asked: { page: number; limit: number; window: unknown }[] = []
  trashed: string[] = []
  trashAsked: (string | undefined)[] = []
  broken: number | null = null
  readonly bodies: Record<string, unknown>[]

  constructor(count: number) {
    this.bodies = Array.from({ length: count }, (_, at) => ({
      uuid: uuidOf(at + 1),
      name: `Plate ${at + 1}`,
      created_at: new Date(1e12 + at).toISOString(),
      updated_at: new Date(1e12 + at).toISOString(),
    }))
  }

  page(kind: string, order: { page: number; limit: number; window: unknown }) {
    const { page, limit, window } = order
    // Give records of one kind, of those that the same permission shows.
    if (kind !== 'analysis') return Promise.resolve({ data: [], pages: 1 })
    this.asked.push({ page, limit, window })
    const from = (window as { update_from?: string } | null)?.update_from ?? ''
    const rows = this.bodies.filter((body) => String(body['updated_at']) >= from)
    const data = rows.slice((page - 1) * limit, page * limit)
    if (data.some(({ uuid }) => uuid === uuidOf(this.broken ?? -1)))
      return Promise.reject(new Fault('internal', 'broken'))
    return Promise.resolve({ data, pages: Math.max(1, Math.ceil(rows.length / limit)) })
  }

  trash(_: string, since: string | undefined): Promise<string[]> {
    this.trashAsked.push(since)
    return Promise.resolve(this.trashed)
  }
}

function oldWorld(count: number) {
  const edge = new Edge()
  edge.faults = [{ call: 'pull', fault: new Fault('not_found', 'no such call') }]
  return { edge, store: new MemoryStore(), clock: new VirtualClock(), search: new OldEdge(count) }
}

test('[CACHE-009] an edge without the pull is searched page by page, the oldest first', async () => {
  const world = oldWorld(25)
  await startWorld({ ...world, pageSize: 10 })
  expect(world.search.asked).toEqual([1, 2, 3].map((page) => ({ page, limit: 10, window: null })))
  expect(world.store.documents.size).toBe(25)
  expect(await world.store.mark('analyses')).toMatchObject({ refreshed: world.clock.now() })
})

test('[CACHE-011] [CONST-034] the next refresh asks only for what has changed since', async () => {
  const world = oldWorld(3)
  const { clock, sync } = await startWorld(world)
  const last = clock.now()
  await clock.pass(60_000)
  const at = new Date(clock.now()).toISOString()
  world.search.bodies[1] = { ...world.search.bodies[1], name: 'Renamed', updated_at: at }
  sync.refresh()
  await settle()
  const window = {
    update_from: new Date(last).toISOString(),
    update_to: '2026-03-01T22:59:59.999Z',
  }
  expect(world.search.asked.at(-1)?.window).toEqual(window)
  expect(world.store.documents.get(`analysis|${uuidOf(2)}`)?.body?.['name']).toBe('Renamed')
})

test('[CACHE-012] a record named by the trash bin leaves the table; its waiting edits stay', async () => {
  const world = oldWorld(3)
  const { clock, sync } = await startWorld(world)
  const id = `analysis|${uuidOf(1)}`
  const held = world.store.documents.get(id)
  const waits = { ...noteOf(1, 'hot'), state: 'refused' as const }
  if (held) world.store.documents.set(id, { ...held, pending: [waits], oldest: waits.made_at })
  world.search.trashed = [uuidOf(1), uuidOf(2)]
  await clock.pass(60_000)
  sync.refresh()
  await settle()
  expect(world.store.documents.has(`analysis|${uuidOf(2)}`)).toBe(false)
  expect(world.store.documents.get(id)).toMatchObject({ body: null, pending: [waits] })
  expect(world.search.trashAsked.at(-1)).toBe(new Date(clock.now() - 60_000).toISOString())
})

test('[ERR-020] a page that fails is asked for record by record; the bad one is left out', async () => {
  const world = oldWorld(25)
  world.search.broken = 12
  const { problems } = await startWorld({ ...world, pageSize: 10 })
  expect(world.store.documents.size).toBe(24)
  expect(problems).toMatchObject([{ what: 'record_set_aside', seq: 12 }])
})

test('once the edge knows the pull, the tables are pulled afresh', async () => {
  const world = oldWorld(3)
  const { edge, clock, sync } = await startWorld(world)
  edge.faults = []
  edge.put(uuidOf(1), { name: 'As it is' })
  sync.resync()
  await clock.pass(1000)
  expect([...world.store.documents.values()].map(({ body }) => body?.['name'])).toEqual([
    'As it is',
  ])
})
