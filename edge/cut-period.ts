import type { Period } from '../domain/calls/counts.ts'
import { Fault } from '../domain/fault.ts'
import type { Stretch } from './store/queries/analyses.ts'

/** A dashboard shows no more columns than these. */
const mostStretches = 400
const dayMs = 86_400_000

/**
 * Cuts a period at the midnights of a time zone: at each, at Mondays, or at the first of a month. The ends of the
 * period cut the outermost stretches.
 * @throws Fault `invalid` for a time zone that is none, a period without length, or one with too many stretches.
 */
export function cutPeriod({ from, to, by, timezone = 'UTC' }: Period): Stretch[] {
  const start = readMoment(from, 'from')
  const end = readMoment(to, 'to')
  if (end <= start) throw new Fault('invalid', 'The period ends before it begins', { field: 'to' })
  const zone = openZone(timezone)
  const stretches: Stretch[] = []
  let day = firstDayOf(localDay(start, zone), by)
  let begin = start
  while (begin < end) {
    day = nextDay(day, by)
    const next = Math.min(midnight(day, zone), end)
    // A stretch without length would come of a zone that skips a whole day.
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

function readMoment(text: string, field: string): number {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) {
    throw new Fault('invalid', 'There is no such day', { field, reason: 'moment' })
  }
  return ms
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function openZone(timezone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    throw new Fault('invalid', 'There is no such time zone', {
      field: 'timezone',
      reason: 'timezone',
    })
  }
}

/** The clock on the wall, written as if it were UTC. */
function wallClock(ms: number, zone: Intl.DateTimeFormat): number {
  const parts = new Map(zone.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const read = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
}

/** Days are counted as UTC midnights of the local date. */
function localDay(ms: number, zone: Intl.DateTimeFormat): number {
  const wall = wallClock(ms, zone)
  return wall - (wall % dayMs)
}

/** When a local day begins; where the clock is put forward over midnight, when it strikes again. */
function midnight(day: number, zone: Intl.DateTimeFormat): number {
  const guess = day - (wallClock(day, zone) - day)
  return day - (wallClock(guess, zone) - guess)
}

function firstDayOf(day: number, by: Period['by']): number {
  const date = new Date(day)
  if (by === 'month') return day - (date.getUTCDate() - 1) * dayMs
  // Weeks begin on Monday (decisions D80).
  if (by === 'week') return day - ((date.getUTCDay() + 6) % 7) * dayMs
  return day
}

function nextDay(day: number, by: Period['by']): number {
  if (by === 'day') return day + dayMs
  if (by === 'week') return day + 7 * dayMs
  const date = new Date(day)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
