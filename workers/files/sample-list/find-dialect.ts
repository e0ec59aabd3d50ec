import { placeColumns } from './list-columns.ts'
import type { ListSettings } from './list-settings.ts'
import { isGrid } from './read-grid.ts'
import { delimiters, indexRows, type ListDelimiter, readCells } from './index-rows.ts'

/** Notation of a list: the delimiter of its cells, and the row of its headers (from 0). */
export interface ListDialect {
  delimiter: ListDelimiter
  headerAt: number
}

/** Part of the text that is searched for the delimiter and the headers: letters, rows of headers, rows of cells. */
const sampleLetters = 64 * 1024
const headRows = 20
const weighedRows = 200

/**
 * Find the delimiter and the row of headers that match most of the searched headers: laboratories write a description
 * of the list above it. A grid counts more: its samples may be named as headers are. Without a known header, take the delimiter that splits the rows into the same number of cells,
 * and the first row that has as many.
 */
export function findDialect(
  text: string,
  settings: ListSettings,
  told: ListDelimiter | null,
): ListDialect {
  const sample = cutSample(text)
  const found = (told === null ? delimiters : [told]).map((delimiter) =>
    weighDelimiter(sample, delimiter, settings),
  )
  return found.reduce((best, one) => {
    if (one.hasGrid !== best.hasGrid) return one.hasGrid ? one : best
    return one.hits > best.hits || (one.hits === best.hits && one.even > best.even) ? one : best
  })
}

/** Cut the text to whole rows, at the last line end outside of quotes. */
function cutSample(text: string): string {
  if (text.length <= sampleLetters) return text
  const quotes = text.slice(0, sampleLetters).split('"')
  let end = 0
  let at = 0
  for (const [part, piece] of quotes.entries()) {
    const found = part % 2 === 0 ? piece.lastIndexOf('\n') : -1
    if (found >= 0) end = at + found
    at += piece.length + 1
  }
  return text.slice(0, end || sampleLetters)
}

function weighDelimiter(
  sample: string,
  delimiter: ListDelimiter,
  settings: ListSettings,
): ListDialect & { hasGrid: boolean; hits: number; even: number } {
  const index = indexSample(sample, delimiter)
  if (!index) return { delimiter, headerAt: 0, hasGrid: false, hits: 0, even: 0 }
  const rows = Array.from({ length: Math.min(weighedRows, index.rows) }, (_, row) =>
    readCells(index, row),
  )
  const hasGrid = rows.some((_, row) => isGrid(rows, row))
  const wide = widestCommon(rows.map((cells) => cells.length))
  let best = { headerAt: -1, hits: 0 }
  for (const [row, cells] of rows.slice(0, headRows).entries()) {
    const places = placeColumns({ header: cells, rows: rows.slice(row + 1) }, settings)
    const hits = Object.values(places).filter((one) => one >= 0).length
    if (hits > best.hits) best = { headerAt: row, hits }
  }
  if (best.headerAt >= 0) return { delimiter, ...best, hasGrid, even: wide.rows }
  const first = rows.findIndex((cells) => cells.length === wide.cells && cells.some(Boolean))
  const even = wide.cells > 1 ? wide.rows : 0
  return { delimiter, headerAt: Math.max(0, first), hasGrid, hits: 0, even }
}

/** Index the sample; null for a delimiter with which the quotes do not close. */
function indexSample(sample: string, delimiter: ListDelimiter) {
  try {
    return indexRows(sample, delimiter, { rows: sampleLetters })
  } catch {
    return null
  }
}

/** Return the number of cells that most rows have; one cell only if no row has more. */
function widestCommon(counts: readonly number[]): { cells: number; rows: number } {
  const seen = new Map<number, number>()
  for (const one of counts) if (one > 1) seen.set(one, (seen.get(one) ?? 0) + 1)
  let common = { cells: 1, rows: 0 }
  for (const [cells, rows] of seen) if (rows > common.rows) common = { cells, rows }
  return common
}
