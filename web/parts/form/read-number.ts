import { languages } from '../../../domain/catalog/languages.ts'
import { maybeThousands } from '../../../domain/rules/maybe-thousands.ts'
import { withPlainDigits } from '../../../domain/rules/plain-digits.ts'
import { locale } from '../../i18n/intl.ts'

/** Digits, signs and marks as other keyboards type them: full width in Chinese, in Arabic, and the minus of print. */
const plainSigns = new Map(
  Object.entries({ '−': '-', '－': '-', '＋': '+', '．': '.', '，': ',', '٫': '.' }),
)

/** Write a number with the signs that programs know, without the marks by which Arabic texts keep it in order. */
function withPlainSigns(text: string): string {
  return withPlainDigits(text)
    .replace(/[−－＋．，٫]/g, (sign) => plainSigns.get(sign) ?? sign)
    .replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .trim()
}

/** The marks that a language writes before decimals and between thousands. */
const marks = new Map<string, { decimal: string; group: string }>()

function marksOf(tag: string): { decimal: string; group: string } {
  const known = marks.get(tag)
  if (known) return known
  const parts = new Intl.NumberFormat(tag).formatToParts(12_345.6)
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const found = { decimal: find('decimal'), group: find('group') }
  marks.set(tag, found)
  return found
}

/** Return true for a number that the reader's language writes for thousands: `1,000` in English is not 1. */
export function mayBeThousands(text: string): boolean {
  const plain = withPlainSigns(text).replace(/^[+-]/, '')
  return maybeThousands.test(plain) && plain.at(-4) === marksOf(locale.value).group
}

/**
 * Read the number that a person typed, or null if it is none. `1,5` and `1.5` are the same; one whose mark may part
 * thousands is none.
 */
export function readNumber(text: string): number | null {
  const plain = withPlainSigns(text).replace(',', '.')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) || mayBeThousands(text)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** Read a number of things that are counted, or null where the text is none: 3.7 wells are no 3. */
export function readWhole(text: string): number | null {
  const value = readNumber(text)
  return Number.isSafeInteger(value) ? value : null
}

/** Value of a field of a number: null while the field is empty, its text while that is no number. */
export type Typed = number | string | null

/** Read what a field holds, and keep a text that is no number apart from none. */
export function readTyped(text: string, read: typeof readNumber = readNumber): Typed {
  return text.trim() === '' ? null : (read(text) ?? text)
}

/** Write a number into a field, with the decimals as the reader's language parts them; nothing for none. */
export function writeTyped(value: Typed): string {
  if (typeof value === 'string') return value
  return value === null ? '' : String(value).replace('.', marksOf(locale.value).decimal)
}

/** Seconds of each unit of time, and words for it that people write beside those that their browser knows. */
const units = {
  hour: [3600, ['h', 'hrs', '时']],
  minute: [60, ['min', 'm', 'mins', '分']],
  second: [1, ['s', 'sec', 'secs', 'сек']],
} as const satisfies Record<string, readonly [seconds: number, words: readonly string[]]>

const seconds = new Map<string, number>(
  Object.values(units).flatMap(([size, words]) => words.map((word) => [word, size] as const)),
)
/** Languages whose words are among them. Each takes some milliseconds: the next is asked when a word is not known. */
const asked = new Set<string>()

/** Return the seconds of a unit of time, in any language of the app; undefined for a word of something else. */
function secondsOf(word: string): number | undefined {
  for (const tag of [locale.value, ...Object.values(languages).map((one) => one.locale)]) {
    if (seconds.has(word)) break
    if (!asked.has(tag)) learnUnits(tag)
    asked.add(tag)
  }
  return seconds.get(word)
}

/** Take the words of a language, short and long and of one and many. */
function learnUnits(tag: string): void {
  for (const [unit, [size]] of Object.entries(units)) {
    for (const unitDisplay of ['narrow', 'short', 'long'] as const) {
      const form = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay })
      for (const part of [1, 2, 3, 5, 1.5].flatMap((count) => form.formatToParts(count))) {
        const word = part.value.toLowerCase().replaceAll('.', '')
        if (part.type === 'unit' && !seconds.has(word)) seconds.set(word, size)
      }
    }
  }
}

/**
 * Read a duration that a person typed, in seconds, or null if it is none: a number alone is seconds; `15 min`, `1 h 30 min`,
 * `1:30` (minutes and seconds) and `1:00:00` are read as publications print them.
 */
export function readSeconds(text: string): number | null {
  const plain = readNumber(text)
  if (plain !== null) return plain
  const written = withPlainSigns(text).replaceAll('：', ':')
  const clock = /^(?:(\d+):)?(\d+):(\d{2})$/.exec(written)
  if (clock) return clock.slice(1).reduce((sum, part) => sum * 60 + Number(part || 0), 0)
  const parts = [...written.matchAll(/([\d.,]+)\s*([^\d\s.,]*)\.?\s*/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== written) return null
  let below = Infinity
  let sum = 0
  for (const [, digits = '', word = ''] of parts) {
    const unit = secondsOf(word.toLowerCase())
    const value = readNumber(digits)
    // Take each unit once, the longest first.
    if (unit === undefined || value === null || unit >= below) return null
    below = unit
    sum += unit * value
  }
  return sum
}

/** Return the value one step on, within its limits and without rounding errors (0.1 + 0.2). */
export function stepNumber(
  value: Typed,
  by: number,
  limits: { min?: number; max?: number },
): number {
  const start = typeof value === 'number' ? value : (limits.min ?? 0)
  const decimals = Math.max(countDecimals(start), countDecimals(by))
  const next = Number((start + by).toFixed(decimals))
  return Math.min(limits.max ?? Infinity, Math.max(limits.min ?? -Infinity, next))
}

function countDecimals(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}
