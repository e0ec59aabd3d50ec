import { type AnalysisStatus, analysisStatuses } from '../../../domain/entities/analysis.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { AnalysisStatusBadge } from './shared/AnalysisStatusBadge.tsx'
import styles from './StatusChips.module.css'

/** How many analyses are in each status; pressing some shows only those. */
export function StatusChips(props: {
  analyses: readonly Pick<AnalysisRow, 'status'>[]
  chosen: readonly AnalysisStatus[]
  onChoose: (statuses: AnalysisStatus[]) => void
}) {
  const { chosen, onChoose } = props
  const count = (wanted: AnalysisStatus) =>
    props.analyses.filter(({ status }) => status === wanted).length
  const toggle = (status: AnalysisStatus) =>
    onChoose(chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status])
  // A status that is chosen stays to be seen, also when the last of its analyses has moved on.
  const shown = analysisStatuses.filter((status) => count(status) > 0 || chosen.includes(status))
  if (shown.length < 2 && chosen.length === 0) return null
  return (
    <div className={styles.chips} role="group" aria-label={t('analyses.filterStatus')}>
      <button
        type="button"
        className={styles.chip}
        aria-pressed={chosen.length === 0}
        onClick={() => onChoose([])}
      >
        {t('analyses.all')}{' '}
        <span className={styles.count}>{formatNumber(props.analyses.length)}</span>
      </button>
      {shown.map((status) => (
        <button
          key={status}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(status)}
          onClick={() => toggle(status)}
        >
          <AnalysisStatusBadge status={status} />
          <span className={styles.count}>{formatNumber(count(status))}</span>
        </button>
      ))}
    </div>
  )
}
