import { t } from '../../i18n/intl.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Button } from '../button/Button.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { pageAfterResize, pageSizes, pageSpan, type Paging, readRows } from './paging.ts'
import styles from './TableFoot.module.css'

/** Show the bar below a list: rows per page, the number of the page, and buttons to the next ones. */
export function TableFoot(props: {
  /** Rows of all pages together. */
  count: number
  paging: Paging
  /** True when all rows may be shown on one page. */
  whole?: boolean
}) {
  const { count, paging, whole = true } = props
  const { rows, onPaging } = paging
  const span = pageSpan(count, rows, paging.page)
  const sizes = [...pageSizes, ...(whole ? (['all'] as const) : [])]
  const { page, pages } = span
  return (
    <nav className={styles.foot} aria-label={t('parts.table.pages')}>
      <label className={styles.rows}>
        <span aria-hidden="true">{t('parts.table.rowsPerPage')}</span>
        <SelectField
          label={t('parts.table.rowsPerPage')}
          hideLabel
          value={String(rows)}
          choices={sizes.map((size) => ({
            value: String(size),
            label: size === 'all' ? t('parts.table.allRows') : formatNumber(size),
          }))}
          onChange={(value) => {
            const next = readRows(value, rows)
            onPaging({ rows: next, page: pageAfterResize(span, next) })
          }}
        />
      </label>
      {rows !== 'all' && (
        <div className={styles.pages}>
          <span role="status">{t('parts.table.page', { page, pages })}</span>
          <Button
            kind="plain"
            icon="back"
            iconOnly
            disabledReason={page === 1 ? t('parts.table.firstPage') : null}
            onClick={() => onPaging({ rows, page: page - 1 })}
          >
            {t('parts.table.previousPage')}
          </Button>
          <Button
            kind="plain"
            icon="next"
            iconOnly
            disabledReason={page === pages ? t('parts.table.lastPage') : null}
            onClick={() => onPaging({ rows, page: page + 1 })}
          >
            {t('parts.table.nextPage')}
          </Button>
        </div>
      )}
    </nav>
  )
}
