import { midnight, openZone } from '../../../domain/calendar.ts'
import { columnsOf, type DashboardRange } from '../../../domain/date-ranges.ts'
import { type CallName, callNames } from '../../../domain/results.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'

/** A day, a week or a month of completed analyses. */
export interface TrendColumn {
  /** Start in ms. */
  from: number
  validated: number
  /** Complete, and not signed yet. */
  waiting: number
  samples: Record<CallName, number>
}

type Counted = Pick<
  AnalysisRow,
  'uuid' | 'status' | 'created_at' | 'ended_at' | 'corrects' | 'summary'
>

/**
 * Count completed analyses and their samples by call (spec §2 "Dashboard/home"), by the day they ended in the account's
 * time zone, up to its own date. Of an analysis that was corrected only the newest version counts.
 */
export function countTrend(
  analyses: readonly Counted[],
  range: DashboardRange,
  today: number,
  timezone: string,
): TrendColumn[] {
  const zone = openZone(timezone)
  const columns = columnsOf(range, today).map((day) => startColumn(midnight(day, zone)))
  // Compare as texts: moments of records are written alike, so that they compare as the moments do.
  const begins = columns.map(({ from }) => new Date(from).toISOString())
  const replaced = new Set(analyses.flatMap(({ corrects }) => corrects ?? []))
  for (const { uuid, status, created_at, ended_at, summary } of analyses) {
    if ((status !== 'COMPLETE' && status !== 'VALIDATION') || replaced.has(uuid)) continue
    // Count a run from when it came where its file does not say when it ended.
    const ended = ended_at ?? created_at
    const column = columns[begins.findLastIndex((begin) => begin <= ended)]
    if (!column) continue
    column[status === 'VALIDATION' ? 'validated' : 'waiting'] += 1
    for (const call of callNames) column.samples[call] += summary?.[call] ?? 0
  }
  return columns
}

function startColumn(from: number): TrendColumn {
  const samples = { detected: 0, not_detected: 0, review: 0, invalid: 0 }
  return { from, validated: 0, waiting: 0, samples }
}
