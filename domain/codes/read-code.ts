import {
  boxOf,
  type CodeAnswer,
  digits,
  type Element,
  emptyCode,
  hasOnly,
  longestCode,
  Misread,
  type ScannedCode,
  separator,
} from './code.ts'
import { readYymmdd } from './code-dates.ts'
import { readDigitalLink } from './digital-link.ts'
import { readHibc } from './hibc.ts'
import { isLink, readOwnCode } from './own-code.ts'
import { readBracketed, readElementString } from './read-elements.ts'

/** Symbologies of GS1 element strings by the identifiers that readers send (ISO/IEC 15424; General Specifications 5.1.2). */
const gs1Symbologies = [']C1', ']e0', ']e1', ']e2', ']d2', ']Q3', ']J1']
/** Symbologies of a GTIN alone: EAN and UPC, and ITF-14. */
const gtinSymbologies = [']E0', ']E4', ']I1']

/**
 * Read a code as a camera, a hand scanner or a person gives it: a GS1 element string with or without the identifier of its
 * symbology, or in brackets; HIBC; a GS1 Digital Link; our own code; a lot by itself. The text decides which it is, and a text
 * that begins as one of a standard is never taken for another.
 * @param today `YYYY-MM-DD`: years are written in two digits.
 * @returns what it says, or the reason and the place; it never throws.
 */
export function readCode(text: string, today: string): CodeAnswer {
  try {
    return { code: readTyped(text, today), fault: null }
  } catch (error) {
    if (!(error instanceof Misread)) throw error
    return { code: null, fault: { ...error.fault, at: Math.max(0, error.fault.at) } }
  }
}

/**
 * Tell a label of a product that cannot be read, such as one with a wrong check digit, from any other text. A GTIN alone without the
 * identifier of its symbology may be a number of 16 digits by which a laboratory names its samples.
 */
export function isDamagedLabel(text: string, today: string): boolean {
  const { fault } = readCode(text, today)
  const typed = text.trim()
  const isNumber = typed.length === 16 && hasOnly(typed, digits)
  return fault !== null && fault.reason !== 'qrcode_invalid' && !isNumber
}

function readTyped(scanned: string, today: string): ScannedCode {
  const offset = scanned.length - scanned.trimStart().length
  const typed = scanned.trim()
  if (typed === '' || typed.length > longestCode) throw new Misread('qrcode_invalid', 0)
  const symbology = symbologyOf(typed)
  const text = typed.slice(symbology.length)
  const at = offset + symbology.length
  if (gs1Symbologies.includes(symbology) || text.startsWith(separator)) {
    return fromElements('gs1', readElementString(text, at, today), today)
  }
  if (gtinSymbologies.includes(symbology)) {
    const whole = `01${text.padStart(14, '0')}`
    const from = at - whole.length + text.length
    return fromElements('gs1', readElementString(whole, from, today), today)
  }
  if (text.startsWith('(')) return fromElements('gs1', readBracketed(text, at, today), today)
  if (beginsWithGtin(text)) {
    return fromElements('gs1', readElementString(text, at, today), today)
  }
  const stars = text.startsWith('*') && text.endsWith('*') ? 1 : 0
  if (text.startsWith('+', stars)) {
    // Take an underscore at the end for a blank, which is printed as one.
    const whole = stars === 1 ? text.slice(1, -1) : scanned.slice(at).replace(/[\r\n\t]+$/, '')
    const written = whole.endsWith('_') ? `${whole.slice(0, -1)} ` : whole
    return withBox(readHibc(written, at + stars, today))
  }
  const elements = isLink(text) ? readDigitalLink(text, at, today) : null
  return elements ? fromElements('link', elements, today) : readOwnCode(text, at)
}

/** Return the identifier of the symbology that a reader puts before a code, such as `]d2`; empty where there is none. */
function symbologyOf(text: string): string {
  const isOne = text.startsWith(']') && /^[A-Za-z][0-9A-Za-z]$/.test(text.slice(1, 3))
  return isOne && text.length > 3 ? text.slice(0, 3) : ''
}

/** Put the identifier of its symbology before a code that a camera has read, where it says what the text means. */
export function withSymbology(identifier: string, text: string): string {
  const isTelling = [...gs1Symbologies, ...gtinSymbologies].includes(identifier)
  return isTelling ? identifier + text : text
}

/** Recognise a GS1 code by the GTIN at its beginning, for readers that send no identifier. */
function beginsWithGtin(text: string): boolean {
  return text.startsWith('01') && text.length >= 16 && hasOnly(text.slice(2, 16), digits)
}

function fromElements(
  kind: 'gs1' | 'link',
  elements: readonly Element[],
  today: string,
): ScannedCode {
  const valueOf = (ai: string) => elements.find((one) => one.ai === ai)?.value ?? null
  // Take 7003 as well, an expiry with its time of day.
  const expiry = valueOf('17') ?? valueOf('7003')?.slice(0, 6) ?? null
  return withBox({
    ...emptyCode,
    kind,
    gtin: valueOf('01'),
    ref: valueOf('240'),
    lot: valueOf('10'),
    expiry: expiry === null ? null : readYymmdd(expiry, today),
    serial: valueOf('21'),
    elements,
  })
}

/** Take the serial number as the number of the box, as labels of lots do. */
function withBox(code: ScannedCode): ScannedCode {
  return { ...code, box: boxOf(code.serial) }
}

/** Write a code for people: without the identifier of its symbology, and with blanks between its parts. */
export function codeText(text: string): string {
  return text.slice(symbologyOf(text).length).replaceAll(separator, ' ').trim()
}
