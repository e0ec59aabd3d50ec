import * as v from 'valibot'
import { keepItem } from '../keep-item.ts'

/** A list as somebody wants to find it again: its name, and what the address says of it. */
export interface View {
  name: string
  query: string
}

const Views = v.array(v.object({ name: v.string(), query: v.string() }))
/** More would be no choice any more. */
const most = 20

const placeOf = (page: string, who: string) => `views ${page} ${who}`

/**
 * Take out of an address what belongs to a view: neither the page one is on nor the record that is open.
 * @param columns on show, where they are not in the address.
 */
export function viewQuery(search: URLSearchParams, open: string, columns?: string): string {
  const kept = new URLSearchParams(search)
  for (const name of ['page', open]) kept.delete(name)
  if (columns !== undefined) {
    kept.delete('hide')
    kept.set('columns', columns)
  }
  kept.sort()
  return kept.toString()
}

/** Read the views of a page that somebody keeps on this machine, in the order of their names. */
export function readViews(page: string, who: string): View[] {
  try {
    return v.parse(Views, JSON.parse(localStorage.getItem(placeOf(page, who)) ?? '[]'))
  } catch {
    return []
  }
}

/** Keep a view under its name, in place of one of the same name. Returns the views as they are then. */
export function keepView(page: string, who: string, view: View): View[] {
  const others = readViews(page, who).filter(({ name }) => name !== view.name)
  return write(page, who, [...others, view].slice(-most))
}

/** Forget a view. Returns the views that are left. */
export function dropView(page: string, who: string, name: string): View[] {
  return write(
    page,
    who,
    readViews(page, who).filter((one) => one.name !== name),
  )
}

function write(page: string, who: string, views: View[]): View[] {
  const sorted = views.toSorted((a, b) => a.name.localeCompare(b.name))
  // Ignore a missing storage: they hold until the page is left.
  keepItem(placeOf(page, who), JSON.stringify(sorted))
  return sorted
}
