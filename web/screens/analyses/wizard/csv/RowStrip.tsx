import { useEffect } from 'react'
import type { ListTarget } from '../../../../../workers/files/sample-list/list-wish.ts'
import type { ListColumn } from '../../../../../domain/catalog/list-words.ts'
import type { ListRowView } from '../../../../../workers/files/sample-list/list-view.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { columnWord, outcomeText } from './list-words.ts'
import styles from './ListTable.module.css'

const noWells: readonly string[] = []

/** Show the active row: its full outcome, and buttons to change it without a keyboard. */
export function RowStrip(props: {
  row: ListRowView | undefined
  column: ListColumn | undefined
  shape: ListTarget['shape']
  /** Number of rows that are left out. */
  left: number
  onEdit: () => void
  onSkip: () => void
  onNextLeft: () => void
  /** The wells of the row, for the plate beside. */
  onSeen: (wells: readonly string[]) => void
}) {
  const { row, column, left, onSeen } = props
  const wells = row?.outcome.kind === 'taken' ? row.outcome.wells : noWells
  const key = wells.join()
  useEffect(() => onSeen(key === '' ? noWells : key.split(',')), [key, onSeen])
  return (
    <div className={styles.strip}>
      <p aria-live="polite" data-outcome={row?.outcome.kind}>
        {row && (
          <>
            <strong>{t('wizard.csv.rowNumber', { row: row.row })}</strong>{' '}
            {outcomeText(row.outcome, props.shape)}
          </>
        )}
      </p>
      <div className={styles.actions}>
        {row && column && (
          <Button icon="edit" kind="plain" onClick={props.onEdit}>
            {t('wizard.csv.editCell', { column: columnWord(column) })}
          </Button>
        )}
        {row && (
          <Button icon="skip" kind="plain" onClick={props.onSkip}>
            {t(row.outcome.kind === 'skipped' ? 'wizard.csv.unskip' : 'wizard.csv.skip')}
          </Button>
        )}
        <Button
          icon="next"
          kind="plain"
          disabledReason={left === 0 ? t('wizard.csv.noneLeft') : null}
          onClick={props.onNextLeft}
        >
          {t('wizard.csv.nextLeft')}
        </Button>
      </div>
    </div>
  )
}
