import { t } from '../../i18n/intl.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import type { Column, Sort } from './column.ts'
import { nextSort } from './column.ts'
import styles from './RecordTable.module.css'
import { RowBox } from './RowBox.tsx'
import look from './TableLook.module.css'

/** Show the headings; a press sorts. */
export function TableHead<Row>(props: {
  columns: readonly Column<Row>[]
  /** CSS widths of the columns. */
  widths: readonly string[]
  sort: Sort | null
  onSort: ((sort: Sort | null) => void) | undefined
  /** Selects all of the page. */
  box: { label: string; checked: boolean; mixed: boolean; onPick: () => void } | undefined
}) {
  const { columns, widths, sort, onSort, box } = props
  return (
    <thead className={classNames(look.head, styles.head)}>
      <tr aria-rowindex={1}>
        {box && (
          <th scope="col" className={styles.boxed} style={{ width: 44 }}>
            <RowBox {...box} tabIndex={0} onPick={box.onPick} />
          </th>
        )}
        {columns.map((column, at) => {
          const mine = sort?.id === column.id ? sort : null
          return (
            <th
              key={column.id}
              scope="col"
              data-kind={column.kind}
              style={{ width: widths[at] }}
              aria-sort={mine ? (mine.desc ? 'descending' : 'ascending') : undefined}
            >
              {onSort ? (
                <button
                  type="button"
                  className={styles.sorter}
                  title={t('parts.table.sortBy', { column: column.header })}
                  onClick={() => onSort(nextSort(sort, column.id))}
                >
                  {column.header}
                  {mine && <Icon name={mine.desc ? 'down' : 'up'} size={12} />}
                </button>
              ) : (
                column.header
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
