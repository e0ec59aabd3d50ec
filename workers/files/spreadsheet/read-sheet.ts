import type { CellRows } from '../cell-rows.ts'
import { decodeXml } from '../decode-text.ts'
import type { ArchiveMember } from '../open-archive.ts'
import { childOf, childText, readXml, type XmlElement } from '../read-xml.ts'
import { refuseFile } from '../refuse-file.ts'
import { writeDate } from './date-styles.ts'
import { SheetCells } from './sheet-cells.ts'
import type { WorkbookContext } from './workbook-context.ts'
import { textOf } from './shared-strings.ts'

/** Columns of Excel's own limit; a cell beyond is not one that a program wrote. */
const mostColumns = 16_384

/**
 * Read the cells of a sheet as text: numbers as the file has them (the shortest decimal, always with a point), dates in
 * ISO 8601, booleans as TRUE and FALSE. Rows and cells may be missing or out of order. Throws `table_too_large` and
 * `sheet_damaged`.
 */
export function readSheet(context: WorkbookContext, member: ArchiveMember, name: string): CellRows {
  const { archive, limits, notices } = context
  const { text } = decodeXml(archive.read(member), notices, member.name)
  const cells = new SheetCells(name, limits)
  let [row, column] = [0, 0]
  readXml(text, {
    limits,
    member: member.name,
    isDropped: true,
    onClose(element, parent) {
      if (element.name === 'row') {
        row = Math.max(row, Number(element.attributes['r'] ?? 0) - 1 || 0) + 1
        column = 0
        return false
      }
      if (element.name !== 'c') return true
      const { r } = element.attributes
      if (column === 0) row = Math.max(row, Number(parent.attributes['r'] ?? 0) - 1 || 0)
      const at = r === undefined ? { row, column } : parseAddress(r)
      if (!at) throw refuseFile('sheet_damaged', { member: name, row: row + 1 }, { cell: r ?? '' })
      ;({ row, column } = at)
      const isText = /^(s|str|inlineStr)$/.test(element.attributes['t'] ?? 'n')
      cells.put(row, column, valueOf(element, context), isText)
      column++
      return false
    },
  })
  return cells.finish()
}

/** Return the position of an address such as `AB12`, from 0. */
function parseAddress(address: string): { row: number; column: number } | null {
  const [, letters, digits] = /^([A-Za-z]{1,3})([1-9]\d{0,6})$/.exec(address) ?? []
  if (letters === undefined || digits === undefined) return null
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column > mostColumns ? null : { row: Number(digits) - 1, column: column - 1 }
}

function valueOf(cell: XmlElement, { strings, dates, date1904 }: WorkbookContext): string {
  const { t = 'n', s } = cell.attributes
  if (t === 'inlineStr') {
    const inline = childOf(cell, 'is')
    return inline ? textOf(inline) : ''
  }
  const value = childText(cell, 'v')
  if (t === 's') return strings[Number(value)] ?? ''
  if (t === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value
  if (t === 'n' && value !== '' && s !== undefined && dates.has(Number(s))) {
    const serial = Number(value)
    return Number.isFinite(serial) ? writeDate(serial, date1904) : value
  }
  return value
}
