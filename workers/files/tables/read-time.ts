/** Words for time in the header of a column, in the languages of the pages, and others that may be beside them. */
const timeNames = 'time|zeit|laufzeit|temps|tiempo|tempo|время|时间|الوقت|الزمن'
const timeWords = new RegExp(`^(${timeNames}|elapsed|run|reaction|in)$`)
/** Units of times, in minutes; a header may be one of the longer words alone. */
const units = [
  [
    's|sec|secs|seconds?|sek|sekunden?|secondes?|segundos?|secondi|с|сек|секунды?|秒|ثانية|ثوان',
    1 / 60,
  ],
  ['m|min|mins|minutes?|minuten?|minutos?|minuti|мин|минуты?|分|分钟|دقيقة|دقائق', 1],
  ['h|hr|hrs|hours?|std|stunden?|heures?|horas?|ore|ч|час|часы?|小时|ساعة', 60],
].map(([names, minutes]) => ({
  words: new RegExp(`^(${names})$`),
  names,
  minutes: Number(minutes),
}))
/** Words of which a header of times has one, single letters aside: most cells of large tables have none. */
const hint = new RegExp(
  [timeNames, ...units.map(({ names }) => names)]
    .join('|')
    .split('|')
    .filter((name) => !/^[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(name))
    .join('|'),
  'iu',
)
/** Words by which a header says how times are written: `hh:mm:ss`, `h:mm`, `mm:ss`. */
const clockWord = /\b(?:(h{1,2}):m{1,2}(?::s{1,2})?|m{1,2}(?:in)?:s(?:s|ec)?)\b/i

/** Notation of times below a header: minutes of a number, and of the first part of `12:30`; NaN where nothing says it. */
export interface TimeUnit {
  number: number
  clock: number
}

export const mayNameTime = (header: string) => hint.test(header)

/** Return how times below a header are written, null for a header of anything else: one with a number (`Time 24 h`) is a sample. */
export function unitOf(header: string): TimeUnit | null {
  if (header.length > 40 || /\d/.test(header) || !mayNameTime(header)) return null
  const written = clockWord.exec(header)
  const clock = written ? (written[1] === undefined ? 1 : 60) : Number.NaN
  const words = header
    .replace(clockWord, ' ')
    .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
  const others = words.filter((word) => !timeWords.test(word))
  const [name = ''] = others
  if (others.length === 0) return words.length > 0 ? { number: Number.NaN, clock } : null
  const isTime = others.length < words.length
  const minutes = minutesOf(name)
  const isUnit = others.length === 1 && minutes !== undefined && (isTime || name.length > 4)
  if (!isUnit) return null
  return { number: minutes, clock: written || minutes < 1 ? clock : minutes }
}

const minutesOf = (unit: string) => units.find(({ words }) => words.test(unit))?.minutes

/**
 * Return a time in minutes: a number, a clock (`0:12:30`), a time of a workbook, or parts with their units (`0 h 12 min 30 s`).
 * NaN where nothing says its unit, null for any other cell.
 */
export function timeOf(cell: string, { number, clock }: TimeUnit): number | null {
  const value = (digits = '') => Number(digits.replace(',', '.'))
  if (/^-?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(cell)) return value(cell) * number
  const [, first, second, third] =
    /^(\d{1,3}):([0-5]\d(?:[.,]\d+)?)(?::([0-5]\d(?:[.,]\d+)?))?$/.exec(cell) ?? []
  if (third !== undefined) return value(first) * 60 + value(second) + value(third) / 60
  if (first !== undefined) {
    // Take parts of a second for what they are.
    const minutes = /[.,]/.test(second ?? '') ? 1 : clock
    return (value(first) + value(second) / 60) * minutes
  }
  return cell.includes('T') ? timeOfWorkbook(cell) : timeOfParts(cell, value)
}

/** Day that a workbook counts times from: they are shares of a day, which its reader writes as a date. */
const firstDays = ['1899-12-31', '1904-01-01'].map((day) => Date.parse(day))

function timeOfWorkbook(cell: string): number | null {
  const at = /^(?:1899|190[04])-\d\d-\d\dT[\d:.]+Z?$/.test(cell)
    ? Date.parse(cell.replace(/Z?$/, 'Z'))
    : Number.NaN
  const first = firstDays.findLast((day) => at >= day)
  return first === undefined ? null : Math.round(at - first) / 60_000
}

function timeOfParts(cell: string, value: (digits?: string) => number): number | null {
  const part = /(\d{1,9}(?:[.,]\d{1,9})?)\s{0,3}(\p{L}{1,12})\.?/gu
  if (cell.length > 40 || !/^\d/.test(cell) || cell.replaceAll(part, '').trim() !== '') return null
  const parts = [...cell.matchAll(part)].map(([, digits, unit = '']) => ({
    digits: value(digits),
    minutes: minutesOf(unit.toLowerCase()) ?? Number.NaN,
  }))
  const areUnits = parts.every(({ minutes }, i) => minutes < (parts[i - 1]?.minutes ?? Infinity))
  return areUnits ? parts.reduce((sum, one) => sum + one.digits * one.minutes, 0) : null
}

/** Return true for a time of the day or a date with a time, which does not say when the run began. */
export function isOfDay(cell: string): boolean {
  return (
    /^\d{1,2}:\d\d(?::\d\d)?\s*[ap]\.?m\.?$/i.test(cell) ||
    /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}[T,\s]+\d{1,2}:\d\d/.test(cell)
  )
}

/** Return true for the header of times, in whatever unit. */
export function isTimeHead(header: string): boolean {
  return unitOf(header) !== null
}
