/**
 * Rows that are selected, and how: one by one, all of a page, or all that matched the filter at a moment. Rows that
 * match later are not among them.
 */
export interface Selection {
  kind: 'these' | 'page' | 'match'
  ids: ReadonlySet<string>
  /** Query of `match`, as the address has it, and when it was asked (ms). */
  query?: string
  at?: number
}

export const nothingSelected: Selection = { kind: 'these', ids: new Set() }

/** Select all of a page. */
export function selectPage(ids: readonly string[]): Selection {
  return { kind: 'page', ids: new Set(ids) }
}

/** Select all rows that match, as they are now. */
export function selectMatching(ids: readonly string[], query: string, at: number): Selection {
  return { kind: 'match', ids: new Set(ids), query, at }
}

/** Take over what boxes and keys selected; it is all of the page where nothing else is selected. */
export function selectRows(ids: ReadonlySet<string>, page: readonly string[]): Selection {
  const isPage = page.length > 1 && ids.size === page.length && page.every((id) => ids.has(id))
  return { kind: isPage ? 'page' : 'these', ids }
}

/** Leave out what is gone from the list; another filter makes of all that matched these rows. */
export function keepSelection(
  selection: Selection,
  there: ReadonlySet<string>,
  query: string,
): Selection {
  const ids = [...selection.ids].filter((id) => there.has(id))
  const isSame = selection.kind === 'these' || (selection.query ?? query) === query
  if (isSame && ids.length === selection.ids.size) return selection
  if (ids.length === 0) return nothingSelected
  return isSame ? { ...selection, ids: new Set(ids) } : { kind: 'these', ids: new Set(ids) }
}
