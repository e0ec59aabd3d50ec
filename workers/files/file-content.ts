import { decodeText, decodeXml, type DecodedText } from './decode-text.ts'
import type { FileLimits } from './limits.ts'
import { NoticeList } from './notices.ts'
import { type Archive, isArchive, openArchive } from './open-archive.ts'
import { isGzip, openGzip } from './open-gzip.ts'
import { refuseFile } from './refuse-file.ts'
import { isCompoundFile } from './spreadsheet/compound-file.ts'

/**
 * Content of a file, recognised by its bytes and not by its name; a single packed file (gzip) is unpacked. `text` may
 * be any table; anything that is neither an archive, a workbook of Excel 2003 nor text is refused before.
 */
export type FileContent = { name: string; limits: FileLimits; notices: NoticeList } & (
  | { kind: 'archive'; archive: Archive; bytes: Uint8Array }
  | { kind: 'old-workbook'; bytes: Uint8Array }
  | { kind: 'xml'; decoded: DecodedText }
  | { kind: 'text'; decoded: DecodedText }
)

/** Control characters that no text has; tab, line feed, form feed and return are fine. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/** Open the bytes of a file. Throws `file_*`, `zip_*` and `text_*` faults. */
export function openContent(name: string, bytes: Uint8Array, limits: FileLimits): FileContent {
  const notices = new NoticeList()
  const common = { name, limits, notices }
  if (bytes.length === 0) throw refuseFile('file_empty')
  if (bytes.length > limits.fileBytes) {
    throw refuseFile('file_too_large', {}, { found: bytes.length, limit: limits.fileBytes })
  }
  if (isGzip(bytes)) {
    const whole = openGzip(bytes, limits)
    if (isGzip(whole)) throw refuseFile('zip_nested', { member: name })
    return openContent(name.replace(/\.gz$/i, ''), whole, limits)
  }
  if (isArchive(bytes)) {
    return { ...common, kind: 'archive', archive: openArchive(bytes, limits), bytes }
  }
  if (isCompoundFile(bytes)) return { ...common, kind: 'old-workbook', bytes }
  if (looksLikeXml(bytes)) return { ...common, kind: 'xml', decoded: decodeXml(bytes, notices) }
  const decoded = decodeText(bytes, notices)
  if (control.test(decoded.text.slice(0, 4096))) throw refuseFile('text_not_text')
  return { ...common, kind: 'text', decoded }
}

/** Return true if the first character after white space is `<`, also in UTF-16. */
function looksLikeXml(bytes: Uint8Array): boolean {
  const blank = [0, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xff, 0xfe]
  for (const byte of bytes.subarray(0, 1024)) {
    if (!blank.includes(byte)) return byte === 0x3c
  }
  return false
}
