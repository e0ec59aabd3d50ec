import { withPlainDigits } from './plain-digits.ts'

const english = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * Read a day as people write it, counted as `localDay` does, in one of the accepted formats: yyyy-MM-dd, MMM dd yy, MMM
 * dd yyyy and dd/MM/yyyy (spec §5), the last also as languages write it (`patternIn`). Of figures the day comes before
 * the month, unless the year is first. Null for anything else, and for a day that the calendar does not have.
 * @param months names of the reader's language, short or long, by month; English ones are always known.
 */
export function readDay(text: string, months: readonly (readonly string[])[] = []): number | null {
  const written = withPlainDigits(text)
    .replaceAll(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll('／', '/')
    .replaceAll('．', '.')
    .replaceAll('－', '-')
    .trim()
  const iso = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(written)
  if (iso) return makeDay(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const plain = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(written)
  if (plain) return makeDay(Number(plain[4]), Number(plain[3]), Number(plain[1]))
  const named = /^(.+?)\s+(\d{1,2}),?\s+(\d{4}|\d{2})$/.exec(written)
  if (!named) return null
  const year = Number(named[3])
  return makeDay(
    year < 100 ? 2000 + year : year,
    findMonth(named[1] ?? '', months),
    Number(named[2]),
  )
}

/** Find a month, counted from 1; 0 for an unknown name. */
function findMonth(word: string, months: readonly (readonly string[])[]): number {
  const key = keyOf(word)
  if (key === '') return 0
  const own = months.findIndex((names) => names.some((name) => keyOf(name) === key))
  if (own >= 0) return own + 1
  return 1 + english.findIndex((name) => name === key || (key.length >= 3 && name.startsWith(key)))
}

/** Leave out signs: short names end with a full stop in some languages, in others with an apostrophe or a geresh. */
const keyOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

function makeDay(year: number, month: number, day: number): number | null {
  const made = new Date(Date.UTC(year, month - 1, day))
  const isReal = made.getUTCMonth() === month - 1 && made.getUTCDate() === day
  return isReal && month >= 1 && year >= 1000 ? made.getTime() : null
}
