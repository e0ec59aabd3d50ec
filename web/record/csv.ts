import { formulaStart, plainCells } from '../../workers/files/formula-start.ts'
import { saveFile } from '../client/save-file.ts'
import type { Column } from '../parts/table/column.ts'

/** Write rows as CSV for a spreadsheet, cell for cell as they are shown; nothing in it is taken for a formula. */
export async function writeCsv<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const data = rows.map((row) =>
    columns.map(({ value, text }) => (text ? text(row) : (value(row) ?? ''))),
  )
  const fields = columns.map(({ header }) => header)
  return Papa.unparse(plainCells<unknown>([fields, ...data]), {
    newline: '\r\n',
    escapeFormulae: formulaStart,
  })
}

/** Give rows to the browser's downloads, as `writeCsv` writes them. */
export async function saveCsv<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Promise<void> {
  // Write the mark that tells a spreadsheet that the text is UTF-8.
  const bytes = new TextEncoder().encode(`\uFEFF${await writeCsv(rows, columns)}`)
  saveFile({ bytes, type: 'text/csv; charset=utf-8', name: `${name}.csv` }, `${name}.csv`)
}
