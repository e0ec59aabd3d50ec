import { useCallback } from 'react'
import { openZone } from '../../../domain/calendar.ts'
import { auditCalls, type TrailEntry } from '../../../domain/calls/audit.ts'
import { momentsOf } from '../../../domain/date-ranges.ts'
import { type Kind, kinds } from '../../../domain/registry.ts'
import { call } from '../../client/call.ts'
import { type ReadPages, readPages } from '../../client/read-pages.ts'
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

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Read the filters of an address, and name those parts of it that are none. */
export function readEntryFilter(search: URLSearchParams): { filter: EntryFilter; wrong: string[] } {
  const wrong: string[] = []
  const read = <Value>(name: string, take: (text: string) => Value | null): Value | null => {
    const text = search.get(name)
    if (!text) return null
    const value = take(text)
    if (value === null) wrong.push(`${name}=${text}`)
    return value
  }
  const uuid = (text: string) => (uuidForm.test(text) ? text : null)
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

/** Read entries that match, the newest first: so many pages, or all. */
export async function readEntries(
  { kind, who, uuid, action, from, to }: EntryFilter,
  pages: number | 'all',
  signal: AbortSignal,
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
    // Both ends are included there: the end of a day is the last millisecond of it.
    ...(end && { to: new Date(Date.parse(end) - 1).toISOString() }),
  }
  return readPages({
    pages,
    idOf: ({ seq }) => String(seq),
    read: (page) => call(auditCalls.search, { query: { limit, page }, body }, { signal }),
  })
}

export function useEntries(filter: EntryFilter, pages: number): Loaded<ReadPages<TrailEntry>> {
  const key = JSON.stringify(filter)
  const load = useCallback(
    (signal: AbortSignal) => readEntries(JSON.parse(key) as EntryFilter, pages, signal),
    [key, pages],
  )
  return useAnswer(load)
}
