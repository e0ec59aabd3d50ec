import type { FileLimits } from '../limits.ts'
import { readXml } from '../read-xml.ts'
import { refuseFile } from '../refuse-file.ts'
import { decodeXmlName, type Sheet } from './sheet.ts'

/**
 * Read a table in XML: `Row` elements whose children are the cells, named by their column (`_x0031_2` is 12). Columns
 * come in the order they are first seen. Throws `xml_*` and `table_too_large`.
 */
export function readXmlRows(
  text: string,
  limits: FileLimits,
  { file, member }: { file: string; member: string },
): Sheet {
  const columns = new Map<string, number>()
  const rows: string[][] = []
  let cells = 0
  const place = member ? { member } : {}
  const root = readXml(text, {
    limits,
    ...(member && { member }),
    onClose(element) {
      if (element.name.toLowerCase() !== 'row') return true
      if (rows.length >= limits.rows) {
        throw refuseFile('table_too_large', place, { what: 'rows', limit: limits.rows })
      }
      const row: string[] = []
      for (const child of element.children) {
        const name = decodeXmlName(child.name)
        const column = columns.get(name) ?? columns.size
        columns.set(name, column)
        while (row.length < column) row.push('')
        row[column] = child.text
      }
      cells += row.length
      if (cells > limits.cells) {
        throw refuseFile('table_too_large', place, { what: 'cells', limit: limits.cells })
      }
      rows.push(row)
      return false
    },
  })
  // Row numbers are those of the `Row` elements; the header has none.
  return {
    name: decodeXmlName(root.name),
    file,
    member,
    rows: [[...columns.keys()], ...rows],
    firstRow: 0,
    textNumbers: null,
    delimiter: null,
    openEnded: false,
  }
}
