import { digits, emptyCode, hasOnly, Misread, type ScannedCode } from './code.ts'
import { dayOfYear, fullYear, isoDay } from './code-dates.ts'

/** Signs of HIBC by their value for the check character (ANSI/HIBC 2.6, appendix B). */
const signs = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%`

/** Return the check character of a text: the sum of the values of its signs, modulo 43. */
export function hibcCheck(text: string): string {
  const sum = [...text].reduce((so, sign) => so + signs.indexOf(sign), 0)
  return signs[sum % signs.length] ?? ''
}

/** Reads a text from its beginning. */
interface Reader {
  text: string
  /** Place of its next sign in the code. */
  at: number
}

/**
 * Read a HIBC code of a supplier (ANSI/HIBC 2.6): the primary with maker and product, the secondary with lot, expiry or serial
 * number, or both joined by a slash. Its last sign is the check character; a secondary by itself has the check character of
 * its primary before that.
 * @param text with its leading plus.
 * @throws Misread
 */
export function readHibc(text: string, offset: number, today: string): ScannedCode {
  const odd = [...text].findIndex((sign) => !signs.includes(sign))
  if (odd >= 0) throw new Misread('code_field', offset + odd)
  if (text.length < 4) throw new Misread('code_field', offset + text.length)
  if (hibcCheck(text.slice(0, -1)) !== text.at(-1)) {
    throw new Misread('code_check', offset + text.length - 1)
  }
  const body = text.slice(1, -1)
  const code: ScannedCode = { ...emptyCode, kind: 'hibc' }
  if (!isLetter(body[0])) {
    return { ...code, ...readSecondary({ text: body.slice(0, -1), at: offset + 1 }, today) }
  }
  const slash = body.indexOf('/')
  const ref = readPrimary({ text: slash < 0 ? body : body.slice(0, slash), at: offset + 1 })
  if (slash < 0) return { ...code, ref }
  const rest = { text: body.slice(slash + 1), at: offset + slash + 2 }
  return { ...code, ref, ...readSecondary(rest, today) }
}

/** Return the product's code: behind four signs of the maker, before one digit of the package. */
function readPrimary({ text, at }: Reader): string {
  const ref = text.slice(4, -1)
  if (ref === '') throw new Misread('code_field', at + text.length)
  const isPlain = hasOnly(text, signs.slice(0, 36))
  if (!isPlain || !digits.includes(text.at(-1) ?? '')) throw new Misread('code_field', at)
  return ref
}

type Said = Partial<Pick<ScannedCode, 'lot' | 'expiry' | 'serial'>>

/** Read lot, expiry and serial number of a secondary, with what follows it behind slashes. */
function readSecondary({ text, at }: Reader, today: string): Said {
  const [first = '', ...more] = text.split('/')
  let place = at + first.length + 1
  let said = readMain({ text: first, at }, today)
  for (const part of more) {
    said = { ...said, ...readMore({ text: part, at: place }) }
    place += part.length + 1
  }
  return said
}

function readMain({ text, at }: Reader, today: string): Said {
  if (text.startsWith('$$+')) return serialWithDate({ text: text.slice(3), at: at + 3 }, today)
  if (text.startsWith('$$')) return lotWithDate({ text: text.slice(2), at: at + 2 }, today)
  if (text.startsWith('$+')) return { serial: filled(text.slice(2), at + 2) }
  if (text.startsWith('$')) return { lot: filled(text.slice(1), at + 1) }
  // Read the oldest form: year and day of the year, then the lot.
  const day = julian(text.slice(0, 5), today)
  if (day === null) throw new Misread('code_field', at)
  return { expiry: day, lot: filled(text.slice(5), at + 5) }
}

function serialWithDate(reader: Reader, today: string): Said {
  const { expiry, rest } = takeDate(reader, today)
  return { expiry, serial: filled(rest.text, rest.at) }
}

function lotWithDate({ text, at }: Reader, today: string): Said {
  // Skip a quantity before the date: 8 and two digits, or 9 and five.
  const skipped = text.startsWith('8') ? 3 : text.startsWith('9') ? 6 : 0
  if (!hasOnly(text.slice(0, skipped), digits)) throw new Misread('code_field', at)
  const { expiry, rest } = takeDate({ text: text.slice(skipped), at: at + skipped }, today)
  return { expiry, lot: rest.text === '' && skipped > 0 ? null : filled(rest.text, rest.at) }
}

/** Forms of dates by the digit before them: their length, and how they are read. 7 says that there is none. */
const dates: Readonly<Record<string, [number, (text: string, today: string) => string | null]>> = {
  '2': [6, (text, today) => parts(text, [4, 0, 2], today)],
  '3': [6, (text, today) => parts(text, [0, 2, 4], today)],
  '4': [8, (text, today) => parts(text, [0, 2, 4], today)],
  '5': [5, julian],
  '6': [7, (text, today) => julian(text.slice(0, 5), today)],
}

/** Take the expiry from the beginning: month and year (to its last day), or a form that a digit from 2 to 7 names. */
function takeDate({ text, at }: Reader, today: string): { expiry: string | null; rest: Reader } {
  const flag = text.slice(0, 1)
  if (flag === '7') return { expiry: null, rest: { text: text.slice(1), at: at + 1 } }
  const form = dates[flag]
  const [skip, length] = form ? [1, form[0]] : [0, 4]
  const written = text.slice(skip, skip + length)
  const isWhole = written.length === length && hasOnly(written, digits)
  const expiry = !isWhole ? null : form ? form[1](written, today) : monthAndYear(written, today)
  if (expiry === null) throw new Misread('code_field', at + skip)
  return { expiry, rest: { text: text.slice(skip + length), at: at + skip + length } }
}

function monthAndYear(text: string, today: string): string | null {
  return isoDay(fullYear(Number(text.slice(2)), today), Number(text.slice(0, 2)), 0)
}

/** Read a date whose parts have two digits at these places: year, month, day. */
function parts(text: string, places: readonly number[], today: string): string | null {
  const [year = 0, month = 0, day = 0] = places.map((place) => Number(text.slice(place, place + 2)))
  return day === 0 ? null : isoDay(fullYear(year, today), month, day)
}

/** Read two digits of the year and three of its day. */
function julian(text: string, today: string): string | null {
  if (text.length !== 5 || !hasOnly(text, digits)) return null
  return dayOfYear(fullYear(Number(text.slice(0, 2)), today), Number(text.slice(2)))
}

/** Read a part behind a slash: `S` serial number, `14D` expiry. Others, as `16D` made on or `Q` quantity, say nothing of ours. */
function readMore({ text, at }: Reader): Said {
  if (text.startsWith('S')) return { serial: filled(text.slice(1), at + 1) }
  if (!text.startsWith('14D')) return {}
  const [year, month, day] = [text.slice(3, 7), text.slice(7, 9), text.slice(9)].map(Number)
  const isWhole = text.length === 11 && hasOnly(text.slice(3), digits)
  const expiry = isWhole ? isoDay(year ?? 0, month ?? 0, day ?? 0) : null
  if (expiry === null || day === 0) throw new Misread('code_field', at + 3)
  return { expiry }
}

function filled(text: string, at: number): string {
  if (text.trim() === '') throw new Misread('code_field', at)
  return text
}

function isLetter(sign: string | undefined): boolean {
  return sign !== undefined && signs.indexOf(sign) >= 10 && signs.indexOf(sign) < 36
}
