import { useCallback } from 'react'
import { openZone } from '../../../domain/calendar.ts'
import {
  resultCalls,
  type ResultQuery,
  type ResultRow,
  type ResultSort,
} from '../../../domain/calls/results.ts'
import { countedRows } from '../../../domain/catalog/limits.ts'
import { daysOf, momentsOf } from '../../../domain/date-ranges.ts'
import { call } from '../../client/call.ts'
import { type ReadPages, readPages } from '../../client/read-pages.ts'
import { compareTexts } from '../../i18n/format.ts'
import { type Sort, unsorted } from '../../parts/table/sort.ts'
import { localZone, today } from '../../state/local-time.ts'
import { type Loaded, useAnswer } from '../../state/use-answer.ts'
import type { ResultFilter } from './result-filters.ts'

/** As many as the service gives at once. */
const limit = '500'

/** Field by which the service sorts each column. */
const sortedBy: Readonly<Record<string, ResultSort>> = {
  sample: 'sample_name',
  type: 'sample_type',
  target: 'target',
  call: 'call',
  cq: 'cq_mean',
  sd: 'cq_sd',
  quantity: 'quantity',
  analysis: 'analysis_name',
  created_at: 'created_at',
}

export interface ResultRows extends ReadPages<ResultRow> {
  /** Order in which the service has sorted all of them; unsorted while they are the newest first. */
  sort: Sort
}

/** Read so many pages of the rows that match, or all of them: from the service, or from this machine when offline. */
export function useResults(filter: ResultFilter, pages: number, sort: Sort): Loaded<ResultRows> {
  const key = JSON.stringify({ filter, sort })
  const day = today.value
  const zone = localZone()
  const load = useCallback(
    (signal: AbortSignal) => {
      const asked = JSON.parse(key) as { filter: ResultFilter; sort: Sort }
      return readSorted(asked.filter, asked.sort, { pages, day, zone, signal })
    },
    [key, pages, day, zone],
  )
  return useAnswer(load)
}

interface Reading {
  pages: number | 'all'
  day: number
  zone: string
  signal: AbortSignal
}

/** Read rows in the order wanted. Rows that all fit on a page are sorted here, also offline; else the service sorts them. */
async function readSorted(filter: ResultFilter, sort: Sort, reading: Reading): Promise<ResultRows> {
  const order = sort.filter(({ id }) => sortedBy[id])
  const isNewest = order.length === 0
  const newest = await readResultRows(filter, isNewest ? reading : { ...reading, pages: 1 })
  if (isNewest || newest.isWhole) return { ...newest, sort: unsorted }
  return { ...(await readResultRows(filter, reading, order)), sort: order }
}

/** Read rows of results, the newest first or in another order. With `countedRows` or more the answer is not whole. */
export async function readResultRows(
  filter: ResultFilter,
  { pages, day, zone, signal }: Reading,
  sort: Sort = unsorted,
): Promise<ReadPages<ResultRow>> {
  const body = bodyOf(filter, day, zone)
  const asked = sort.map(({ id, desc }) => `${sortedBy[id]} ${desc ? 'DESC' : 'ASC'}`)
  const order = asked.join(',') || 'created_at DESC'
  const found = await readPages({
    pages,
    countedTo: countedRows,
    idOf: resultId,
    read: (page, after) => {
      const query: ResultQuery = { limit, order, ...(after === null ? { page } : { after }) }
      return call(resultCalls.search, { query, body }, { signal })
    },
  })
  return asked.length > 0 ? found : { ...found, rows: found.rows.toSorted(byAnalysis) }
}

/** Name a row among all: a sample and a target of an analysis. */
export function resultId(row: ResultRow): string {
  return `${row.analysis_uuid} ${row.sample_uuid} ${row.target}`
}

/**
 * Order by analysis, the newest first, as the service does; within each by the sample's name, which the service does
 * not.
 */
function byAnalysis(one: ResultRow, other: ResultRow): number {
  return (
    compareTexts(other.created_at, one.created_at) ||
    compareTexts(other.analysis_uuid, one.analysis_uuid) ||
    compareTexts(one.sample_name, other.sample_name) ||
    compareTexts(one.sample_uuid, other.sample_uuid) ||
    compareTexts(one.target, other.target)
  )
}

function bodyOf(filter: ResultFilter, day: number, zone: string) {
  const { sample, calls, type, when, held, noControls } = filter
  const [update_from, update_to] = when ? momentsOf(daysOf(when, day), openZone(zone)) : []
  return {
    ...(update_from && update_to ? { update_from, update_to } : {}),
    filters: {
      ...(sample ? { sample } : {}),
      ...(calls.length > 0 ? { call: [...calls] } : {}),
      ...(type ? { sample_type: [type] } : {}),
      ...(held ? { held: true as const } : {}),
      ...(noControls ? { no_controls: true as const } : {}),
    },
  }
}
