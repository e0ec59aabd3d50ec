import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import {
  arrangeColumns,
  type ColumnLayout,
  hideColumn,
  moveColumn,
  shownColumns,
  standardLayout,
} from './column-layout.ts'
import styles from './ColumnsPanel.module.css'
import { mostSortKeys, nextSort, saySort, type Sort } from './sort.ts'

interface Choosable {
  id: string
  header: string
  fixed?: boolean
}

/** List the columns of a table: which are shown, in which order, and by which of them the rows are sorted. */
export function ColumnsPanel(props: {
  columns: readonly Choosable[]
  layout: ColumnLayout
  onLayout: (layout: ColumnLayout) => void
  sort: Sort
  onSort: ((sort: Sort) => void) | undefined
}) {
  const { columns, layout, onLayout, sort, onSort } = props
  const arranged = arrangeColumns(columns, layout)
  const shown = shownColumns(columns, layout)
  const move = (id: string, to: Choosable | undefined) => {
    if (to) onLayout(moveColumn(columns, layout, id, to.id))
  }
  return (
    <div className={styles.panel}>
      <ul className={styles.columns} aria-label={t('parts.table.columns')}>
        {arranged.map((column, at) => {
          const isShown = shown.includes(column)
          return (
            <li
              key={column.id}
              className={styles.column}
              onKeyDown={(event) => {
                const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                if (!event.altKey || step === undefined) return
                event.preventDefault()
                const focused = event.target as HTMLElement
                move(column.id, arranged[at + step])
                // Give the focus back, which an element loses when it is put elsewhere.
                requestAnimationFrame(() => focused.focus())
              }}
            >
              <label className={styles.name}>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={column.fixed || (isShown && shown.length === 1)}
                  onChange={({ target }) =>
                    onLayout(hideColumn(layout, column.id, !target.checked))
                  }
                />
                {column.header}
              </label>
              {onSort && <SortButton column={column} sort={sort} onSort={onSort} />}
              <Button
                kind="plain"
                icon="up"
                iconOnly
                disabledReason={at === 0 ? t('parts.table.isFirst') : null}
                onClick={() => move(column.id, arranged[at - 1])}
              >
                {t('parts.table.moveUp', { column: column.header })}
              </Button>
              <Button
                kind="plain"
                icon="down"
                iconOnly
                disabledReason={at === arranged.length - 1 ? t('parts.table.isLast') : null}
                onClick={() => move(column.id, arranged[at + 1])}
              >
                {t('parts.table.moveDown', { column: column.header })}
              </Button>
            </li>
          )
        })}
      </ul>
      {onSort && sort.length > 0 && <p className={styles.words}>{saySort(sort, columns)}</p>}
      <p className={styles.words}>{t('parts.table.columnKeys')}</p>
      <Button icon="undo" onClick={() => onLayout(standardLayout)}>
        {t('parts.table.columnsReset')}
      </Button>
    </div>
  )
}

/** Sort by a column after those that are sorted by already, then the other way, then no longer. */
function SortButton(props: { column: Choosable; sort: Sort; onSort: (sort: Sort) => void }) {
  const { column, sort, onSort } = props
  const place = sort.findIndex(({ id }) => id === column.id)
  const mine = sort[place]
  const isFull = !mine && sort.length >= mostSortKeys
  return (
    <Button
      kind="plain"
      className={styles.sort}
      aria-pressed={mine !== undefined}
      disabledReason={isFull ? t('parts.table.sortMost', { most: mostSortKeys }) : null}
      onClick={() => onSort(nextSort(sort, column.id, true))}
    >
      <span className={styles.mark}>
        <Icon name={mine ? (mine.desc ? 'down' : 'up') : 'sort'} />
        <span className={styles.place} aria-hidden="true">
          {mine && place + 1}
        </span>
        <span className="visually-hidden">
          {t('parts.table.sortBy', { column: column.header })}
        </span>
      </span>
    </Button>
  )
}
