import type { ReactNode, Ref } from 'react'
import type { Column } from './column.ts'
import type { ColumnLayout } from './column-layout.ts'
import type { Paging } from './paging.ts'
import type { Sort } from './sort.ts'

/** The row in focus, for keys that act wherever the focus is. */
export interface TableControl<Row> {
  /** Goes some rows on and into the table; the first time to its first row. */
  move: (step: number) => void
  /** Null before any row was in focus. */
  active: () => Row | null
  /** Selects the row in focus or takes it out; with `range` all from the last one on. */
  pick: (range: boolean) => void
  /** Position in the window for a menu of the focused row; null while that row is not drawn. */
  place: () => { x: number; y: number } | null
  /** Ids of the rows on this page. */
  ids: () => string[]
}

export type RecordTableProps<Row extends object> = {
  /** Name of the rows, for screen readers. */
  label: string
  /** Keep these two outside the component or memoised: a new array sorts everything again. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Sort, filter and layout of the columns are the screen's, so it can keep them in the URL. */
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The service has put the rows in the order of `sort`, since not all of them are on this page. */
  isSorted?: boolean
  filter?: string
  /** The service has looked for the text of `filter`, since not all rows are on this page. */
  isFound?: boolean
  onFilter?: (filter: string) => void
  /** Page and rows per page; without it all rows are on one page, and no other way is offered. */
  paging?: Paging
  /** Columns on show, their order and widths; with `onLayout` people choose. */
  layout?: ColumnLayout
  onLayout?: (layout: ColumnLayout) => void
  /** Enter, or a press; with `onSelect` a double press. */
  onOpen?: (row: Row) => void
  /** Rows that belong to the shared selection; Ctrl adds, Shift takes a range. */
  selected?: ReadonlySet<string>
  onSelect?: (ids: Set<string>) => void
  /** Boxes before the rows select them, and a press opens a row. What they are called: of a row, and of all on the page. */
  boxes?: { row: (row: Row) => string; page: string }
  /** Moves and reads the row in focus: for keys that act wherever the focus is. */
  control?: Ref<TableControl<Row>>
  /** The row under the pointer, to light up its well and its curve. */
  onHover?: (id: string | null) => void
  /**
   * Return true for a row that is pointed at elsewhere, on its plate or in its chart; called again when a signal that
   * it reads changes.
   */
  isPointed?: ((row: Row) => boolean) | undefined
  /** Shown in place of rows if there are none: an EmptyState. */
  empty: ReactNode
  /** Buttons at the end of the table's bar. */
  tools?: ReactNode
  loading?: boolean
  /** Says in the table's bar which rows are here, if not all are. */
  extent?: string | undefined
}
