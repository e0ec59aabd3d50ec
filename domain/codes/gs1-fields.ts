import { digits, hasOnly, Misread } from './code.ts'
import { isoDay, readYymmdd } from './code-dates.ts'
import { fixedLength, gs1Table } from './gs1-table.ts'

/** A part of a field: what it may hold. */
interface Part {
  signs: string
  shortest: number
  longest: number
  /** It may be missing, at the end of its field. */
  isOptional: boolean
  rules: readonly string[]
}

/** An application identifier. */
export interface Identifier {
  ai: string
  parts: readonly Part[]
  /** Its length is known beforehand: no separator follows it. */
  isFixed: boolean
  longest: number
  /** Qualifiers that may follow it as the key of a Digital Link, in order; null for no key. */
  qualifiers: readonly (readonly string[])[] | null
  /** It may be an attribute of a Digital Link. */
  isAttribute: boolean
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Sets of signs by their letters in the table (General Specifications 7.11). */
const sets: Readonly<Record<string, string>> = {
  N: digits,
  X: `!"%&'()*+,-./${digits}:;<=>?${upper}_${upper.toLowerCase()}`,
  Y: `#-/${digits}${upper}`,
  Z: `${upper}${upper.toLowerCase()}${digits}-_=`,
}

let identifiers: ReadonlyMap<string, Identifier> | undefined

/** Return an application identifier; undefined for one that GS1 does not have. */
export function identifierOf(ai: string): Identifier | undefined {
  identifiers ??= new Map(gs1Table.flatMap(readRow))
  return identifiers.get(ai)
}

/** Return the identifier at a place of a text; undefined where none begins. No identifier begins with another. */
export function identifierAt(text: string, at: number): Identifier | undefined {
  const lengths = [2, 3, 4]
  const found = lengths.map((length) => identifierOf(text.slice(at, at + length)))
  return found.find((one) => one !== undefined)
}

function readRow([ais, notation]: readonly [string, string]): [string, Identifier][] {
  const words = notation.split(' ')
  const parts = words.filter((word) => !word.startsWith('dl')).map(readPart)
  const key = words.find((word) => word.startsWith('dlpkey'))
  const shared = {
    parts,
    longest: parts.reduce((sum, part) => sum + part.longest, 0),
    qualifiers:
      key === undefined
        ? null
        : key
            .slice('dlpkey='.length)
            .split('|')
            .map((list) => list.split(',')),
    isAttribute: key === undefined && !words.includes('dlattr=no'),
  }
  return ais
    .split(' ')
    .flatMap(listRange)
    .map((ai) => {
      const isFixed = fixedLength.includes(ai.slice(0, 2))
      return [ai, { ...shared, ai, isFixed }] as const
    })
    .map(([ai, one]): [string, Identifier] => [ai, one])
}

/** List the identifiers of `3100-3105`. */
function listRange(range: string): string[] {
  const [from = '', to = from] = range.split('-')
  const count = Number(to) - Number(from) + 1
  return Array.from({ length: count }, (_, step) =>
    String(Number(from) + step).padStart(from.length, '0'),
  )
}

/** Read a part as the table writes it: `N14,csum`, `X..20`, `[N..12]`. */
function readPart(notation: string): Part {
  const isOptional = notation.startsWith('[')
  const [length = '', ...rules] = notation
    .slice(isOptional ? 1 : 0, isOptional ? -1 : undefined)
    .split(',')
  const isFree = length.includes('..')
  const longest = Number(length.slice(isFree ? 3 : 1))
  const signs = sets[length.slice(0, 1)] ?? ''
  return { signs, shortest: isFree ? 1 : longest, longest, isOptional, rules }
}

/**
 * Check the content of a field by the table. Rules of fields that no label of a kit has (countries, currencies, coupons, bank
 * accounts) are not looked at.
 * @param at place of the value in the text of the code.
 * @throws Misread
 */
export function checkField({ ai, parts }: Identifier, value: string, at: number, today: string) {
  let from = 0
  for (const part of parts) {
    const text = value.slice(from, from + part.longest)
    if (text === '' && part.isOptional) continue
    if (text.length < part.shortest) throw new Misread('code_field', at + from + text.length, ai)
    const odd = [...text].findIndex((sign) => !part.signs.includes(sign))
    if (odd >= 0) throw new Misread('code_field', at + from + odd, ai)
    for (const name of part.rules) {
      if (rules[name]?.(text, today) === false) {
        throw new Misread(name === 'csum' ? 'code_check' : 'code_field', at + from, ai)
      }
    }
    from += text.length
  }
  if (from < value.length) throw new Misread('code_field', at + from, ai)
}

/** Rules of content by their names in the Syntax Dictionary; true for a text that keeps them. */
const rules: Readonly<Record<string, (text: string, today: string) => boolean>> = {
  csum: hasCheckDigit,
  yymmd0: (text, today) => readYymmdd(text, today) !== null,
  yymmdd: (text, today) => !text.endsWith('00') && readYymmdd(text, today) !== null,
  yyyymmdd: (text) => readYyyymmdd(text) && !text.endsWith('00'),
  yyyymmd0: (text) => readYyyymmdd(text),
  hhmi: (text) => isBelow(text.slice(0, 2), 24) && isBelow(text.slice(2), 60),
  hh: (text) => isBelow(text, 24),
  mi: (text) => isBelow(text, 60),
  ss: (text) => isBelow(text, 60),
  yesno: (text) => text === '0' || text === '1',
  zero: (text) => Number(text) === 0,
  nonzero: (text) => Number(text) !== 0,
  pieceoftotal(text) {
    const half = text.length / 2
    const [piece, total] = [Number(text.slice(0, half)), Number(text.slice(half))]
    return piece > 0 && total > 0 && piece <= total
  },
}

function readYyyymmdd(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)].map(Number)
  return isoDay(year ?? 0, month ?? 0, day ?? 0) !== null
}

function isBelow(text: string, limit: number): boolean {
  return Number(text) < limit
}

/** Return true for a number whose last digit is the check digit of those before (General Specifications 7.9). */
function hasCheckDigit(number: string): boolean {
  return (
    hasOnly(number, digits) &&
    number.length > 1 &&
    checkDigit(number.slice(0, -1)) === number.at(-1)
  )
}

/** Return a GTIN with its 14 digits; null for a text that is not a GTIN. */
export function wholeGtin(text: string): string | null {
  return [8, 12, 13, 14].includes(text.length) && hasCheckDigit(text)
    ? text.padStart(14, '0')
    : null
}

/** Return the check digit that belongs behind a number: weights 3 and 1 from its end, up to the next ten. */
export function checkDigit(number: string): string {
  const sum = [...number]
    .toReversed()
    .reduce((so, digit, place) => so + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}
