import type { ReactNode } from 'react'
import { formatCq } from '../../i18n/format.ts'

/** One column of a table. `value` is what is sorted and filtered by, `cell` what is drawn. */
export type Column<Row> = {
  id: string
  /** The heading, with the unit of numbers. */
  header: string
  value: (row: Row) => string | number | null | undefined
  cell?: (row: Row) => ReactNode
  /** Text of the cell for files, where `value` is not what `cell` draws. */
  text?: (row: Row) => string
  /** Numbers are right-aligned; `date` sorts by its value and never wraps. */
  kind?: 'text' | 'number' | 'date'
  /** Width in pixels, by default one that suits the kind; wider tables spread what is left. */
  width?: number
  /** Stays in view: may not be hidden. */
  fixed?: boolean
  /** True if its cells change by themselves, many times a second, while the rest of the table does not. */
  live?: boolean
  /** Left out of the text filter. */
  unfiltered?: boolean
}

/** List the ids between two rows in their drawn order, both included. */
export function listRange(ids: readonly string[], from: string, to: string): string[] {
  const a = ids.indexOf(from)
  const b = ids.indexOf(to)
  if (a === -1 || b === -1) return [to]
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/**
 * Return a width that holds the longest of a few words after the shape of a badge, in pixels: one language needs half
 * as much again as another.
 */
export function wordsWidth(words: readonly string[]): number {
  return Math.ceil(Math.max(...words.map(textWidth)) + 44)
}

/** Estimate the width of a text in bold letters, in pixels. */
export function textWidth(text: string): number {
  let sum = 0
  for (const letter of text) sum += letterWidth(letter)
  return sum
}

/** Return a width that holds a Cq and the words that there is none, in pixels. */
export function cqWidth(): number {
  return Math.max(widths.number, Math.ceil(textWidth(formatCq(null))) + cellPadding)
}

function letterWidth(letter: string): number {
  if (letter > '\u2e7f') return 15
  // Cyrillic letters are wider than Latin ones.
  return letter >= '\u0400' && letter <= '\u04ff' ? 8.6 : 7.8
}

const widths = { text: 180, number: 110, date: 180 } as const

/** Room beside the text of a cell, in pixels. */
export const cellPadding = 24

/** Return the least width of a column, in pixels: its heading is never cut. */
export function columnWidth(column: Pick<Column<never>, 'width' | 'kind' | 'header'>): number {
  const heading = Math.ceil(textWidth(column.header)) + cellPadding
  return Math.max(column.width ?? widths[column.kind ?? 'text'], heading)
}
