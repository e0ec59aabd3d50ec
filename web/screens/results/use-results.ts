import { useCallback } from 'react'
import { openZone } from '../../../domain/calendar.ts'
import { resultCalls, type ResultRow } from '../../../domain/calls/results.ts'
import { countedRows } from '../../../domain/catalog/limits.ts'
import { daysOf, momentsOf } from '../../../domain/date-ranges.ts'
import { call } from '../../client/call.ts'
import { type ReadPages, readPages } from '../../client/read-pages.ts'
import { compareTexts } from '../../i18n/format.ts'
import { localZone, today } from '../../state/local-time.ts'
import { type Loaded, useAnswer } from '../../state/use-answer.ts'
import type { ResultFilter } from './result-filters.ts'

/** As many as the service gives at once. */
const limit = '500'

/** The rows that fit, the newest first: so many pages of them, or all; asked of the edge, answered from this machine without it. */
export function useResults(
  filter: ResultFilter,
  pages: number | 'all',
): Loaded<ReadPages<ResultRow>> {
  const key = JSON.stringify(filter)
  const day = today.value
  const zone = localZone()
  const load = useCallback(
    (signal: AbortSignal) =>
      readResultRows(JSON.parse(key) as ResultFilter, { pages, day, zone, signal }),
    [key, pages, day, zone],
  )
  return useAnswer(load)
}

/** Read rows of results. Of `countedRows` and more only the newest are read, and the answer is not whole. */
export async function readResultRows(
  filter: ResultFilter,
  options: { pages: number | 'all'; day: number; zone: string; signal: AbortSignal },
): Promise<ReadPages<ResultRow>> {
  const { pages, day, zone, signal } = options
  const body = bodyOf(filter, day, zone)
  const found = await readPages({
    pages,
    countedTo: countedRows,
    idOf: resultId,
    read: (page) => {
      const query = { limit, page, order: 'created_at DESC' } as const
      return call(resultCalls.search, { query, body }, { signal })
    },
  })
  return { ...found, rows: found.rows.toSorted(byAnalysis) }
}

/** Names a row among all: a sample and a target of an analysis. */
export function resultId(row: ResultRow): string {
  return `${row.analysis_uuid} ${row.sample_uuid} ${row.target}`
}

/** The newest analysis first, as the service gives them; in each the samples by name, which the service does not. */
function byAnalysis(one: ResultRow, other: ResultRow): number {
  return (
    compareTexts(other.created_at, one.created_at) ||
    compareTexts(other.analysis_uuid, one.analysis_uuid) ||
    compareTexts(one.sample_name, other.sample_name) ||
    compareTexts(one.sample_uuid, other.sample_uuid) ||
    compareTexts(one.target, other.target)
  )
}

function bodyOf({ sample, calls, type, when }: ResultFilter, day: number, zone: string) {
  const [update_from, update_to] = when ? momentsOf(daysOf(when, day), openZone(zone)) : []
  return {
    ...(update_from && update_to ? { update_from, update_to } : {}),
    filters: {
      ...(sample ? { sample } : {}),
      ...(calls.length > 0 ? { call: [...calls] } : {}),
      ...(type ? { sample_type: [type] } : {}),
    },
  }
}
