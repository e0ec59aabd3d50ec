import Papa from 'papaparse'
import { joinBytes } from '../../../domain/join-bytes.ts'
import type { Sliced } from '../../slices.ts'
import type { ExportRun } from '../imported-run.ts'
import { formulaStart, plainCells } from '../formula-start.ts'
import { refuseFile } from '../refuse-file.ts'
import { writeNumber } from '../write-number.ts'
import type { WrittenFile } from '../written-file.ts'
import { columnsOf, tidyRows } from './tidy-rows.ts'

/** Wells that are written between two stops. */
const sliceWells = 16

/**
 * Write the measured values as a tidy CSV (RFC 4180): one row for each well, channel and point, numbers with a point as
 * the shortest decimals that read back as the same doubles. Escape text that a spreadsheet would take for a formula; a
 * byte-order mark marks the text as UTF-8. In slices, as a large plate takes seconds. Throws `export_empty`.
 */
export function* writeTidy(run: ExportRun): Sliced<WrittenFile> {
  const encoder = new TextEncoder()
  const parts = [encoder.encode(`\uFEFF${columnsOf(run).join(',')}\r\n`)]
  // Write well by well, so that a large run is never there as text and as cells at once.
  for (const [index, well] of run.wells.entries()) {
    if (index % sliceWells === sliceWells - 1) yield
    const rows = tidyRows(run, well).map((row) => row.map(writeCell))
    if (rows.length === 0) continue
    const text = Papa.unparse(plainCells(rows), { newline: '\r\n', escapeFormulae: formulaStart })
    parts.push(encoder.encode(`${text}\r\n`))
  }
  if (parts.length === 1) throw refuseFile('export_empty')
  return { extension: 'csv', bytes: joinBytes(parts), notices: [] }
}

function writeCell(cell: string | number): string {
  if (typeof cell === 'string') return cell
  return Number.isFinite(cell) ? writeNumber(cell) : ''
}
