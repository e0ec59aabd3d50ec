import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useRef, useState } from 'react'
import type { ListTarget } from '../../../../../workers/files/sample-list/list-wish.ts'
import { headerKey } from '../../../../../domain/rules/list-words.ts'
import type { ListStep } from '../../../../../workers/files/sample-list/list-session.ts'
import type { ListColumn } from '../../../../../domain/catalog/list-words.ts'
import type {
  ListFilter,
  ListRowView,
  ListView,
} from '../../../../../workers/files/sample-list/list-view.ts'
import type { OpenList } from '../../../../../workers/files/sample-list/open-list.ts'
import { direction, t } from '../../../../i18n/intl.ts'
import { classNames } from '../../../../parts/class-names.ts'
import { useScrollEdges } from '../../../../parts/scroll/use-scroll-edges.ts'
import look from '../../../../parts/table/TableLook.module.css'
import { useRowHeight } from '../../../../parts/table/use-row-height.ts'
import { useRowWindow } from '../../../../parts/table/use-row-window.ts'
import { ListRow } from './ListRow.tsx'
import { columnWord, kindOf } from './list-words.ts'
import { readTableKey } from './read-table-key.ts'
import styles from './ListTable.module.css'
import { RowStrip } from './RowStrip.tsx'
import { useListWindow } from './use-list-window.ts'

/** Rows are used again for others when they go out of sight: a new one costs five times as much as another text. */
const mostDrawn = 64
const firstDrawn = 12

/** Return the number of rows in a filter. */
export function countRows({ counts, reasons }: ListView, filter: ListFilter): number {
  if (filter === 'all') return counts.rows
  if (filter === 'taken' || filter === 'left' || filter === 'changed') return counts[filter]
  return reasons.find(({ reason }) => reason === filter)?.count ?? 0
}

export interface ListTableProps {
  label: string
  list: RefObject<OpenList | null>
  view: ListView
  filter: ListFilter
  shape: ListTarget['shape']
  /** Place of the row that is looked at, among those of the filter. */
  active: number
  onActive: (at: number) => void
  onChange: (step: ListStep) => Promise<void>
  /** The next row that is left out, or the one before. */
  onNextLeft: (back: boolean) => void
  onSeen: (wells: readonly string[]) => void
}

/** Show all rows of a list, drawing those in sight; a cell is edited in place. */
export function ListTable(props: ListTableProps) {
  const { view, filter, active } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  useScrollEdges(scroller)
  const grid = useRef<HTMLTableElement>(null)
  const height = useRowHeight()
  const count = countRows(view, filter)
  const { from, to, show } = useRowWindow(scroller, count, height)
  const { rowAt, overwrite, isEmpty } = useListWindow(props.list, view, filter, from, to)
  // Draw a few placeholders before the first rows have come.
  const end = isEmpty ? Math.min(to, firstDrawn) : Math.min(to, from + mostDrawn)
  const { columns } = view
  const row = rowAt(active)
  const cells = useCells({
    ...props,
    row,
    count,
    show,
    overwrite,
    focus: () => grid.current?.focus(),
  })
  const { column, current, editing } = cells
  return (
    <div className={styles.frame}>
      <div ref={scroller} className={classNames(look.scroller, styles.scroller)}>
        <table
          ref={grid}
          role="grid"
          className={classNames(look.table, styles.table)}
          aria-label={props.label}
          aria-rowcount={count + 1}
          aria-describedby={`${id}-keys`}
          aria-activedescendant={row ? `${id}-${active}-${column}` : undefined}
          tabIndex={0}
          onKeyDown={cells.onKeyDown}
          onClick={cells.onClick}
        >
          <Head view={view} />
          <tbody>
            {from > 0 && <tr aria-hidden="true" style={{ height: from * height }} />}
            {Array.from({ length: end - from }, (_, at) => from + at).map((at) => (
              <ListRow
                key={at % mostDrawn}
                id={`${id}-${at}`}
                at={at}
                row={rowAt(at)}
                columns={columns}
                shape={props.shape}
                active={at === active ? column : null}
                editing={at === active ? editing : null}
                onCommit={cells.commit}
                onCancel={cells.cancel}
              />
            ))}
            {end < count && <tr aria-hidden="true" style={{ height: (count - end) * height }} />}
          </tbody>
        </table>
        {count === 0 && <p className={styles.none}>{t('wizard.csv.noRow')}</p>}
      </div>
      <p id={`${id}-keys`} className="visually-hidden">
        {t('wizard.csv.keys')}
      </p>
      {count > 0 && (
        <RowStrip
          row={row}
          column={current}
          shape={props.shape}
          left={view.counts.left}
          onEdit={() => cells.edit()}
          onSkip={cells.skip}
          onNextLeft={() => props.onNextLeft(false)}
          onSeen={props.onSeen}
        />
      )}
    </div>
  )
}

