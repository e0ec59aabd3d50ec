import Papa from 'papaparse'
import { formulaStart, plainCells } from '../../workers/files/formula-start.ts'
import type { WorkbookCell } from '../../workers/files/tidy/write-xlsx.ts'

/**
 * Write rows as CSV for spreadsheets: a byte-order mark, and no text that would be taken for a formula (decisions D75).
 */
export function rowsCsv(rows: readonly (readonly WorkbookCell[])[]): Uint8Array {
  const text = Papa.unparse(plainCells(rows), { newline: '\r\n', escapeFormulae: formulaStart })
  return new TextEncoder().encode(`\uFEFF${text}\r\n`)
}
