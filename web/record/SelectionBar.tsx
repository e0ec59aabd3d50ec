import type { ReactNode } from 'react'
import { formatDateTime } from '../i18n/format.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { localZone } from '../state/local-time.ts'
import styles from './Record.module.css'
import type { Selection } from './selection.ts'

/** Show in words which rows are selected, ways to select more, and actions on them. */
export function SelectionBar(props: {
  selection: Selection
  /** Number of those selected that the filter does not show. */
  hidden: number
  page: number
  matching: number
  onPage: () => void
  /** Absent where not all that match are here. */
  onMatching?: () => void
  onClear: () => void
  children?: ReactNode
}) {
  const { selection, hidden, page, matching } = props
  const isAll = selection.kind === 'match'
  return (
    <div className={styles.selection} role="group" aria-label={t('record.selection')}>
      <p role="status">
        <strong>{saySelection(selection)}</strong>
        {hidden > 0 && ` · ${t('record.selectedHidden', { count: hidden })}`}
      </p>
      {page < matching && selection.kind !== 'page' && (
        <Button kind="plain" onClick={props.onPage}>
          {t('record.selectPage', { count: page })}
        </Button>
      )}
      {!isAll && props.onMatching && (
        <Button kind="plain" onClick={props.onMatching}>
          {t('record.selectMatching', { count: matching })}
        </Button>
      )}
      <Button kind="plain" icon="close" onClick={props.onClear}>
        {t('record.selectNone')}
      </Button>
      <span className={styles.ends}>{props.children}</span>
    </div>
  )
}

/** Say which rows are selected: so many of them, this page, or all that matched at a time. */
function saySelection({ kind, ids, at }: Selection): string {
  const count = ids.size
  if (kind === 'page') return t('record.selectedPage', { count })
  if (kind === 'these') return t('record.selectedThese', { count })
  return t('record.selectedMatching', { count, at: formatDateTime(at, localZone(), 'time') })
}
