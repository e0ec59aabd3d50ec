import { type MouseEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { classNames } from '../class-names.ts'
import type { Column } from './column.ts'
import { shownColumns, standardLayout } from './column-layout.ts'
import { columnWidths } from './column-widths.ts'
import { useScrollEdges } from '../scroll/use-scroll-edges.ts'
import styles from './RecordTable.module.css'
import look from './TableLook.module.css'
import { TableBar } from './TableBar.tsx'
import { TableFoot } from './TableFoot.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { pageSizes } from './paging.ts'
import { unsorted } from './sort.ts'
import { type TableModel, useTableModel } from './table-model.ts'
import type { RecordTableProps } from './table-props.ts'
import { useRowHeight } from './use-row-height.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowWindow } from './use-row-window.ts'

/** Show a table of records: sorted, filtered, read by keyboard, smooth with 50,000 rows. */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  const { columns, rows, rowId, filter = '', paging, layout = standardLayout } = props
  const { sort: shownSort = unsorted, onLayout } = props
  const sort = props.isSorted ? unsorted : shownSort
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  useScrollEdges(scroller)
  const height = useRowHeight()
  const wanted = props.isFound ? '' : filter
  const model = useTableModel({ columns, rows, rowId, sort, filter: wanted, paging })
  const shown = useMemo(() => shownColumns(columns, layout), [columns, layout])
  // Keep the widths while an edge is dragged; the screen gets the width when it is let go.
  const [sizing, onSizing] = useState<Readonly<Record<string, number>> | null>(null)
  const sized = sizing ?? layout.widths
  const [said, onSaid] = useState('')
  const { from, to, show } = useRowWindow(scroller, model.length, height)
  const keys = useRowKeys(props, { model, show, scroller })
  const boxes = props.onSelect && props.boxes
  const beside = boxes ? 44 : 0
  const widths = useMemo(
    () => columnWidths(shown, rows, beside, sized),
    [shown, rows, beside, sized],
  )
  useTopOfPage(scroller, model.span.page)
  const onClick = (event: MouseEvent) => {
    const at = findRow(event)
    if (at !== null) keys.press(at, event)
  }
  return (
    <div className={styles.frame} aria-busy={props.loading}>
      <TableBar
        {...props}
        shown={model.count}
        total={rows.length}
        filter={filter}
        layout={layout}
        sort={shownSort}
        said={said}
      />
      <div ref={scroller} className={classNames(look.scroller, styles.scroller)}>
        <table
          className={look.table}
          style={{ minWidth: widths.least, ...(widths.isExact && { width: widths.least }) }}
          role="grid"
          aria-label={props.label}
          aria-rowcount={model.count + 1}
          aria-multiselectable={props.onSelect ? true : undefined}
          aria-activedescendant={model.at(keys.active) ? `${id}-${keys.active}` : undefined}
          tabIndex={0}
          onKeyDown={keys.onKeyDown}
          onClick={onClick}
          onDoubleClick={(event) => {
            const row = model.at(findRow(event) ?? -1)
            if (row && props.onSelect && !boxes) props.onOpen?.(row.original)
          }}
          onPointerLeave={() => props.onHover?.(null)}
        >
          <TableHead
            columns={shown}
            widths={widths.each}
            sort={shownSort}
            onSort={props.onSort}
            box={boxes && { label: boxes.page, ...keys.page }}
            choice={onLayout && { all: columns, layout, onLayout, onSizing, onSaid }}
          />
          <DrawnRows
            table={{ ...props, id, columns: shown, boxes }}
            model={model}
            keys={keys}
            span={{ from, to, height }}
          />
        </table>
        {rows.length === 0 && !props.loading && props.empty}
        {rows.length > 0 && model.count === 0 && <NoneFound onClear={() => props.onFilter?.('')} />}
      </div>
      {paging && model.count > pageSizes[0] && <TableFoot count={model.count} paging={paging} />}
    </div>
  )
}

/** Begin each page at its first row. */
function useTopOfPage(scroller: RefObject<HTMLElement | null>, page: number): void {
  const scrolled = useRef(page)
  useEffect(() => {
    // Skip the first drawing: to scroll, the browser would lay out the whole page too early.
    if (scrolled.current === page) return
    scrolled.current = page
    if (scroller.current) scroller.current.scrollTop = 0
  }, [scroller, page])
}

/** Draw the rows in sight, between spacers for the others. */
function DrawnRows<Row extends object>(props: {
  table: Pick<RecordTableProps<Row>, 'selected' | 'onOpen' | 'onHover' | 'isPointed'> & {
    id: string
    columns: readonly Column<Row>[]
    boxes: RecordTableProps<Row>['boxes'] | undefined
  }
  model: TableModel<Row>
  keys: { active: number; select: (at: number, keep: boolean, range: boolean) => void }
  span: { from: number; to: number; height: number }
}) {
  const { table, model, keys } = props
  const { from, to, height } = props.span
  const { boxes } = table
  const drawn = Array.from({ length: to - from }, (_, at) => from + at)
  return (
    <tbody>
      <Spacer height={from * height} />
      {drawn.map((index) => {
        const row = model.at(index)
        if (!row) return null
        return (
          <TableRow
            key={row.id}
            id={`${table.id}-${index}`}
            index={index}
            place={model.span.from + index}
            row={row.original}
            columns={table.columns}
            active={index === keys.active}
            selected={table.selected?.has(row.id)}
            opens={table.onOpen !== undefined}
            isPointed={table.isPointed}
            box={
              boxes && {
                label: boxes.row(row.original),
                onPick: (range) => keys.select(index, true, range),
              }
            }
            onHover={table.onHover && (() => table.onHover?.(row.id))}
          />
        )
      })}
      <Spacer height={(model.length - to) * height} />
    </tbody>
  )
}

function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.none}>
      <span>{t('parts.table.none')}</span>
      <Button onClick={onClear}>{t('parts.table.clear')}</Button>
    </div>
  )
}

/** Take the place of the rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null
}

function findRow(event: MouseEvent): number | null {
  const target = event.target as Element
  if (target.closest('a, button, input, select, label')) return null
  const at = target.closest<HTMLElement>('[data-row]')?.dataset['row']
  return at === undefined ? null : Number(at)
}
