import { type RefObject, useRef } from 'react'
import { t } from '../../i18n/intl.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import type { Column } from './column.ts'
import { type ColumnLayout, standardLayout } from './column-layout.ts'
import styles from './RecordTable.module.css'
import { RowBox } from './RowBox.tsx'
import { nextSort, type Sort } from './sort.ts'
import look from './TableLook.module.css'
import { useHeadTools } from './use-head-tools.ts'

type Tools = ReturnType<typeof useHeadTools>

/** Show the headings: a press sorts, and with Shift by a further column; they are moved and sized by pointer and keys. */
export function TableHead<Row>(props: {
  /** Columns on show, in their order. */
  columns: readonly Column<Row>[]
  /** CSS widths of the columns. */
  widths: readonly (string | undefined)[]
  sort: Sort
  onSort: ((sort: Sort) => void) | undefined
  /** Selects all of the page. */
  box: { label: string; checked: boolean; mixed: boolean; onPick: () => void } | undefined
  /** Absent where columns can be neither moved nor sized. */
  choice:
    | {
        all: readonly Column<Row>[]
        layout: ColumnLayout
        onLayout: (layout: ColumnLayout) => void
        onSizing: (widths: Record<string, number> | null) => void
        onSaid: (words: string) => void
      }
    | undefined
}) {
  const { columns, widths, sort, onSort, box, choice } = props
  const row = useRef<HTMLTableRowElement>(null)
  const tools = useHeadTools({
    columns: choice?.all ?? columns,
    layout: choice?.layout ?? standardLayout,
    onLayout: (layout) => choice?.onLayout(layout),
    onSizing: (next) => choice?.onSizing(next),
    onSaid: (words) => choice?.onSaid(words),
    row: row as RefObject<HTMLTableRowElement | null>,
  })
  return (
    <thead className={classNames(look.head, styles.head)}>
      <tr ref={row} aria-rowindex={1}>
        {box && (
          <th scope="col" className={styles.boxed} style={{ width: 44 }}>
            <RowBox {...box} tabIndex={0} onPick={box.onPick} />
          </th>
        )}
        {columns.map((column, at) => (
          <Heading
            key={column.id}
            column={column}
            width={widths[at]}
            sort={sort}
            onSort={onSort}
            tools={choice && tools}
          />
        ))}
      </tr>
    </thead>
  )
}

function Heading<Row>(props: {
  column: Column<Row>
  width: string | undefined
  sort: Sort
  onSort: ((sort: Sort) => void) | undefined
  tools: Tools | undefined
}) {
  const { column, width, sort, onSort, tools } = props
  const { id, header, kind } = column
  const place = sort.findIndex((key) => key.id === id)
  const mine = sort[place]
  return (
    <th
      scope="col"
      data-column={id}
      data-kind={kind}
      data-dragged={tools?.dragged === id || undefined}
      data-drop={tools?.dropSide(id)}
      style={{ width }}
      // Name the order of one column only, as ARIA asks; that of all is written beside the count.
      aria-sort={mine && place === 0 ? (mine.desc ? 'descending' : 'ascending') : undefined}
    >
      {onSort ? (
        <button
          type="button"
          className={styles.sorter}
          title={t('parts.table.sortBy', { column: header })}
          {...tools?.heading(id)}
          onClick={({ shiftKey }) => {
            if (!tools?.wasDragged()) onSort(nextSort(sort, id, shiftKey))
          }}
        >
          <span className={styles.heading}>{header}</span>
          {mine && (
            <span className={styles.sign} aria-hidden="true">
              <Icon name={mine.desc ? 'down' : 'up'} size={12} />
              {sort.length > 1 && place + 1}
            </span>
          )}
        </button>
      ) : (
        header
      )}
      {tools && (
        <span className={styles.edge} aria-hidden="true" data-edge={id} {...tools.edge(id)} />
      )}
    </th>
  )
}
