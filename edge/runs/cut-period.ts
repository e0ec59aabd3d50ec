import type { Period } from '../../domain/calls/counts.ts'
import { firstDayOf, localDay, midnight, nextDay, openZone } from '../../domain/calendar.ts'
import { Fault } from '../../domain/fault.ts'
import type { Stretch } from '../store/queries/analyses.ts'

/** A dashboard shows no more columns than these. */
const mostStretches = 400

/**
 * Cut a period at the midnights of a time zone: at each, at Mondays, or at the first of a month. The ends of the
 * period cut the outermost stretches.
 * @throws Fault `invalid` for an unknown time zone, a period without length, or one with too many stretches.
 */
export function cutPeriod({ from, to, by, timezone = 'UTC' }: Period): Stretch[] {
  const start = Date.parse(from)
  const end = Date.parse(to)
  if (end <= start) throw new Fault('invalid', 'The period ends before it begins', { field: 'to' })
  const zone = findZone(timezone)
  const stretches: Stretch[] = []
  let day = firstDayOf(localDay(start, zone), by)
  let begin = start
  while (begin < end) {
    day = nextDay(day, by)
    const next = Math.min(midnight(day, zone), end)
    // Leave out a stretch without length, which a zone makes that skips a whole day.
    if (next > begin) stretches.push({ from: iso(begin), to: iso(next) })
    begin = Math.max(next, begin)
    if (stretches.length > mostStretches) {
      throw new Fault('invalid', 'The period is too long to be cut so finely', {
        field: 'by',
        reason: 'period_too_fine',
        params: { maximum: mostStretches },
      })
    }
  }
  return stretches
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function findZone(timezone: string): Intl.DateTimeFormat {
  try {
    return openZone(timezone)
  } catch {
    throw new Fault('invalid', 'There is no such time zone', {
      field: 'timezone',
      reason: 'timezone',
    })
  }
}
