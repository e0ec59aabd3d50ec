import { Fault } from '../fault.ts'

/** Content of a kit's label. Labels write it in several ways; the specification defines none. */
export interface KitCode {
  bkit_uuid: string | null
  ref: string | null
  lot: string | null
  box: number | null
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const longest = 500

/** Words that labels use for each of the four. */
const words: Readonly<Record<keyof KitCode, readonly string[]>> = {
  bkit_uuid: ['bkit_uuid', 'bkit', 'kit_uuid', 'kit', 'uuid'],
  ref: ['ref', 'reference', '240'],
  lot: ['lot', 'lot_number', 'batch', '10'],
  box: ['box', '21'],
}

/**
 * Reads the QR code of a kit's label: fields as JSON, as `key=value` pairs or the query of a link, a GS1 element string
 * (lot 10, reference 240, serial 21), an id by itself, or a plain lot as people type it.
 * @throws Fault `invalid` "Invalid qrcode" (ERR-046) for whatever names no kit.
 */
export function readKitCode(text: string): KitCode {
  const typed = text.trim()
  if (typed === '' || typed.length > longest) throw invalid()
  const fields = readJson(typed) ?? readGs1(typed) ?? readPairs(typed)
  const id = uuid.exec(pick(fields, 'bkit_uuid') ?? (fields ? '' : typed))?.[0] ?? linkedId(typed)
  const code = {
    bkit_uuid: id?.toLowerCase() ?? null,
    ref: pick(fields, 'ref'),
    lot: pick(fields, 'lot') ?? (fields === null && !id && isPlainLot(typed) ? typed : null),
    box: readBox(pick(fields, 'box')),
  }
  if (code.bkit_uuid === null && code.ref === null && code.lot === null) throw invalid()
  return code
}

/** An id in the path of a link. */
function linkedId(text: string): string | undefined {
  return /^https?:\/\//i.test(text) ? uuid.exec(text)?.[0] : undefined
}

/** A lot is one word or two, no link and no sentence. */
function isPlainLot(text: string): boolean {
  return (
    text.length <= 63 && /^[\p{L}\p{N}][\p{L}\p{N} ._/#+-]*$/u.test(text) && !text.includes('//')
  )
}

function readJson(text: string): Map<string, string> | null {
  if (!text.startsWith('{')) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw invalid()
  }
  return new Map(
    Object.entries(parsed as Record<string, unknown>)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([key, value]) => [key.toLowerCase(), String(value)]),
  )
}

/** Ends an element whose length is free (FNC1 as readers give it). */
const separator = '\u001d'

/** Elements with fixed length; all others end at a group separator (GS1 General Specifications, section 7.8). */
const fixed: Readonly<Record<string, number>> = { '00': 18, '01': 14, '02': 14 }
for (const date of ['11', '12', '13', '15', '16', '17']) Object.assign(fixed, { [date]: 6 })

/** A GS1 element string, as a reader gives it or in brackets as it is printed. */
function readGs1(text: string): Map<string, string> | null {
  if (/^\(\d{2,4}\)/.test(text)) {
    return new Map(
      [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, ai = '', value = '']) => [ai, value]),
    )
  }
  const raw = withoutSeparator(text.replace(/^\](d2|Q3|C1|e0)/, ''))
  if (!/^01\d{14}/.test(raw)) return null
  const fields = new Map<string, string>()
  for (let rest = raw; rest.length > 2;) {
    const ai = /^(240|241|\d\d)/.exec(rest)?.[0]
    if (ai === undefined) throw invalid()
    const length = fixed[ai] ?? -1
    const end = length >= 0 ? ai.length + length : (rest + separator).indexOf(separator)
    fields.set(ai, rest.slice(ai.length, end))
    rest = withoutSeparator(rest.slice(end))
  }
  return fields
}

function withoutSeparator(text: string): string {
  return text.startsWith(separator) ? text.slice(1) : text
}

/** `lot=L7;box=3`, `lot: L7, box: 3`, or the query of a link. */
function readPairs(text: string): Map<string, string> | null {
  const body = /^https?:\/\//i.test(text) ? (text.split('?')[1] ?? '') : text
  const pairs = body.split(/[;&|,\n]/).map((part) => /^\s*([a-z_]+)\s*[=:]\s*(.+?)\s*$/i.exec(part))
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

function pick(fields: Map<string, string> | null, part: keyof KitCode): string | null {
  for (const word of words[part]) {
    const value = fields?.get(word)?.trim()
    if (value && value.length <= 63) return value
  }
  return null
}

function readBox(text: string | null): number | null {
  const box = Number(text)
  return text !== null && Number.isInteger(box) && box >= 1 && box <= 10_000 ? box : null
}

function invalid(): Fault {
  return new Fault('invalid', 'Invalid qrcode', { field: 'kit', reason: 'qrcode_invalid' })
}
