/**
 * Return the year of its last two digits: of the hundred years from 49 before this one to 50 after it
 * (GS1 General Specifications 7.12).
 * @param today `YYYY-MM-DD`
 */
export function fullYear(twoDigits: number, today: string): number {
  const now = Number(today.slice(0, 4))
  const year = now - (now % 100) + twoDigits
  const away = year - now
  return away > 50 ? year - 100 : away < -49 ? year + 100 : year
}

/** Return a day as `YYYY-MM-DD`; null where the calendar has none. Day 0 is the last of its month. */
export function isoDay(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12) return null
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day > last) return null
  return [String(year).padStart(4, '0'), two(month), two(day === 0 ? last : day)].join('-')
}

/** Return the day of a year, counted from 1; null where the year has none. */
export function dayOfYear(year: number, count: number): string | null {
  const day = new Date(Date.UTC(year, 0, count))
  return count >= 1 && day.getUTCFullYear() === year ? day.toISOString().slice(0, 10) : null
}

/** Return `YYMMDD` as a day; null where it is none. Day 00 is the last of its month. */
export function readYymmdd(text: string, today: string): string | null {
  const [year = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(text.slice(at, at + 2)))
  return isoDay(fullYear(year, today), month, day)
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
