import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import { listColumns } from '../../../domain/catalog/list-words.ts'
import { columnOfHeader, headerKey, readSampleType } from '../../../domain/rules/list-words.ts'
import { latinLetters } from '../plate.ts'
import type { ListSettings } from './list-settings.ts'

/** Position of each column in the file; -1 where the file does not have it. */
export type ColumnPlaces = Readonly<Record<ListColumn, number>>

/** The setting that holds the header of a column (spec §3 "CSV import settings"). */
export const headerSettings = {
  name: 'header_sample',
  well: 'header_well',
  wellRow: 'header_row',
  wellColumn: 'header_column',
  sample_type: 'header_type',
  well_type: 'header_mix',
  quantity: 'header_quantity',
  threshold: 'header_threshold',
  application: 'header_application',
} as const satisfies Record<ListColumn, keyof ListSettings>

/** Headers and rows from which the content of columns is recognised. */
export interface ListHead {
  header: readonly string[]
  /** Cells of some rows under the headers. */
  rows: readonly (readonly string[])[]
  /** Keys of headers that are not to be read in this file. */
  ignored?: readonly string[]
}

const wellName = /^[a-z]{1,2}\s*(?:[:-]\s*)?\d{1,3}$/i

const isWellName = (cell: string) => wellName.test(latinLetters(cell))

/** Return true if at least 80 % of these cells are names of wells. */
export function holdsWells(cells: readonly string[]): boolean {
  return holds(cells, isWellName)
}

/** Return true if at least 80 % of these cells are types of samples. */
export function holdsTypes(cells: readonly string[]): boolean {
  return holds(cells, (cell) => readSampleType(cell) !== null)
}

function holds(cells: readonly string[], is: (cell: string) => boolean): boolean {
  const said = cells.filter(Boolean)
  return said.length > 0 && said.filter(is).length >= 0.8 * said.length
}

/** Return the sampled cells of a column. */
export function cellsOf({ rows }: Pick<ListHead, 'rows'>, at: number): string[] {
  return rows.map((row) => row[at] ?? '')
}

/**
 * Find the column of each field: by the header in the settings first, then by the usual words
 * (`domain/catalog/list-words.ts`). An empty setting is not searched. Take a word for types only if types are in that
 * column; for wells take the first column that holds wells (QuantStudio numbers its `Well` and has the names in `Well
 * Position`).
 */
export function placeColumns(head: ListHead, settings: ListSettings): ColumnPlaces {
  const keys = head.header.map(headerKey)
  const isOpen = (at: number) => at >= 0 && !(head.ignored ?? []).includes(keys[at] ?? '')
  const places = Object.fromEntries(
    listColumns.map((column) => {
      const key = headerKey(settings[headerSettings[column]])
      const at = key === '' ? -1 : keys.indexOf(key)
      return [column, isOpen(at) ? at : -1]
    }),
  ) as Record<ListColumn, number>
  const used = new Set(Object.values(places))
  for (const column of listColumns) {
    if (settings[headerSettings[column]].trim() === '') continue
    const words = rankWords(head.header, column).filter((at) => isOpen(at) && !used.has(at))
    const at =
      column === 'well' ? chooseWells(places, words, head) : chooseWord(column, words, head)
    if (at === undefined || (column !== 'well' && places[column] >= 0)) continue
    if (isInOneCell(places, column)) continue
    places[column] = at
    used.add(at)
  }
  return places
}

/** Return true if one cell has row and column, so that single ones are not searched by words. */
function isInOneCell(places: ColumnPlaces, column: ListColumn): boolean {
  return (column === 'wellRow' || column === 'wellColumn') && places.well >= 0
}

/** Rank the columns whose header usually means this, the surest first. */
function rankWords(header: readonly string[], column: ListColumn): number[] {
  return header
    .flatMap((text, at) => {
      const found = columnOfHeader(text)
      return found?.column === column ? [{ at, rank: found.rank }] : []
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ at }) => at)
}

function chooseWord(column: ListColumn, words: readonly number[], head: ListHead) {
  if (column !== 'sample_type') return words[0]
  const isBlank = (at: number) => !cellsOf(head, at).some(Boolean)
  // Accept an empty column: it does no harm, and a text that is typed there later is judged.
  return words.find((at) => holdsTypes(cellsOf(head, at))) ?? words.find(isBlank)
}

/** Return the column with wells if the one found by its header has none; undefined for no change. */
function chooseWells(places: ColumnPlaces, words: readonly number[], head: ListHead) {
  const isApart = places.wellRow >= 0 && places.wellColumn >= 0
  const withWells = words.find((at) => holdsWells(cellsOf(head, at)))
  if (places.well < 0) return isApart ? undefined : (withWells ?? words[0])
  const told = cellsOf(head, places.well).filter(Boolean)
  const hasNone = told.length > 0 && !told.some(isWellName)
  return hasNone && !isApart ? withWells : undefined
}

/** A header that must be in the file and is not. */
export interface MissingHeader {
  column: ListColumn
  /** Header that was searched. */
  header: string
}

/**
 * List the required headers that the file lacks (spec §5 "CSV"): the names' and, to place samples, the wells'.
 * @param placed whether the file has to say where each sample goes.
 */
export function missingHeaders(
  places: ColumnPlaces,
  settings: ListSettings,
  placed: boolean,
): MissingHeader[] {
  const isPlaced = places.well >= 0 || (places.wellRow >= 0 && places.wellColumn >= 0)
  const wells: ListColumn[] = settings.header_well ? ['well'] : ['wellRow', 'wellColumn']
  const wanted: ListColumn[] = ['name', ...(placed && !isPlaced ? wells : [])]
  return wanted
    .filter((column) => places[column] < 0)
    .map((column) => ({ column, header: settings[headerSettings[column]] }))
}
