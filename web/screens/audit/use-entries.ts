import { useCallback } from 'react'
import * as v from 'valibot'
import { openZone } from '../../../domain/calendar.ts'
import { auditCalls, type EntrySort, type TrailEntry } from '../../../domain/calls/audit.ts'
import { momentsOf } from '../../../domain/date-ranges.ts'
import { Uuid } from '../../../domain/fields.ts'
import { type Kind, kinds } from '../../../domain/registry.ts'
import { call } from '../../client/call.ts'
import { pause } from '../../client/pause.ts'
import { type ReadPages, readPages } from '../../client/read-pages.ts'
import { type Sort, unsorted } from '../../parts/table/sort.ts'
import { localZone } from '../../state/local-time.ts'
import { type Loaded, useAnswer } from '../../state/use-answer.ts'

/** Filters of the entries, as they are in the address. Days are written `2026-11-27`. */
export interface EntryFilter {
  kind: Kind | null
  who: string | null
  uuid: string | null
  action: string | null
  from: number | null
  to: number | null
}

/** Read the filters of an address, and name its invalid parts. */
export function readEntryFilter(search: URLSearchParams): { filter: EntryFilter; wrong: string[] } {
  const wrong: string[] = []
  const read = <Value>(name: string, take: (text: string) => Value | null): Value | null => {
    const text = search.get(name)
    if (!text) return null
    const value = take(text)
    if (value === null) wrong.push(`${name}=${text}`)
    return value
  }
  const uuid = (text: string) => (v.is(Uuid, text) ? text : null)
  const filter = {
    kind: read('kind', (text) => kinds.find((one) => one === text) ?? null),
    who: read('who', uuid),
    uuid: read('uuid', uuid),
    action: read('action', (text) => (/^[\w.]{1,80}$/.test(text) ? text : null)),
    from: read('from', readDayText),
    to: read('to', readDayText),
  }
  return { filter, wrong }
}

function readDayText(text: string): number | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(day) ? null : day
}

export function writeDayText(day: number | null): string | null {
  return day === null ? null : new Date(day).toISOString().slice(0, 10)
}

/** Take all filters out of the address. */
export const clearedFilter = {
  kind: null,
  who: null,
  uuid: null,
  action: null,
  from: null,
  to: null,
}

/** As many as the service gives at once. */
const limit = '500'

/** Field by which the service sorts each column. */
const sortedBy: Readonly<Record<string, EntrySort>> = {
  seq: 'at',
  at: 'at',
  who: 'who',
  action: 'action',
  kind: 'kind',
}

/** Leave out columns that the service does not sort by. */
export function serviceSort(sort: Sort): Sort {
  return sort.filter(({ id }) => sortedBy[id])
}

/** An order of the entries, beside their filters, and a text in the names of people and records. */
interface Wanted {
  sort: Sort
  text: string
}

/** Entries with what the service has done with all of them; the rest is done with those that are here. */
interface Entries extends ReadPages<TrailEntry> {
  /** Order in which they come; unsorted while they are the newest first. */
  sort: Sort
  /** Text that the service has looked for; empty where it has not. */
  text: string
}

/** Delay between the last letter and the search. */
const pauseMs = 300

/**
 * Read entries in the order wanted. When all that match the filters fit on a page, they are sorted and searched here, in every
 * column; else the service sorts all of them and searches the names of people and records.
 */
export async function readWanted(
  filter: EntryFilter,
  { sort, text }: Wanted,
  pages: number | 'all',
  signal: AbortSignal,
): Promise<Entries> {
  const order = serviceSort(sort)
  const isPlain = order.length === 0 && text === ''
  const newest = await readEntries(filter, isPlain ? pages : 1, signal)
  if (isPlain || newest.isWhole) return { ...newest, sort: unsorted, text: '' }
  if (text !== '') {
    await pause(pauseMs, signal)
    // Ask for nothing once somebody has typed on.
    signal.throwIfAborted()
  }
  const found = await readEntries(filter, pages, signal, { sort: order, text })
  return { ...found, sort: order, text }
}

/** Read entries that match, the newest first or in another order: so many pages, or all. */
export async function readEntries(
  { kind, who, uuid, action, from, to }: EntryFilter,
  pages: number | 'all',
  signal: AbortSignal,
  { sort, text }: Wanted = { sort: unsorted, text: '' },
): Promise<ReadPages<TrailEntry>> {
  const zone = openZone(localZone())
  const [begin] = from === null ? [] : momentsOf({ first: from, last: from }, zone)
  const [, end] = to === null ? [] : momentsOf({ first: to, last: to }, zone)
  const body = {
    ...(kind && { kind }),
    ...(uuid && { uuid }),
    ...(who && { actor_uuid: who }),
    ...(action && { action }),
    ...(begin && { from: begin }),
    ...(text && { search: text }),
    // Subtract a millisecond: both ends are included there, and the end of a day is its last one.
    ...(end && { to: new Date(Date.parse(end) - 1).toISOString() }),
  }
  const order = sort.map(({ id, desc }) => `${sortedBy[id]} ${desc ? 'DESC' : 'ASC'}`).join(',')
  return readPages({
    pages,
    idOf: ({ seq }) => String(seq),
    read: (page, after) => {
      const place = after === null ? { page } : { after }
      const query = { limit, ...place, ...(order && { order }) }
      return call(auditCalls.search, { query, body }, { signal })
    },
  })
}

export function useEntries(filter: EntryFilter, wanted: Wanted, pages: number): Loaded<Entries> {
  const key = JSON.stringify({ filter, wanted })
  const load = useCallback(
    (signal: AbortSignal) => {
      const asked = JSON.parse(key) as { filter: EntryFilter; wanted: Wanted }
      return readWanted(asked.filter, asked.wanted, pages, signal)
    },
    [key, pages],
  )
  return useAnswer(load)
}
