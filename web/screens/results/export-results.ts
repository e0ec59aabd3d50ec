import type { ResultRow } from '../../../domain/calls/results.ts'
import { formulaStart } from '../../../workers/files/formula-start.ts'
import { saveFile } from '../../client/save-file.ts'
import type { Column } from '../../parts/table/column.ts'

/** A table of rows as CSV for a spreadsheet: its headings, numbers unrounded, nothing that it would take for a formula. */
async function writeCsv(
  rows: readonly ResultRow[],
  columns: readonly Column<ResultRow>[],
): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const data = rows.map((row) => columns.map((column) => column.value(row) ?? ''))
  const fields = columns.map(({ header }) => header)
  return Papa.unparse({ fields, data }, { newline: '\r\n', escapeFormulae: formulaStart })
}

/** Gives the rows on show to the browser's downloads. */
export async function exportResults(
  rows: readonly ResultRow[],
  columns: readonly Column<ResultRow>[],
): Promise<void> {
  // The mark tells a spreadsheet that the text is UTF-8.
  const bytes = new TextEncoder().encode(`\uFEFF${await writeCsv(rows, columns)}`)
  saveFile({ bytes, type: 'text/csv; charset=utf-8', name: 'results.csv' }, 'results.csv')
}
