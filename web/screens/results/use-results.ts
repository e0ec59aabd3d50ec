import { useCallback } from 'react'
import { openZone } from '../../../domain/calendar.ts'
import { resultCalls, type ResultRow } from '../../../domain/calls/results.ts'
import { daysOf, momentsOf } from '../../../domain/date-ranges.ts'
import { call } from '../../client/call.ts'
import { compareTexts } from '../../i18n/format.ts'
import { localZone, today } from '../../state/local-time.ts'
import { type Loaded, useAnswer } from '../../state/use-answer.ts'
import type { ResultFilter } from './result-filters.ts'

/** As many as the service gives at once. */
const limit = '500'

/** The rows that fit, the newest first, so many pages of them; asked of the edge, answered from this machine without it. */
export function useResults(
  filter: ResultFilter,
  pages: number,
): Loaded<{ rows: ResultRow[]; total: number }> {
  const key = JSON.stringify(filter)
  const day = today.value
  const zone = localZone()
  const load = useCallback(
    async (signal: AbortSignal) => {
      const body = bodyOf(JSON.parse(key) as ResultFilter, day, zone)
      const found: ResultRow[] = []
      let total = 0
      for (let page = 1; page <= pages; page += 1) {
        const query = { limit, page: String(page), order: 'created_at DESC' } as const
        const answer = await call(resultCalls.search, { query, body }, { signal })
        found.push(...answer.data)
        total = answer.total
        if (page >= answer.pages) break
      }
      return { rows: found.sort(byAnalysis), total }
    },
    [key, pages, day, zone],
  )
  return useAnswer(load)
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
