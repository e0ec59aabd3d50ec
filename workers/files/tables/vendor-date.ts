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

/**
 * Read a date as vendors write it into ISO 8601: `2019-03-19 04:06:56 AM EDT`, `11/20/2024 13:05:00 UTC`, `09-27-2010`
 * (month first, as Bio-Rad and Thermo write it). Null for anything else.
 */
export function readVendorDate(text: string): string | null {
  const found =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(.*)$/.exec(text) ??
    /^()(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}.*)$/.exec(text)
  if (!found) return null
  const [, first = '', second = '', third = '', rest = ''] = found
  const year = first || rest.slice(0, 4)
  let [month, day] = [Number(second), Number(third)]
  // Read the month first, as Bio-Rad writes; more than twelve months say that somebody's computer does not.
  if (!first && month > 12) [month, day] = [day, month]
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  const date = `${year}-${pad(month)}-${pad(day)}`
  return date + readTime(first ? rest : rest.slice(4))
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
