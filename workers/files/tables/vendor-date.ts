/** Hours that the time zones of exports are behind UTC. */
const zones: Readonly<Record<string, string>> = {
  UTC: 'Z',
  GMT: 'Z',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  CET: '+01:00',
  CEST: '+02:00',
}

/** Beginnings of the names of the months, in the languages of the app. */
const months: readonly RegExp[] = [
  /^(jan|ene|gen|янв|يناير)/i,
  /^(fe[bv]|fév|фев|فبراير)/i,
  /^(mar|mär|mrz|мар|مارس)/i,
  /^(apr|abr|avr|апр|[أا]بريل)/i,
  /^(ma[iyg]|ма[йя]|مايو)/i,
  /^(jun|juin|giu|июн|يوني)/i,
  /^(jul|juil|lug|июл|يولي)/i,
  /^(aug|ago|ao[uû]|авг|[أا]غسطس)/i,
  /^(sep|set|сен|سبتمبر)/i,
  /^(o[ck]t|ott|окт|[أا]كتوبر)/i,
  /^(nov|ноя|نوفمبر)/i,
  /^(de[cz]|déc|dic|дек|ديسمبر)/i,
]

/**
 * Read a date as vendors write it into ISO 8601: `2019-03-19 04:06:56 AM EDT`, `11/20/2024 13:05:00 UTC`, `09-27-2010`
 * (month first, as Bio-Rad and Thermo write it), `27.09.2010` (day first, as everybody writes it who writes points),
 * `27-Sep-2010`, `Sept. 27, 2010`, `27 septembre 2010`, `2010年9月27日`. Null for anything else.
 */
export function readVendorDate(text: string): string | null {
  const found = findNumbers(text) ?? findNamed(text)
  if (!found) return null
  const { year, month, day, rest } = found
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  return `${year}-${pad(month)}-${pad(day)}${readTime(rest)}`
}

interface FoundDate {
  year: string
  month: number
  day: number
  /** Text behind the date: the time. */
  rest: string
}

function findNumbers(text: string): FoundDate | null {
  const [, year = '', ...others] =
    /^(\d{4})[-/.年]\s*(\d{1,2})[-/.月]\s*(\d{1,2})日?(.*)$/.exec(text) ?? []
  if (year !== '') {
    const [month = '', day = '', rest = ''] = others
    return { year, month: Number(month), day: Number(day), rest }
  }
  const [, first = '', sign, second = '', own = '', rest = ''] =
    /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})(.*)$/.exec(text) ?? []
  if (own === '') return null
  const numbers = [Number(first), Number(second)] as const
  // Read the month first, as Bio-Rad writes; points and more than twelve months say that somebody's computer does not.
  const [day, month] = sign === '.' || numbers[0] > 12 ? numbers : [numbers[1], numbers[0]]
  return { year: own, month, day, rest }
}

/** A day and the name of a month, in either order, behind the name of a weekday. */
const dayFirst =
  /^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?[\s-]+(?:de\s+)?(\p{L}{3,})\.?(?:[\s-]+de)?[\s,-]+(\d{4})(.*)$/u
const monthFirst = /^(?:\p{L}+\.?,?\s+)?(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d{4})(.*)$/u

function findNamed(text: string): FoundDate | null {
  const [, day = '', name = '', year = '', rest = ''] = dayFirst.exec(text) ?? swap(text)
  const month = months.findIndex((one) => one.test(name)) + 1
  // Leave out words between day and time: `г.`, `um`, `at`.
  const time = rest.replace(/^[\s,]*\p{L}{0,5}\.?,?\s+/u, ' ')
  return year === '' ? null : { year, month, day: Number(day), rest: time }
}

/** Return what `dayFirst` finds, of a date with its month first. */
function swap(text: string): string[] {
  const [all = '', name = '', day = '', ...others] = monthFirst.exec(text) ?? []
  return [all, day, name, ...others]
}

/** No instrument is older: years before are those of clocks without a battery, and of programs that know no date. */
const firstYear = 1990

/**
 * Return true for a date, with or without a time, that a run can have had and a record can hold. JavaScript takes a 31 February
 * for a day of March.
 */
export function isRunDate(text: string): boolean {
  const day = text.slice(0, 10)
  const [at, midnight] = [new Date(text), new Date(`${day}T00:00:00Z`)]
  if (Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime())) return false
  const year = at.getUTCFullYear()
  return midnight.toISOString().startsWith(day) && year >= firstYear && year <= 9999
}

/** Write the time as `T04:06:56-04:00`, or nothing if there is none; an unknown zone is left out. */
function readTime(text: string): string {
  const time = /^[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([AaPp]\.?[Mm]\.?)?\s*(\S*)/.exec(
    text,
  )
  if (!time) return ''
  const [, hours = '0', minutes = '00', seconds = '00', half = '', zone = ''] = time
  let hour = Number(hours)
  // Read "14:05:00 PM" too, which is written.
  if (half && hour <= 12) hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0)
  if (hour > 23) return ''
  const offset = /^(Z|[+-]\d{2}:?\d{2})$/.test(zone) ? zone : (zones[zone.toUpperCase()] ?? '')
  return `T${pad(hour)}:${minutes}:${seconds}${offset}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
