const dayMs = 86_400_000

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
  const wall = wallClock(ms, zone)
  return wall - (wall % dayMs)
}

/** Return the start of a local day in ms; where the clock is put forward over midnight, the first moment after it. */
export function midnight(day: number, zone: Intl.DateTimeFormat): number {
  const guess = day - (wallClock(day, zone) - day)
  return day - (wallClock(guess, zone) - guess)
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
