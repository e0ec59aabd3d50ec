import { t } from '../../i18n/intl.ts'

/** One column that rows are sorted by. */
export interface SortKey {
  id: string
  desc: boolean
}

/** Columns that rows are sorted by, the most important first; empty for rows as they are given. */
export type Sort = readonly SortKey[]

export const unsorted: Sort = []

/** Nobody follows an order of more columns, and the service sorts by no more. */
export const mostSortKeys = 3

/**
 * Return the next sort after a press on a heading: ascending, descending, then not by this column.
 * @param further keeps the columns that the rows are sorted by already, and puts a new one after them.
 */
export function nextSort(sort: Sort, id: string, further = false): Sort {
  const mine = sort.find((key) => key.id === id)
  const next = !mine ? { id, desc: false } : mine.desc ? null : { id, desc: true }
  if (!further) {
    // Put a column among others first when it alone is pressed.
    return sort.length > 1 || !mine ? [{ id, desc: false }] : next ? [next] : unsorted
  }
  if (!mine) return sort.length < mostSortKeys ? [...sort, { id, desc: false }] : sort
  return sort.flatMap((key) => (key.id !== id ? [key] : next ? [next] : []))
}

/** Write a sort for a URL: `status,-created_at`. */
export function writeSort(sort: Sort): string {
  return sort.map(({ id, desc }) => `${desc ? '-' : ''}${id}`).join(',')
}

/** Read a sort from a URL; a column counts once. */
export function readSort(text: string | null | undefined): Sort {
  const keys = (text ?? '').split(',').flatMap((part): SortKey[] => {
    const desc = part.startsWith('-')
    const id = desc ? part.slice(1) : part
    return id === '' ? [] : [{ id, desc }]
  })
  const once = keys.filter(({ id }, at) => keys.findIndex((key) => key.id === id) === at)
  return once.length === 0 ? unsorted : once.slice(0, mostSortKeys)
}

/** Say in words what rows are sorted by; empty where they are not, or by a column that is not there. */
export function saySort(sort: Sort, columns: readonly { id: string; header: string }[]): string {
  const parts = sort.flatMap(({ id, desc }) => {
    const column = columns.find((one) => one.id === id)?.header
    if (column === undefined) return []
    return [t(desc ? 'parts.table.descending' : 'parts.table.ascending', { column })]
  })
  if (parts.length === 0) return ''
  const order = parts.reduce((first, next) => t('parts.table.then', { first, next }))
  return t('parts.table.sorted', { order })
}
