import type { NoticeList } from './notices.ts'
import { refuseFile } from './refuse-file.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface DecodedText {
  /** Without its byte order mark. */
  text: string
  encoding: Encoding
}

/** Characters 0x80 to 0x9f of Windows-1252; the five undefined ones stay control characters (WHATWG). */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

/**
 * Decode a file's bytes: by its byte order mark, as UTF-16 when every second byte of the beginning is zero, else as
 * UTF-8, and as Windows-1252 (which holds Latin-1) where it is not valid UTF-8. Anything but UTF-8 gives a notice.
 * Throws `text_not_text` where zero bytes remain.
 */
export function decodeText(bytes: Uint8Array, notices: NoticeList, member?: string): DecodedText {
  const decoded = decode(bytes)
  const place = member === undefined ? {} : { member }
  if (decoded.text.includes('\0')) throw refuseFile('text_not_text', place)
  if (decoded.encoding === 'windows-1252') {
    const line = countLines(bytes, findInvalidUtf8(bytes))
    notices.add('encoding_guessed', { ...place, line })
  } else if (decoded.encoding !== 'utf-8') {
    notices.add('encoding_utf16', place, { encoding: decoded.encoding })
  }
  return decoded
}

/**
 * Decode XML as `decodeText` does, by the encoding of its declaration if it names one. Throws `text_encoding_unknown`.
 */
export function decodeXml(bytes: Uint8Array, notices: NoticeList, member?: string): DecodedText {
  const head = decodeWindows1252(bytes.subarray(0, 200))
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/i
    .exec(head)?.[1]
    ?.toLowerCase()
  if (declared === undefined || /^(utf-?8|utf-?16([lb]e)?|us-ascii|ascii)$/.test(declared)) {
    return decodeText(bytes, notices, member)
  }
  if (!/^(iso[-_]?8859-1|latin-?1|windows-1252|cp-?1252)$/.test(declared)) {
    const place = member === undefined ? {} : { member }
    throw refuseFile('text_encoding_unknown', { ...place, line: 1 }, { encoding: declared })
  }
  const text = decodeWindows1252(bytes)
  if (text.includes('\0')) throw refuseFile('text_not_text', member === undefined ? {} : { member })
  return { text, encoding: 'windows-1252' }
}

function decode(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes.subarray(2), 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes.subarray(2), 'utf-16be')
  const wide = findWideOrder(bytes)
  if (wide) return decodeUtf16(bytes, wide)
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes),
      encoding: 'utf-8',
    }
  } catch {
    return { text: decodeWindows1252(bytes), encoding: 'windows-1252' }
  }
}

/** Recognise UTF-16 without a mark: nearly every second byte of plain text is zero. */
function findWideOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const pairs = Math.floor(Math.min(bytes.length, 512) / 2)
  if (pairs < 2) return null
  const zeros = [0, 0]
  for (let i = 0; i < 2 * pairs; i++) if (bytes[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > 0.7 * pairs && even === 0) return 'utf-16le'
  if (even > 0.7 * pairs && odd === 0) return 'utf-16be'
  return null
}

/** Read by hand: not every engine's decoder knows the big-endian one. An odd last byte is dropped. */
function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = encoding === 'utf-16le'
  const text = joinUnits(Math.floor(bytes.length / 2), (at) => view.getUint16(2 * at, isLittle))
  return { text, encoding }
}

function decodeWindows1252(bytes: Uint8Array): string {
  return joinUnits(bytes.length, (at) => {
    const byte = bytes[at] ?? 0
    return byte >= 0x80 && byte < 0xa0 ? windows1252.charCodeAt(byte - 0x80) : byte
  })
}

/** Join a text of so many units, piece by piece: all units of a large one would take more memory than its text. */
function joinUnits(count: number, unitAt: (at: number) => number): string {
  const units = new Uint16Array(8192)
  let text = ''
  for (let from = 0; from < count; from += units.length) {
    const length = Math.min(units.length, count - from)
    for (let i = 0; i < length; i++) units[i] = unitAt(from + i)
    // Much faster than spreading the units one by one.
    text += Reflect.apply(String.fromCharCode, null, units.subarray(0, length)) as string
  }
  return text
}

/** Offset of the first byte that is not UTF-8 (RFC 3629: no overlong forms, no surrogates). */
function findInvalidUtf8(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    if (length === 0) return at
    at += length
  }
  return at
}

/** Return the number of bytes of the character at an offset, 0 when it is not one. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  const second = bytes[at + 1] ?? 0
  if (first === 0xe0 && second < 0xa0) return 0
  if (first === 0xed && second > 0x9f) return 0
  if (first === 0xf0 && second < 0x90) return 0
  if (first === 0xf4 && second > 0x8f) return 0
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** Line of an offset, from 1. */
function countLines(bytes: Uint8Array, offset: number): number {
  let line = 1
  for (let i = 0; i < offset; i++) if (bytes[i] === 0x0a) line++
  return line
}
