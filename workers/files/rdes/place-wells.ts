import type { CellRows } from '../cell-rows.ts'
import type { FileLimits } from '../limits.ts'
import type { NoticeList } from '../notices.ts'
import { assumePlate, nameWell, parseWell, type PlateShape } from '../plate.ts'
import { memoryOf } from '../reading-memory.ts'
import { refuseFile } from '../refuse-file.ts'

/** A row of the table with the well it belongs to. */
export interface PlacedRow {
  /** Cut out of the table whenever they are asked for. */
  readonly cells: readonly string[]
  /** Row of the file, from 1. */
  row: number
  well: number
  name: string
}

/**
 * Find the well of each row. RDES names no plate: wells such as `A10` are put on the smallest common one that holds
 * them, plain numbers in a rotor. Throws `table_row_length`, `well_unreadable` and `plate_too_large`.
 */
export function placeWells(
  rows: CellRows,
  limits: FileLimits,
  notices: NoticeList,
): { plate: PlateShape; placed: PlacedRow[] } {
  const head = dropEmptyEnd(rows.row(0))
  const filled = [...rows.findAll((cells) => cells.some((cell) => cell.trim() !== ''))]
    .filter((at) => at > 0)
    .map((at) => {
      limits.memory.take(memoryOf.group, { row: at + 1 })
      return { row: at + 1, id: rows.cell(at, 0).trim() }
    })
  for (const { row } of filled) checkLength(rows.row(row - 1), row, head.length)
  const numbered = filled.length > 0 && filled.every(({ id }) => /^[1-9]\d{0,5}$/.test(id))
  const positions = filled.map(({ id, row }) => {
    const position = numbered ? { row: Number(id) - 1, column: 0 } : parseWell(id)
    if (!position) {
      throw refuseFile('well_unreadable', { row, path: 'Well' }, { value: id.slice(0, 40) })
    }
    return position
  })
  const plate: PlateShape = numbered
    ? {
        rows: 1 + positions.reduce((most, { row }) => Math.max(most, row), 0),
        columns: 1,
        labels: 'numbers',
      }
    : assumePlate(positions)
  const { rows: high, columns: wide } = plate
  if (high * wide > limits.wells) {
    throw refuseFile('plate_too_large', {}, { rows: high, columns: wide, limit: limits.wells })
  }
  notices.add('plate_assumed', {}, { rows: high, columns: wide })
  const placed = filled.map(({ row }, i): PlacedRow => {
    const position = positions[i] ?? { row: 0, column: 0 }
    const well = position.row * wide + position.column
    return {
      get cells() {
        return rows.row(row - 1)
      },
      row,
      well,
      name: nameWell(plate, well),
    }
  })
  return { plate, placed }
}

/**
 * Check the length of a row: one that was cut short, or shifted by a separator in a name, would put values in wrong
 * columns.
 */
function checkLength(cells: readonly string[], row: number, expected: number): void {
  if (cells.length >= expected && dropEmptyEnd(cells).length <= expected) return
  throw refuseFile('table_row_length', { row }, { found: cells.length, expected })
}

function dropEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}
