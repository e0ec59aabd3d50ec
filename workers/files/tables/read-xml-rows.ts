import type { FileLimits } from '../limits.ts'
import { readXml } from '../read-xml.ts'
import { memoryOf } from '../reading-memory.ts'
import { refuseFile } from '../refuse-file.ts'
import { splitTable, writeCell } from '../split-table.ts'
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
  const lines: string[] = []
  let [cells, letters] = [0, 0]
  const place = member ? { member } : {}
  const root = readXml(text, {
    limits,
    ...(member && { member }),
    isDropped: true,
    onClose(element) {
      if (element.name.toLowerCase() !== 'row') return true
      if (lines.length >= limits.rows) {
        throw refuseFile('table_too_large', place, { what: 'rows', limit: limits.rows })
      }
      const row: string[] = []
      for (const child of element.children) {
        const name = decodeXmlName(child.name)
        const column = columns.get(name) ?? columns.size
        columns.set(name, column)
        while (row.length < column) row.push('')
        row[column] = writeCell(child.text, false)
      }
      cells += row.length
      if (cells > limits.cells) {
        throw refuseFile('table_too_large', place, { what: 'cells', limit: limits.cells })
      }
      const line = row.join('\t')
      limits.memory.check(2 * (letters += memoryOf.line + line.length), place)
      lines.push(line)
      return false
    },
  })
  const header = [...columns.keys()].map((name) => writeCell(name, false)).join('\t')
  const rows = splitTable([header, ...lines].join('\n'), '\t', {
    ...limits,
    rows: limits.rows + 1,
    cells: limits.cells + columns.size + lines.length,
  })
  // Number rows by the `Row` elements; the header has none.
  return {
    name: decodeXmlName(root.name),
    file,
    member,
    rows: rows.part(0, lines.length + 1),
    firstRow: 0,
    delimiter: null,
    isTyped: false,
    memory: limits.memory,
    openEnded: false,
  }
}
