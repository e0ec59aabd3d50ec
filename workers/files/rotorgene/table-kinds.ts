import { keyOf, type Sheet } from '../tables/sheet.ts'
import { Table } from '../tables/table.ts'
import { writeRows } from '../split-table.ts'
import type { NoticeList } from '../notices.ts'
import { readRotorTitle, type RotorTitle } from './read-title.ts'

/**
 * Tables of a Rotor-Gene export by what their headers say: curves with a column for each tube (`ID`, `1`, `2`), curves
 * with a row for each (`ID`, `Page 1`, and a column for each cycle or temperature), and crossing points with a row for
 * each.
 */
export type RotorKind = 'curves' | 'curve rows' | 'results'

export interface RotorTable {
  /** Curves that had a row for each tube have been turned: all have a column for each. */
  kind: Exclude<RotorKind, 'curve rows'>
  title: RotorTitle
  table: Table
  /** As the file has it; the table has the lines of names blank. */
  sheet: Sheet
  /** Lines of names below the header of curves, one for each page of samples. */
  pages: readonly number[]
}

/** Return the kind of a table by the keys of its header, null for none that is known. */
export function rotorKind(keys: readonly string[]): RotorKind | null {
  const has = (...names: readonly string[]) => names.every((name) => keys.includes(name))
  if (has('no', 'name', 'ct') && (has('type') || has('color') || has('colour'))) return 'results'
  const [first = '', ...rest] = keys
  if (first !== 'id') return null
  const numbers = rest.filter((key) => key !== '' && !isPage(key))
  if (numbers.length === 0) return null
  if (isPage(rest[0] ?? ''))
    return numbers.every((key) => /^[\d.]+$/.test(key)) ? 'curve rows' : null
  return numbers.every((key) => tubeOf(key) !== null) ? 'curves' : null
}

/** Return true for the header of names of samples: `Page 1`. */
function isPage(key: string): boolean {
  return /^page\d+$/.test(key)
}

/** Return the number of a tube, from 1; null for anything else. */
export function tubeOf(name: string): number | null {
  return /^[1-9]\d{0,2}$/.test(name.trim()) ? Number(name) : null
}

/** Read the heading of a table: the name of its section, its sheet or its file. */
export function titleOf({ name, file }: Sheet): RotorTitle | null {
  const base = file.replace(/^.*[/\\]/, '').replace(/\.[A-Za-z]{3,4}$/, '')
  return readRotorTitle(name) ?? readRotorTitle(base)
}

/**
 * Open a table at its header. The lines `Page 1`, `Page 2` below the header of curves hold names and no numbers: they
 * are blank in the table, so that no name is taken for a number.
 */
export function openRotorTable(
  sheet: Sheet,
  head: number,
  title: RotorTitle,
  notices: NoticeList,
): RotorTable | null {
  const kind = rotorKind(sheet.rows.row(head).map(keyOf))
  if (kind === null) return null
  if (kind === 'curve rows')
    return openRotorTable(turnTubes(sheet, head, notices), 0, title, notices)
  const holdsNames = (row: readonly string[]) => isPage(keyOf(row[0] ?? ''))
  const pages =
    kind === 'curves' ? [...sheet.rows.findAll(holdsNames)].filter((row) => row > head) : []
  const rows = sheet.rows.replace(new Map(pages.map((row) => [row, []])))
  return { kind, title, sheet, table: new Table({ ...sheet, rows }, head, notices), pages }
}

/** Return curves with a row for each tube as the software exports them otherwise: with a column for each. */
function turnTubes(sheet: Sheet, head: number, notices: NoticeList): Sheet {
  const table = new Table(sheet, head, notices)
  const isTube = (row: number) => tubeOf(table.cell(row, 0)) !== null
  const tubes = table.rows.filter(isTube)
  for (const row of table.rows) {
    if (isTube(row)) continue
    notices.add(table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored', table.place(row, 0))
  }
  const rowOf = [head, ...tubes]
  const origin = (row: number, column: number) => ({ row: rowOf[column] ?? head, column: row })
  const turned = table.names.map((_, column) => rowOf.map((row) => table.cell(row, column)))
  const isQuoted = (row: number, column: number) => sheet.rows.isQuoted(rowOf[column] ?? head, row)
  const rows = writeRows(turned, sheet.memory, isQuoted)
  return { ...sheet, rows, openEnded: false, origin }
}
