import { cellPadding, type Column, columnWidth, textWidth } from './column.ts'

/** Rows that are read for the widths. */
const readRows = 200
/** No text makes its column wider, in pixels. */
const mostWidth = 420

/** Widths of the columns of a table. */
export interface ColumnWidths {
  /** Least width of the table, in pixels. */
  least: number
  /** The table takes no more than this: every column was sized. */
  isExact: boolean
  /** A CSS width for each column, by the width of the table's scroller; undefined for one that takes what is left. */
  each: (string | undefined)[]
}

/**
 * Return the widths of columns: room that a wider table has goes first to those whose texts would be cut. What is left
 * of it the browser spreads. `beside` is the width of what is before the first column, in pixels. Columns that somebody
 * sized keep their width; then the last one that was not sized takes what is left.
 */
export function columnWidths<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  beside: number,
  sized: Readonly<Record<string, number>>,
): ColumnWidths {
  const least = columns.map((column) => sized[column.id] ?? columnWidth(column))
  const wanted = columns.map((column, at) =>
    column.id in sized ? 0 : Math.max(0, findWanted(column, rows) - least[at]!),
  )
  const sum = least.reduce((total, one) => total + one, beside)
  const all = wanted.reduce((total, one) => total + one, 0)
  const isSized = columns.some(({ id }) => id in sized)
  const open = isSized ? columns.findLastIndex(({ id }) => !(id in sized)) : null
  const each = least.map((one, at) => {
    if (at === open) return undefined
    const more = wanted[at]!
    if (more === 0) return `${one}px`
    const share = `(100cqi - ${sum}px) * ${(more / all).toFixed(4)}`
    return `calc(${one}px + clamp(0px, ${share}, ${more}px))`
  })
  return { least: sum, isExact: open === -1, each }
}

/**
 * Return the width that the longest text of a column would take, in pixels; 0 where it is no text. A cell with a look of
 * its own is often a sign or a badge, shorter than its value: only that of the first column is known to show it.
 */
function findWanted<Row>(column: Column<Row>, rows: readonly Row[]): number {
  const isText = (column.kind ?? 'text') === 'text' && !column.live
  const isDrawn = column.cell && !column.fixed && !column.text
  if (!isText || isDrawn) return 0
  let longest = 0
  for (const row of rows.slice(0, readRows)) {
    const text = column.text?.(row) ?? column.value(row)
    if (typeof text === 'string') longest = Math.max(longest, textWidth(text))
  }
  return Math.min(mostWidth, Math.ceil(longest) + cellPadding)
}
