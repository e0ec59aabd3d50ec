import type { ReactNode } from 'react'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import { Popover } from '../menu/Popover.tsx'
import { type ColumnLayout, writeLayout } from './column-layout.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import styles from './RecordTable.module.css'
import { saySort, type Sort } from './sort.ts'

/** Show the bar above the table: text filter, number of rows, choice of columns, the screen's own tools. */
export function TableBar(props: {
  columns: readonly { id: string; header: string; fixed?: boolean }[]
  filter: string
  onFilter?: (filter: string) => void
  layout: ColumnLayout
  onLayout?: (layout: ColumnLayout) => void
  sort: Sort
  onSort?: (sort: Sort) => void
  shown: number
  total: number
  /** More rows are on their way: what is counted and found is of those that are here. */
  loading?: boolean
  /** Says which rows are here, if not all are. */
  extent?: string | undefined
  /** Words about a heading that keys have moved or sized. */
  said: string
  tools?: ReactNode
}) {
  const { columns, filter, onFilter, shown, total, layout, onLayout, sort, onSort } = props
  const filtered = shown !== total
  const more = props.extent ?? (props.loading ? t('parts.table.loadingMore') : undefined)
  return (
    <div className={styles.bar}>
      {onFilter && (
        <label className={styles.filter}>
          <Icon name="search" />
          <span className="visually-hidden">{t('parts.table.filter')}</span>
          <input
            type="search"
            value={filter}
            placeholder={t('parts.table.filter')}
            onChange={(event) => onFilter(event.target.value)}
          />
        </label>
      )}
      <span className={styles.count} role="status">
        {filtered
          ? t('parts.table.filtered', { shown, count: total })
          : t('parts.table.count', { count: total })}
        {more !== undefined && (total > 0 || props.extent) && ` · ${more}`}
      </span>
      <span className="visually-hidden" role="status">
        {saySort(sort, columns)}
      </span>
      <span className="visually-hidden" role="status">
        {props.said}
      </span>
      <span className={styles.tools}>
        {props.tools}
        {onLayout && (
          <Popover
            label={t('parts.table.columns')}
            icon="columns"
            changed={writeLayout(columns, layout) !== ''}
          >
            {() => <ColumnsPanel {...{ columns, layout, onLayout, sort, onSort }} />}
          </Popover>
        )}
      </span>
    </div>
  )
}