/** Move through the cells by keys and presses, and edit the one in focus. */
function useCells(
  props: Pick<ListTableProps, 'view' | 'active' | 'onActive' | 'onChange' | 'onNextLeft'> & {
    row: ListRowView | undefined
    count: number
    show: (at: number) => void
    overwrite: (row: number, column: ListColumn, text: string) => void
    /** Give the focus back to the table. */
    focus: () => void
  },
) {
  const { active, count, row, onChange } = props
  const { columns } = props.view
  const [column, setColumn] = useState(0)
  const [editing, setEditing] = useState<string | null>(null)
  const current = columns[Math.min(column, columns.length - 1)]
  const moveColumn = (by: number) =>
    setColumn(Math.max(0, Math.min(columns.length - 1, column + by)))
  const go = (at: number) => {
    const next = Math.max(0, Math.min(count - 1, at))
    props.onActive(next)
    props.show(next)
  }
  const skip = () => {
    if (!row) return
    const skipped = row.outcome.kind !== 'skipped'
    void onChange({ kind: 'skip', rows: [row.row], skipped })
  }
  const edit = (text?: string) => {
    if (row && current) setEditing(text ?? row.cells[current] ?? '')
  }
  const cancel = () => {
    setEditing(null)
    props.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const key = readTableKey(event, { at: active, count, isRtl: direction.peek() === 'rtl' })
    if (!key) return
    event.preventDefault()
    if (key.kind === 'row') go(key.at)
    else if (key.kind === 'column') moveColumn(key.by)
    else if (key.kind === 'edit') edit(key.text)
    else if (key.kind === 'skip') skip()
    else if (key.kind === 'left') props.onNextLeft(key.back)
    else void onChange(key)
  }
  const commit = (text: string, move: number) => {
    cancel()
    if (!row || !current) return
    if (text.trim() !== (row.cells[current] ?? '')) {
      props.overwrite(row.row, current, text.trim())
      void onChange({ kind: 'cell', row: row.row, column: current, text })
    }
    if (move !== 0) moveColumn(move)
  }
  const onClick = (event: MouseEvent) => {
    const found = findCell(event)
    if (!found) return
    const isSame = found.at === active && found.column === column
    go(found.at)
    setColumn(found.column)
    // Edit at a second press on the same cell, as with gloves a double one is hard.
    if (isSame && editing === null) edit()
  }
  return { column, current, editing, edit, skip, commit, cancel, onKeyDown, onClick }
}

/** Name each column, and its header in the file if that differs. */
function Head({ view }: { view: ListView }) {
  const words = view.columns.map((column) => ({
    column,
    word: columnWord(column),
    header: view.headers.find((one) => one.column === column)?.text ?? '',
  }))
  return (
    <thead className={look.head}>
      <tr>
        <th scope="col" data-column="row" data-kind="number">
          {t('wizard.csv.row')}
        </th>
        {words.map(({ column, word, header }) => (
          <th key={column} scope="col" data-column={column} data-kind={kindOf(column)}>
            {word}
            {headerKey(header) !== headerKey(word) && <bdi className={styles.header}>{header}</bdi>}
          </th>
        ))}
        <th scope="col" data-column="outcome">
          {t('wizard.csv.outcome')}
        </th>
      </tr>
    </thead>
  )
}

function findCell(event: MouseEvent): { at: number; column: number } | null {
  const target = event.target as Element
  if (target.closest('input, button')) return null
  const at = target.closest<HTMLElement>('[data-row]')?.dataset['row']
  const cell = target.closest<HTMLElement>('[data-cell]')?.dataset['cell']
  return at === undefined ? null : { at: Number(at), column: Number(cell ?? 0) }
}
