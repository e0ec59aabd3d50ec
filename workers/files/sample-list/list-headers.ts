import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import { listColumns } from '../../../domain/catalog/list-words.ts'
import { columnOfHeader, headerKey, isTargetHeader } from '../../../domain/rules/list-words.ts'
import {
  cellsOf,
  type ColumnPlaces,
  headerSettings,
  holdsTypes,
  holdsWells,
  type ListHead,
} from './list-columns.ts'
import type { ListType, ListWish } from './list-wish.ts'

/** Content that an unread column seems to hold. */
export type HeaderLook = 'type' | 'well' | 'target'

/** A header of the file and what is made of its column. */
export interface ListHeader {
  /** Column of the file, from 0. */
  at: number
  text: string
  /** Null where it is not read. */
  column: ListColumn | null
  /** Source of the match: the settings, or the usual words. */
  by: 'settings' | 'words' | null
  /** Look of a column that is not read and that nobody has said is not needed. */
  looks: HeaderLook | null
  ignored: boolean
  /** Some cells under it, each once. */
  examples: readonly string[]
}

const mostExamples = 3

/** Describe all headers with a text or cells, so that a person sees which columns are read and which are not. */
export function describeHeaders(
  head: ListHead,
  places: ColumnPlaces,
  { type, settings }: Pick<ListWish, 'type' | 'settings'>,
): ListHeader[] {
  return head.header.flatMap((text, at) => {
    const cells = cellsOf(head, at)
    const examples = [...new Set(cells.filter(Boolean))].slice(0, mostExamples)
    if (text === '' && examples.length === 0) return []
    const column = listColumns.find((one) => places[one] === at) ?? null
    const ignored = (head.ignored ?? []).includes(headerKey(text))
    const isTold =
      column !== null && headerKey(settings[headerSettings[column]]) === headerKey(text)
    return [
      {
        at,
        text,
        column,
        by: column === null ? null : isTold ? ('settings' as const) : ('words' as const),
        looks: column === null && !ignored ? lookAt(text, cells, places, type) : null,
        ignored,
        examples: examples.map((one) => one.slice(0, 40)),
      },
    ]
  })
}

/**
 * Recognise a column by its cells; if no other column has that content, also by its header. Signs alone prove nothing.
 */
function lookAt(
  text: string,
  cells: readonly string[],
  places: ColumnPlaces,
  type: ListType,
): HeaderLook | null {
  if (!cells.some(Boolean)) return null
  // Ask for targets before wells: they are called N1 or E6 often enough.
  if (isTargetHeader(text)) return 'target'
  const word = columnOfHeader(text)?.column
  const isPlaced = places.well >= 0 || (places.wellRow >= 0 && places.wellColumn >= 0)
  const isWord = cells.some((cell) => cell.length > 1)
  const isType = (holdsTypes(cells) && isWord) || (word === 'sample_type' && places.sample_type < 0)
  // Take the types of the layout for a list that names its samples.
  if (isType) return type === 'names' ? null : 'type'
  return holdsWells(cells) || (word === 'well' && !isPlaced) ? 'well' : null
}
