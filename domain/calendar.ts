const dayMs = 86_400_000
const minuteMs = 60_000

/** Return a moment of the contract (`Moment`) as records keep theirs: in UTC, so that their texts sort by time. */
export function utcOf(moment: string): string {
  return new Date(moment).toISOString()
}

/** Steps that a period is divided into: at each midnight, at Mondays (decisions D80), or at the first of a month. */
export type Step = 'day' | 'week' | 'month'

/** Open a time zone whose local time can be asked for. Throws a RangeError for an unknown name. */
export function openZone(timezone: string): Intl.DateTimeFormat {
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
}

/** Return the local time, written as if it were UTC. */
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

/** Return the local date of a time. Days are counted as UTC midnights of the local date, in ms. */
export function localDay(ms: number, zone: Intl.DateTimeFormat): number {
  return Math.floor(wallClock(ms, zone) / dayMs) * dayMs
}

/** Return the start of a local day in ms. */
export const midnight = (day: number, zone: Intl.DateTimeFormat): number =>
  momentAt(day, '00:00', zone)

/**
 * Return the moment (ms) at which clocks show a time such as `08:00` on a local day: where they are put forward over it, the first
 * one after it, and where they show it twice, the first of both.
 */
export function momentAt(day: number, time: string, zone: Intl.DateTimeFormat): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wall = day + (hours * 60 + minutes) * minuteMs
  const momentBy = (at: number) => wall - (wallClock(at, zone) - at)
  const [before, after] = [momentBy(wall - dayMs), momentBy(wall + dayMs)]
  const first = Math.min(before, after)
  return wallClock(first, zone) >= wall ? first : Math.max(before, after)
}

/** Return the day itself, the Monday of its week, or the first of its month. */
export function firstDayOf(day: number, by: Step): number {
  const date = new Date(day)
  if (by === 'month') return day - (date.getUTCDate() - 1) * dayMs
  if (by === 'week') return day - ((date.getUTCDay() + 6) % 7) * dayMs
  return day
}

/** Return the first day of the next step, from the first day of one. */
export function nextDay(day: number, by: Step): number {
  if (by === 'day') return day + dayMs
  if (by === 'week') return day + 7 * dayMs
  const date = new Date(day)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

export const addDays = (day: number, days: number): number => day + days * dayMs

/** Return the same date in another month; the last of a month that is too short. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const last = addDays(nextDay(first, 'month'), -1)
  return Math.min(addDays(first, date.getUTCDate() - 1), last)
}
