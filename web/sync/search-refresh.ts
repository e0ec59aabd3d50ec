import type { SyncRecord } from '../../domain/calls/sync.ts'
import { failureOf, faultOf } from './back-off.ts'
import type { Clock, DocumentStore, Report, SearchService } from './ports.ts'
import { isBegun } from './mark.ts'
import { refreshWindow } from './refresh-window.ts'
import type { Stream } from './streams.ts'
import { takeRecords } from './take-records.ts'

/** Generation of a refresh by search, whose `seq`s are times: a pull that works again starts from the beginning. */
const generation = 'searched'

type Body = Record<string, unknown>

/**
 * Refresh the tables of a stream by the search calls, for an edge that does not know the pull (spec §7 "Table refresh"): pages
 * in the order of creation, what has changed since the last refresh, and the trash bin for what has gone.
 * @throws Fault of a call that is no matter of a single record.
 */
export async function refreshBySearch(
  { name, kinds }: Stream,
  world: {
    store: DocumentStore
    search: SearchService
    clock: Clock
    report: Report
    pageSize: number
  },
): Promise<void> {
  const { store, search, clock, report } = world
  const before = await store.mark(name)
  const began = clock.now()
  const window = before.generation === generation ? refreshWindow(before.refreshed, began) : null
  if (isBegun(before) && before.generation !== generation) {
    const to = { seq: 0, refreshed: 0, pulledAt: 0, aside: [], generation }
    await store.restart(name, kinds, { from: before, to })
  }
  const records: SyncRecord[] = []
  for (const kind of kinds) {
    const bodies = await searchAll(kind, window, world)
    records.push(...bodies.map((body) => recordOf(kind, body, began)))
    const since = window?.update_from
    const gone = await search.trash(kind, since)
    records.push(...gone.map((uuid) => ({ kind, uuid, seq: began, body: null })))
  }
  const from = await store.mark(name)
  await takeRecords(store, name, records, {
    from,
    to: { seq: 1, refreshed: began, pulledAt: began, aside: [], generation },
    onAside: (seq, error) =>
      report({ what: 'record_set_aside', stream: name, seq, fault: faultOf(error) }),
  })
}

async function searchAll(
  kind: string,
  window: { update_from: string; update_to: string } | null,
  world: { search: SearchService; report: Report; pageSize: number },
): Promise<Body[]> {
  const found: Body[] = []
  for (let page = 1; ; page += 1) {
    const got = await searchPage(kind, page, window, world)
    found.push(...got.data)
    if (page >= got.pages) return found
  }
}

/** Search a page; if it fails, record by record, but not without a session: then all of it fails. */
async function searchPage(
  kind: string,
  page: number,
  window: { update_from: string; update_to: string } | null,
  { search, report, pageSize }: { search: SearchService; report: Report; pageSize: number },
): Promise<{ data: Body[]; pages: number }> {
  try {
    return await search.page(kind, { page, limit: pageSize, window })
  } catch (error) {
    if (faultOf(error).code !== 'internal') throw error
  }
  const data: Body[] = []
  let pages = page
  for (let at = (page - 1) * pageSize + 1; at <= page * pageSize; at += 1) {
    try {
      const one = await search.page(kind, { page: at, limit: 1, window })
      data.push(...one.data)
      pages = Math.ceil(one.pages / pageSize)
      if (at >= one.pages) break
    } catch (error) {
      if (failureOf(faultOf(error)) === 'away') throw error
      report({ what: 'record_set_aside', stream: kind, seq: at, fault: faultOf(error) })
    }
  }
  return { data, pages }
}

function recordOf(kind: string, body: Body, at: number): SyncRecord {
  const changed = typeof body['updated_at'] === 'string' ? Date.parse(body['updated_at']) : at
  return { kind, uuid: String(body['uuid']), seq: Number.isNaN(changed) ? at : changed, body }
}
