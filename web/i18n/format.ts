import { fillPattern, firstPattern, partsOf, patternIn } from '../../domain/rules/date-pattern.ts'
import { direction, language, locale, t } from './intl.ts'

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function keep<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  const found = kept.get(key) ?? make()
  kept.set(key, found)
  return found as F
}

/** Format a number in the reader's locale. `decimals` fixes the digits after the point; else up to 3. */
export function formatNumber(value: number, decimals?: number): string {
  const format = keep(`n|${locale.value}|${decimals}`, () =>
    decimals === undefined
      ? new Intl.NumberFormat(locale.value)
      : new Intl.NumberFormat(locale.value, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
          // Write no sign for a value that rounds to zero.
          signDisplay: 'negative',
        }),
  )
  return format.format(value)
}

/** Format a number with all significant digits, as a record of changes needs it, but without those of rounding. */
export function formatExact(value: number): string {
  return keep(
    `x|${locale.value}`,
    () => new Intl.NumberFormat(locale.value, { maximumSignificantDigits: 10 }),
  ).format(value)
}

/** Above it a ratio says no more than that it is very large: nobody reads its digits. */
const mostRatio = 1000

/** Write a ratio, or a part in per cent: above 1,000 only that it is more than that. */
export function formatRatio(value: number, decimals: number): string {
  const most = formatNumber(mostRatio, 0)
  if (value > mostRatio) return t('parts.number.moreThan', { value: most })
  if (value < -mostRatio) return t('parts.number.lessThan', { value: formatNumber(-mostRatio, 0) })
  return formatNumber(value, decimals)
}

/** Format a large number in few letters, such as 1.2M: for the ticks of an axis. */
export function formatCompact(value: number): string {
  const format = keep(
    `c|${locale.value}`,
    () => new Intl.NumberFormat(locale.value, { notation: 'compact', maximumFractionDigits: 2 }),
  )
  return format.format(value)
}

/**
 * Format a Cq with two decimals. No Cq is shown as a word, never shown as 0 or as the last cycle: the target did not
 * cross the threshold.
 */
export function formatCq(cq: number | null | undefined): string {
  return cq == null || !Number.isFinite(cq) ? t('parts.cq.none') : formatNumber(cq, 2)
}

/**
 * Format the fold of a cycle as the percentage people know: 2 is 100 %. With its interval where that has both ends; nothing
 * but a dash for a line that gives none.
 */
export function formatEfficiency(fold: {
  value: number
  low: number | null
  high: number | null
}): string {
  const percent = (end: number) => formatNumber((end - 1) * 100, 1)
  if (!Number.isFinite(fold.value)) return '–'
  const [low, high] = [fold.low ?? Number.NaN, fold.high ?? Number.NaN]
  const hasEnds = Number.isFinite(low) && Number.isFinite(high)
  return `${percent(fold.value)} %${hasEnds ? ` (${percent(low)} – ${percent(high)} %)` : ''}`
}

/** Format a temperature in °C with one decimal, as the instruments give it. */
export function formatCelsius(celsius: number): string {
  return isolate(`${formatNumber(celsius, 1)} °C`)
}

/** Format a share from 0 to 1 as whole per cent. */
export function formatPercent(share: number): string {
  return keep(
    `p|${locale.value}`,
    () => new Intl.NumberFormat(locale.value, { style: 'percent', maximumFractionDigits: 0 }),
  ).format(share)
}

type DateStyle = 'date' | 'time' | 'clock' | 'minute' | 'second'

const timeOptions: Record<Exclude<DateStyle, 'date'>, Intl.DateTimeFormatOptions> = {
  time: { hour: '2-digit', minute: '2-digit' },
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  minute: { hour: '2-digit', minute: '2-digit' },
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
}

/** Letters of a day without a time, `2026-11-20`. */
const dayLength = 10

/** Day, month and year until the account says otherwise (spec §5). */
let datePattern: string = firstPattern

/** Set the account's pattern of dates: dd, MM or MMM, yy or yyyy, with separators (spec §5). */
export function chooseDatePattern(pattern: string): void {
  datePattern = pattern
}

