import { keyOf, type Sheet } from '../tables/sheet.ts'
import { Table } from '../tables/table.ts'
import type { NoticeList } from '../notices.ts'
import { readRotorTitle, type RotorTitle } from './read-title.ts'

/**
 * Tables of a Rotor-Gene export by what their headers say: curves with a column for each tube (`ID`, `1`, `2`), and
 * crossing points with a row for each.
 */
export type RotorKind = 'curves' | 'results'

export interface RotorTable {
  kind: RotorKind
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
  const tubes = rest.filter((key) => key !== '')
  const isCurves = first === 'id' && tubes.length > 0 && tubes.every((key) => tubeOf(key) !== null)
  return isCurves ? 'curves' : null
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
  const isPage = (row: readonly string[]) => /^page\d+$/.test(keyOf(row[0] ?? ''))
  const pages = kind === 'curves' ? [...sheet.rows.findAll(isPage)].filter((row) => row > head) : []
  const rows = sheet.rows.replace(new Map(pages.map((row) => [row, []])))
  return { kind, title, sheet, table: new Table({ ...sheet, rows }, head, notices), pages }
}
