import { Fault } from '../../../domain/fault.ts'
import { openContent } from '../file-content.ts'
import { type FileLimits, fileLimits } from '../limits.ts'
import { refuseFile } from '../refuse-file.ts'
import { type Delimiter, splitTable } from '../split-table.ts'
import type { ListSettings } from './list-settings.ts'

/** One row of a list of samples, its cells as they stand in the file, without the blanks around them. */
export interface ListRow {
  /** Row of the file, from 1. */
  row: number
  name: string
  /** Null where the file does not have the column. */
  well: string | null
  wellRow: string | null
  wellColumn: string | null
  application: string | null
  sample_type: string | null
  well_type: string | null
  quantity: string | null
}

/** Far above the largest plate, and small enough to be shown row by row (decisions D75). */
const listLimits: FileLimits = { ...fileLimits, fileBytes: 2 ** 20, rows: 2000, cells: 60_000 }

/** Headers of our own plate files besides those that a laboratory chooses. */
export const ownHeaders = {
  sample_type: 'Sample type',
  well_type: 'Mix',
  quantity: 'Quantity',
} as const

/**
 * Reads a list of samples: comma, semicolon or tab, UTF-8 or what a spreadsheet writes (decisions D75). The header must be
 * there, the names' and, to place samples, the wells' (spec §5 "CSV").
 * @param placed whether the file has to say where each sample goes.
 * @throws Fault `invalid`: `csv_header_missing` with the headers, or why the file is none (`refuseFile`).
 */
export function readSampleList(
  file: { name: string; bytes: Uint8Array },
  settings: ListSettings,
  placed: boolean,
): ListRow[] {
  const content = openContent(file.name, file.bytes, listLimits)
  if (content.kind !== 'text') throw refuseFile('file_format_unknown')
  const { rows, at } = findHeader(content.decoded.text, settings)
  const place = placeColumns(rows[at] ?? [], settings)
  checkHeader(place, settings, placed)
  return rows.flatMap((cells, index) => {
    const isBlank = cells.every((cell) => cell.trim() === '')
    return index <= at || isBlank ? [] : [readRow(cells, index + 1, place)]
  })
}

type Column = 'name' | 'well' | 'wellRow' | 'wellColumn' | 'application' | keyof typeof ownHeaders
type Places = Readonly<Record<Column, number>>

function headersOf(settings: ListSettings): Record<Column, string> {
  return {
    name: settings.header_sample,
    well: settings.header_well,
    wellRow: settings.header_row,
    wellColumn: settings.header_column,
    application: settings.header_application,
    ...ownHeaders,
  }
}

/** Written in whatever case and with whatever blanks. */
const keyOf = (cell: string) => cell.trim().replaceAll(/\s+/g, ' ').toLowerCase()

function placeColumns(header: readonly string[], settings: ListSettings): Places {
  const keys = header.map(keyOf)
  const found = Object.entries(headersOf(settings)).map(([column, text]) => [
    column,
    keyOf(text) === '' ? -1 : keys.indexOf(keyOf(text)),
  ])
  return Object.fromEntries(found) as Places
}

/** The row among the first ones that has the most of the headers, split as it has them: laboratories write above it what the list is. */
function findHeader(text: string, settings: ListSettings): { rows: string[][]; at: number } {
  let best = { rows: [] as string[][], at: 0, hits: -1 }
  for (const delimiter of [',', ';', '\t'] satisfies Delimiter[]) {
    const rows = splitTable(text, delimiter, listLimits)
    for (const [at, cells] of rows.slice(0, 20).entries()) {
      const hits = Object.values(placeColumns(cells, settings)).filter((one) => one >= 0).length
      if (hits > best.hits) best = { rows, at, hits }
    }
  }
  return best
}

/** @throws Fault `csv_header_missing`. */
function checkHeader(places: Places, settings: ListSettings, placed: boolean): void {
  const { header_sample, header_well, header_row, header_column } = settings
  const missing = places.name < 0 ? [header_sample] : []
  const isPlaced = places.well >= 0 || (places.wellRow >= 0 && places.wellColumn >= 0)
  if (placed && !isPlaced) missing.push(header_well || `${header_row}, ${header_column}`)
  if (missing.length === 0) return
  const headers = missing.join(', ')
  throw new Fault('invalid', `The header of the file is not there: ${headers}`, {
    reason: 'csv_header_missing',
    params: { headers },
  })
}

function readRow(cells: readonly string[], row: number, places: Places): ListRow {
  const cell = (column: Column) =>
    places[column] < 0 ? null : (cells[places[column]] ?? '').trim()
  return {
    row,
    name: cell('name') ?? '',
    well: cell('well'),
    wellRow: cell('wellRow'),
    wellColumn: cell('wellColumn'),
    application: cell('application'),
    sample_type: cell('sample_type'),
    well_type: cell('well_type'),
    quantity: cell('quantity'),
  }
}
