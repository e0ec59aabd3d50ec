import { decodeText, decodeXml } from '../decode-text.ts'
import type { FileContent } from '../file-content.ts'
import { type Archive, isArchive, openArchive } from '../open-archive.ts'
import { refuseFile } from '../refuse-file.ts'
import { isCompoundFile } from '../spreadsheet/compound-file.ts'
import { openOldWorkbook } from '../spreadsheet/open-old-workbook.ts'
import { isWorkbook, openWorkbook, type WorkbookSheet } from '../spreadsheet/open-workbook.ts'
import { splitTable } from '../split-table.ts'
import { isNested, isTable } from './table-members.ts'
import { chooseDelimiter, isXmlRows, sectionOf } from './recognise.ts'
import { readXmlRows } from './read-xml-rows.ts'
import type { Sheet } from './sheet.ts'

/** The optics' own filters of QuantStudio software: by far the largest sheet, and nothing of it is needed. */
const unread = /^raw data$/i
/** Sheets of that software that hold its curves; in another workbook the curves may be the raw data. */
const ownCurves = /^(amplification data|multicomponent( data)?)$/i

/** Collect all tables of a file: a text, an XML of rows, a workbook or an archive of such. */
export function collectSheets(content: FileContent): Sheet[] {
  if (content.kind === 'xml') {
    return [readXmlRows(content.decoded.text, content.limits, { file: content.name, member: '' })]
  }
  if (content.kind === 'text') return splitText(content.decoded.text, content, content.name, '')
  if (content.kind === 'old-workbook') {
    return readWorkbook(openOldWorkbook(content.bytes, content.limits), content, content.name)
  }
  const { archive } = content
  return isWorkbook(archive)
    ? readWorkbook(openAll(archive, content), content, content.name)
    : readMembers(archive, content)
}

function openAll(archive: Archive, { limits, notices }: FileContent): WorkbookSheet[] {
  return openWorkbook(archive, limits, notices)
}

function readWorkbook(
  sheets: readonly WorkbookSheet[],
  { limits, notices }: FileContent,
  file: string,
  prefix = '',
): Sheet[] {
  const isOwn = sheets.some(({ name }) => ownCurves.test(name.trim()))
  return sheets
    .filter(({ name }) => {
      const isUnread = isOwn && unread.test(name.trim())
      if (isUnread) notices.add('member_ignored', { member: prefix + name }, { name })
      return !isUnread
    })
    .flatMap((sheet) => {
      const whole = {
        name: sheet.name,
        file,
        member: prefix + sheet.name,
        rows: sheet.read(),
        delimiter: null,
        isTyped: true,
        ...(sheet.isHidden && { isHidden: true as const }),
        memory: limits.memory,
        firstRow: 1,
        openEnded: false,
      }
      return splitSections(whole)
    })
}

function readMembers(archive: Archive, content: FileContent): Sheet[] {
  // Limit the whole: each member of a nested workbook is read once at most, so that their sizes bound what comes.
  let left = content.limits.totalBytes
  return archive.members.filter(isTable).flatMap((member): Sheet[] => {
    const bytes = isNested(member) ? archive.readNested(member) : archive.read(member)
    const prefix = `${member.name}: `
    if (isCompoundFile(bytes)) {
      return readWorkbook(openOldWorkbook(bytes, content.limits), content, member.name, prefix)
    }
    // Look at the bytes: some software names a text `.xls`, so that a double click opens it in Excel.
    if (/\.xlsx$/i.test(member.name) || isArchive(bytes)) {
      const nested = openArchive(bytes, content.limits)
      left -= nested.members.reduce((sum, { size }) => sum + size, 0)
      if (left < 0) {
        const limit = content.limits.totalBytes
        throw refuseFile('zip_too_large', { member: member.name }, { limit })
      }
      return isWorkbook(nested)
        ? readWorkbook(openAll(nested, content), content, member.name, prefix)
        : []
    }
    if (/\.xml$/i.test(member.name)) {
      const { text } = decodeXml(bytes, content.notices, member.name)
      if (!isXmlRows(text)) return []
      return [readXmlRows(text, content.limits, { file: member.name, member: member.name })]
    }
    const { text } = decodeText(bytes, content.notices, member.name)
    return splitText(text, content, member.name, member.name)
  })
}

function splitText(text: string, content: FileContent, file: string, member: string): Sheet[] {
  const delimiter = chooseDelimiter(text)
  const rows = splitTable(text, delimiter, content.limits)
  // Leave out the empty row behind the last line end.
  const openEnded = rows.row(rows.length - 1).join('') !== '' && !/[\r\n]$/.test(text)
  if (openEnded) {
    content.notices.add('last_line_open', {
      ...(member && { member }),
      row: rows.length,
    })
  }
  const { memory } = content.limits
  return splitSections({
    name: '',
    file,
    member,
    rows,
    firstRow: 1,
    delimiter,
    isTyped: false,
    memory,
    openEnded,
  })
}

/** Split sections such as `[Results]` into sheets of their own; the part before the first section is a sheet too. */
function splitSections(sheet: Sheet): Sheet[] {
  const starts = [...sheet.rows.findAll((row) => sectionOf(row) !== null)]
  if (starts.length === 0) return [sheet]
  const bounds = [-1, ...starts]
  return bounds.flatMap((start, i): Sheet[] => {
    const end = bounds[i + 1] ?? sheet.rows.length
    const rows = sheet.rows.part(start + 1, end)
    if (start < 0 && rows.length === 0) return []
    const name = (start < 0 ? null : sectionOf(sheet.rows.row(start))) ?? sheet.name
    const openEnded = sheet.openEnded && end === sheet.rows.length
    return [{ ...sheet, name, rows, firstRow: sheet.firstRow + start + 1, openEnded }]
  })
}
