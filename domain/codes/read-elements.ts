import { type Element, Misread, separator } from './code.ts'
import { checkField, type Identifier, identifierAt, identifierOf } from './gs1-fields.ts'

/** A field as it is found, with the place of its value. */
interface Found extends Element {
  at: number
}

/**
 * Read a GS1 element string: fields of known length one behind the other, all others up to a separator
 * (General Specifications 7.8).
 * @param text without the identifier of its symbology; `offset` is its place in what was scanned.
 * @throws Misread
 */
export function readElementString(text: string, offset: number, today: string): Element[] {
  const found: Found[] = []
  let at = text.startsWith(separator) ? 1 : 0
  while (at < text.length) {
    const identifier = identifierAt(text, at)
    if (!identifier) throw new Misread('code_identifier', offset + at)
    const from = at + identifier.ai.length
    const mark = text.indexOf(separator, from)
    const free = mark < 0 ? text.length : mark
    const end = identifier.isFixed ? Math.min(from + identifier.longest, free) : free
    found.push({ ai: identifier.ai, value: text.slice(from, end), at: offset + from })
    at = text[end] === separator ? end + 1 : end
  }
  return checkAll(found, today, offset)
}

/**
 * Read a code as it is printed for people, identifiers in brackets: `(01)09506000134352(10)L-9`. An opening bracket that
 * belongs to a value has a backslash before it, as in the GS1 Barcode Syntax Engine; one without begins a field.
 * @throws Misread
 */
export function readBracketed(text: string, offset: number, today: string): Element[] {
  const found: Found[] = []
  let at = 0
  while (at < text.length) {
    const close = text.indexOf(')', at)
    const identifier = text[at] === '(' ? identifierOf(text.slice(at + 1, close)) : undefined
    if (!identifier) throw new Misread('code_identifier', offset + at)
    const from = close + 1
    const end = endOfValue(text, from)
    const value = text.slice(from, end).replaceAll('\\(', '(')
    found.push({ ai: identifier.ai, value, at: offset + from })
    at = end
  }
  return checkAll(found, today, offset)
}

function endOfValue(text: string, from: number): number {
  let open = text.indexOf('(', from)
  while (open > 0 && text[open - 1] === '\\') open = text.indexOf('(', open + 1)
  return open < 0 ? text.length : open
}

/**
 * Check each field, and that none is there twice with two values.
 * @throws Misread
 */
export function checkAll(found: readonly Found[], today: string, offset: number): Element[] {
  if (found.length === 0) throw new Misread('qrcode_invalid', offset)
  const seen = new Map<string, string>()
  for (const { ai, value, at } of found) {
    checkField(identifierOf(ai) as Identifier, value, at, today)
    if ((seen.get(ai) ?? value) !== value) throw new Misread('code_twice', at, ai)
    seen.set(ai, value)
  }
  return found.map(({ ai, value }) => ({ ai, value }))
}
