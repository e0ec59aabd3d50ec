import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { CertificateStatusBadge } from './CertificateStatusBadge.tsx'
import type { ChosenStatus } from './review-rules.ts'
import styles from './ReviewerScreen.module.css'
import type { Certificates } from './use-certificates.ts'

/** In the order of a reviewer's work: what waits comes first. */
const order: readonly ChosenStatus[] = ['Waiting', 'Issued', 'Rejected', 'Pending', 'all']

/** How many certificates are in each status; one of them is shown. */
export function StatusFilter(props: {
  counts: Certificates['counts'] | null
  chosen: ChosenStatus
  onChoose: (chosen: ChosenStatus) => void
}) {
  const { counts, chosen, onChoose } = props
  const count = (wanted: ChosenStatus) =>
    counts
      ?.filter(({ status }) => wanted === 'all' || status === wanted)
      .reduce((sum, one) => sum + one.count, 0)
  return (
    <div className={styles.chips} role="group" aria-label={t('review.filter')}>
      {order.map((status) => {
        const many = count(status)
        return (
          <button
            key={status}
            type="button"
            className={styles.chip}
            aria-pressed={chosen === status}
            onClick={() => onChoose(status)}
          >
            {status === 'all' ? t('review.all') : <CertificateStatusBadge status={status} />}
            {many !== undefined && <span className={styles.count}>{formatNumber(many)}</span>}
          </button>
        )
      })}
    </div>
  )
}
