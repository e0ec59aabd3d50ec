/** Numbers of rows per page that a list offers (spec §9 "Paging"; its values are ours). */
export const pageSizes = [10, 25, 50, 100] as const
export type RowsPerPage = (typeof pageSizes)[number] | 'all'

/** Range of a list's rows on the current page. */
export interface PageSpan {
  /** From 1; the last one where a later one was asked for. */
  page: number
  pages: number
  /** The first row, and the one behind the last. */
  from: number
  to: number
}

/** Page and rows per page of a table, which its screen keeps. */
export interface Paging {
  rows: RowsPerPage
  page: number
  onPaging: (next: { rows: RowsPerPage; page: number }) => void
}

/** Return the rows of a page; an empty list has one page. */
export function pageSpan(count: number, rows: RowsPerPage, page: number): PageSpan {
  if (rows === 'all') return { page: 1, pages: 1, from: 0, to: count }
  const pages = Math.max(1, Math.ceil(count / rows))
  const shown = Math.min(Math.max(1, page), pages)
  return { page: shown, pages, from: (shown - 1) * rows, to: Math.min(count, shown * rows) }
}

/** Return the page of the new size that contains the first row of this one. */
export function pageAfterResize({ from }: PageSpan, rows: RowsPerPage): number {
  return rows === 'all' ? 1 : Math.floor(from / rows) + 1
}

/** Read the rows per page from an address; `otherwise` for a number that is not offered. */
export function readRows(text: string | null, otherwise: RowsPerPage): RowsPerPage {
  if (text === 'all') return text
  return pageSizes.find((size) => String(size) === text) ?? otherwise
}

export function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
