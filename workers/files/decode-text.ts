import type { NoticeList } from './notices.ts'
import { refuseFile } from './refuse-file.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1251' | 'gb18030'

export interface DecodedText {
  /** Without its byte order mark. */
  text: string
  encoding: Encoding
}

/** Characters 0x80 to 0x9f of Windows-1252; the five undefined ones stay control characters (WHATWG). */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

/** Characters 0x80 to 0xbf of Windows-1251 (WHATWG); the Cyrillic letters from \u0410 on follow. */
const windows1251 =
  '\u0402\u0403\u201a\u0453\u201e\u2026\u2020\u2021\u20ac\u2030\u0409\u2039\u040a\u040c\u040b\u040f' +
  '\u0452\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u0098\u2122\u0459\u203a\u045a\u045c\u045b\u045f' +
  '\u00a0\u040e\u045e\u0408\u00a4\u0490\u00a6\u00a7\u0401\u00a9\u0404\u00ab\u00ac\u00ad\u00ae\u0407' +
  '\u00b0\u00b1\u0406\u0456\u0491\u00b5\u00b6\u00b7\u0451\u2116\u0454\u00bb\u0458\u0405\u0455\u0457'

/**
 * Decode a file's bytes: by its byte order mark, as UTF-16 when every second byte of the beginning is zero, else as
 * UTF-8; where it is not valid UTF-8, as Windows-1251 if its letters form Cyrillic words, as GB18030 if they are pairs of
 * usual Chinese characters, and else as Windows-1252 (which holds Latin-1). Anything but UTF-8 gives a notice.
 * Throws `text_not_text` where zero bytes remain.
 */
export function decodeText(bytes: Uint8Array, notices: NoticeList, member?: string): DecodedText {
  const decoded = decode(bytes)
  const place = member === undefined ? {} : { member }
  if (decoded.text.includes('\0')) throw refuseFile('text_not_text', place)
  if (decoded.encoding.startsWith('utf-16')) {
    notices.add('encoding_utf16', place, { encoding: decoded.encoding })
  } else if (decoded.encoding !== 'utf-8') {
    const line = countLines(bytes, findInvalidUtf8(bytes))
    const encoding = decoded.encoding.replace('w', 'W').replace('gb', 'GB')
    notices.add('encoding_guessed', { ...place, line }, { encoding })
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
    if (areCyrillic(bytes)) return { text: decodeWindows1251(bytes), encoding: 'windows-1251' }
    if (areChinese(bytes)) {
      return { text: new TextDecoder('gb18030').decode(bytes), encoding: 'gb18030' }
    }
    return { text: decodeWindows1252(bytes), encoding: 'windows-1252' }
  }
}

/** Bytes of the beginning that show the script of a text, and the letters of a word on average from which it is no Latin one. */
const [shownBytes, lettersOfWord] = [2 ** 18, 2.2]

/**
 * Return true if letters beyond ASCII form words, most of them small Cyrillic ones (0xe0 to 0xff): in Latin scripts such
 * letters are single, and the pairs of Chinese encodings are spread over all values.
 */
function areCyrillic(bytes: Uint8Array): boolean {
  let [letters, words, small] = [0, 0, 0]
  let before = 0
  for (const byte of bytes.subarray(0, shownBytes)) {
    if (byte >= 0xc0) {
      letters++
      if (before < 0xc0) words++
      if (byte >= 0xe0) small++
    }
    before = byte
  }
  return words > 0 && letters >= lettersOfWord * words && small > 0.6 * letters
}

/** Fewest Chinese characters that show the script of a text, and the part of them that is usual. */
const [fewestCharacters, usualPart] = [2, 0.7]

/**
 * Return true if all bytes beyond ASCII are pairs of GB18030, most of them usual characters (those that GB 2312 lists by their
 * sound, 0xb0 to 0xd7): words of other scripts end between two pairs.
 */
function areChinese(bytes: Uint8Array): boolean {
  let [characters, usual] = [0, 0]
  const end = Math.min(bytes.length, shownBytes)
  for (let at = 0; at < end; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const trail = bytes[++at] ?? 0
    if (lead === 0x80 || lead === 0xff || trail < 0x40 || trail === 0x7f || trail === 0xff)
      return false
    // Leave out signs and letters of other scripts, as ℃ and μ.
    if (lead >= 0xa1 && lead <= 0xa9 && trail >= 0xa1) continue
    characters++
    if (lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1) usual++
  }
  return characters >= fewestCharacters && usual >= usualPart * characters
}

function decodeWindows1251(bytes: Uint8Array): string {
  return joinUnits(bytes.length, (at) => {
    const byte = bytes[at] ?? 0
    if (byte >= 0xc0) return byte - 0xc0 + 0x410
    return byte >= 0x80 ? windows1251.charCodeAt(byte - 0x80) : byte
  })
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
    // Apply it to all units, which is much faster than spreading them one by one.
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
