import { boxOf, emptyCode, Misread, type ScannedCode } from './code.ts'
import { isoDay } from './code-dates.ts'
import { uuidForm } from '../fields.ts'
import { splitLink } from './digital-link.ts'

const uuid = new RegExp(uuidForm, 'i')

/** Words that labels use for each of the facts. */
const words = {
  bkit_uuid: ['bkit_uuid', 'bkit', 'kit_uuid', 'kit', 'uuid'],
  gtin: ['gtin'],
  ref: ['ref', 'reference'],
  lot: ['lot', 'lot_number', 'batch'],
  box: ['box'],
  expiry: ['exp', 'expiry', 'expiry_date'],
} as const

/** Longest text of one fact. */
const longestFact = 63

type Fields = ReadonlyMap<string, string>

/**
 * Read a code that no standard describes: fields as JSON, as `key=value` pairs or the query of a link, an id of a kit in a link or
 * by itself, or a plain lot as people type it.
 * @throws Misread `qrcode_invalid` for a text that names no kit.
 */
export function readOwnCode(text: string, offset: number): ScannedCode {
  const fields = readJson(text, offset) ?? readPairs(text)
  const id = uuid.exec(pick(fields, 'bkit_uuid') ?? (fields ? '' : text))?.[0] ?? linkedId(text)
  const lot = pick(fields, 'lot')
  const isPlain = fields === null && id === undefined && isPlainLot(text)
  const box = boxOf(pick(fields, 'box'))
  const code: ScannedCode = {
    ...emptyCode,
    kind: isPlain ? 'plain' : 'own',
    bkit_uuid: id?.toLowerCase() ?? null,
    ref: pick(fields, 'ref'),
    lot: lot ?? (isPlain ? text : null),
    expiry: readDay(pick(fields, 'expiry')),
    serial: box === null ? null : String(box),
    box,
  }
  if (code.bkit_uuid === null && code.ref === null && code.lot === null) {
    throw new Misread('qrcode_invalid', offset)
  }
  return code
}

/** Find the id in the path of a link. */
function linkedId(text: string): string | undefined {
  return isLink(text) ? uuid.exec(text)?.[0] : undefined
}

export function isLink(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** Accept a lot of one word or two; refuse links and sentences. */
function isPlainLot(text: string): boolean {
  return (
    text.length <= longestFact &&
    /^[\p{L}\p{N}][\p{L}\p{N} ._/#+-]*$/u.test(text) &&
    !text.includes('//')
  )
}

function readJson(text: string, offset: number): Fields | null {
  if (!text.startsWith('{')) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new Misread('qrcode_invalid', offset)
  }
  return new Map(
    Object.entries(parsed as Record<string, unknown>)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([key, value]) => [key.toLowerCase(), String(value)]),
  )
}

/** `lot=L7;box=3`, `lot: L7, box: 3`, or the query of a link. */
function readPairs(text: string): Fields | null {
  const parts = isLink(text)
    ? splitLink(text).query.map((piece) => piece.text)
    : text.split(/[;&|,\n]/)
  const pairs = parts.map((part) => /^\s*([a-z_]+)\s*[=:]\s*(.+?)\s*$/i.exec(part))
  const known = pairs.filter((pair) => pair !== null)
  if (known.length === 0) return null
  return new Map(known.map(([, key = '', value = '']) => [key.toLowerCase(), decode(value)]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function pick(fields: Fields | null, fact: keyof typeof words): string | null {
  for (const word of words[fact]) {
    const value = fields?.get(word)?.trim()
    if (value && value.length <= longestFact) return value
  }
  return null
}

function readDay(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? []
  return year === undefined || day === '00'
    ? null
    : isoDay(Number(year), Number(month), Number(day))
}