/**
 * Format a moment in the account's time zone (an IANA name; the browser's own when none is given) and in its way of
 * writing dates, as the language does (`patternIn`). Accept the values of records: an ISO string or milliseconds. A day without a
 * time, such as an expiry date, is the same day in every zone. Nothing readable gives an empty text.
 */
export function formatDateTime(
  moment: string | number | Date | null | undefined,
  timeZone?: string,
  style: DateStyle = 'minute',
): string {
  if (moment == null || moment === '') return ''
  const date = moment instanceof Date ? moment : new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  const isDay = typeof moment === 'string' && moment.length === dayLength
  const ownZone = isDay ? 'UTC' : timeZone
  const zone = ownZone ? { timeZone: ownZone } : {}
  const time = () =>
    dateFormat({ ...timeOptions[style as 'time'], hourCycle: 'h23', ...zone }).format(date)
  if (style === 'time' || style === 'clock') return time()
  const day = writeDate(date, zone, patternIn(language.value, datePattern))
  return isolate(isDay || style === 'date' ? day : `${day}, ${time()}`)
}

/** Write the last day of a year by a pattern, as the language does: an example to choose the pattern by. */
export function writeExample(pattern: string = datePattern): string {
  return writeDate(
    new Date(Date.UTC(2026, 11, 31)),
    { timeZone: 'UTC' },
    patternIn(language.value, pattern),
  )
}

/**
 * Format a day without its year, or a month without its day, in the account's way of writing dates: under the columns
 * of a chart.
 */
export function formatColumn(moment: number, by: 'day' | 'month', timeZone: string): string {
  const left = by === 'day' ? 'y' : 'd'
  // Take the sign that follows as well; of the last one the sign before.
  const others = new RegExp(`${left}+[^dMy]+|[^dMy]*${left}+$`)
  const pattern = patternIn(language.value, datePattern)
  return writeDate(new Date(moment), { timeZone }, pattern.replace(others, ''))
}

/** Keep a date or a figure with its unit in order inside a line that runs from right to left (U+2066 … U+2069). */
function isolate(text: string): string {
  return direction.value === 'rtl' ? `\u2066${text}\u2069` : text
}

function writeDate(date: Date, zone: { timeZone?: string }, pattern: string): string {
  return fillPattern(pattern, dateFormat({ ...partsOf(pattern), ...zone }).formatToParts(date))
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keep(
    `d|${locale.value}|${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(locale.value, options),
  )
}

/**
 * Format a duration: `45 s`, `12 min`, `1 h 05 min`. Seconds are shown only below two minutes. Its parts keep their order in columns
 * of figures and in charts as well, which run from left to right in every language (U+2067 … U+2069).
 */
export function formatDuration(seconds: number): string {
  const text = writeDuration(seconds)
  return direction.value === 'rtl' ? `\u2067${text}\u2069` : text
}

function writeDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 120) return t('parts.duration.seconds', { seconds: whole })
  const minutes = Math.round(whole / 60)
  if (minutes < 60) return t('parts.duration.minutes', { minutes })
  return t('parts.duration.hours', {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, '0'),
  })
}

/** Sort texts as the reader's language does, with numbers inside them by value (A2 before A10). */
export function compareTexts(a: string, b: string): number {
  return collator(language.value).compare(a, b)
}

/**
 * Return the key of a text for `compareKeys`: the same order as `compareTexts`, which browsers reach several times
 * faster for tens of thousands of texts without looking for numbers in each pair.
 */
export function sortKey(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.padStart(15, '0'))
}

export function compareKeys(a: string, b: string): number {
  return collator(language.value, false).compare(a, b)
}

const collators = new Map<string, Intl.Collator>()

function collator(code: string, numeric = true): Intl.Collator {
  const key = `${code}${numeric}`
  const found = collators.get(key) ?? new Intl.Collator(code, { numeric })
  collators.set(key, found)
  return found
}

/** Write a list of words: `unit` with commas alone, `conjunction` with "and" before the last. */
export function formatList(words: readonly string[], type: Intl.ListFormatType = 'unit'): string {
  return new Intl.ListFormat(locale.value, { type }).format(words)
}
