import type { ReactNode } from 'react'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import styles from './RecordTable.module.css'

type Hideable = { id: string; header: string; fixed?: boolean }

/** Show the bar above the table: text filter, number of rows, column choice, the screen's own tools. */
export function TableBar(props: {
  columns: readonly Hideable[]
  filter: string
  onFilter?: (filter: string) => void
  hidden: ReadonlySet<string>
  onHidden?: (hidden: Set<string>) => void
  shown: number
  total: number
  /** More rows are on their way: what is counted and found is of those that are here. */
  loading?: boolean
  tools?: ReactNode
}) {
  const { filter, onFilter, shown, total, onHidden } = props
  const filtered = shown !== total
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
        {props.loading && total > 0 && ` · ${t('parts.table.loadingMore')}`}
      </span>
      <span className={styles.tools}>
        {props.tools}
        {onHidden && <ColumnChoice {...props} onHidden={onHidden} />}
      </span>
    </div>
  )
}

function ColumnChoice(props: {
  columns: readonly Hideable[]
  hidden: ReadonlySet<string>
  onHidden: (hidden: Set<string>) => void
}) {
  const { columns, hidden, onHidden } = props
  const toggle = (id: string, shown: boolean) => {
    const next = new Set(hidden)
    if (shown) next.delete(id)
    else next.add(id)
    onHidden(next)
  }
  return (
    <details className={styles.choice}>
      <summary>
        <Icon name="columns" />
        {t('parts.table.columns')}
      </summary>
      <div className={styles.choices}>
        {columns.map((column) => (
          <label key={column.id}>
            <input
              type="checkbox"
              checked={!hidden.has(column.id)}
              disabled={column.fixed}
              onChange={(event) => toggle(column.id, event.target.checked)}
            />
            {column.header}
          </label>
        ))}
      </div>
    </details>
  )
}
