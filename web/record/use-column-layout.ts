import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { type ColumnLayout, readLayout, writeLayout } from '../parts/table/column-layout.ts'
import { chosenColumns, keepColumns } from '../state/list-columns.ts'
import type { Address } from '../use-address.ts'

/** Text of the standard columns in an address, where nothing at all would leave the choice to the account. */
const standard = '*'

/**
 * Keep which columns of a list are shown, in which order and how wide: for the account, unless the address has columns of
 * its own, as that of a saved view or of a link has.
 * @param list one word, the same for as long as there is such a list.
 */
export function useColumnLayout(
  list: string,
  columns: readonly { id: string }[],
  { search, change }: Address,
) {
  useSignals()
  const own = search.get('columns') ?? hiddenOf(search.get('hide'))
  const chosen = chosenColumns.value[list] ?? ''
  const text = own ?? chosen
  const layout = useMemo(() => readLayout(text), [text])
  const onLayout = (next: ColumnLayout) => {
    const written = writeLayout(columns, next)
    if (own === null) keepColumns(list, written)
    else change({ columns: written || standard, hide: null })
  }
  return { layout, onLayout }
}

/** Read the hidden columns of an older address or view. */
function hiddenOf(hide: string | null): string | null {
  return hide === null
    ? null
    : hide
        .split(',')
        .map((id) => `-${id}`)
        .join(',')
}

/** Write the columns on show for an address that others open, or for a view. */
export function writeOwnColumns(columns: readonly { id: string }[], layout: ColumnLayout): string {
  return writeLayout(columns, layout) || standard
}
