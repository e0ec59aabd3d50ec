import { t } from '../../i18n/intl.ts'
import { FilterChips } from '../../parts/filter/FilterChips.tsx'
import { CertificateStatusBadge } from './CertificateStatusBadge.tsx'
import type { ChosenStatus } from './review-rules.ts'
import type { Certificates } from './use-certificates.ts'

/** All, as in the queue of analyses; then in the order of a reviewer's work: what waits comes first. */
const order: readonly ChosenStatus[] = ['all', 'Waiting', 'Issued', 'Rejected', 'Pending']

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
    <FilterChips
      label={t('review.filter')}
      chips={order.map((status) => ({
        id: status,
        label: status === 'all' ? t('review.all') : <CertificateStatusBadge status={status} />,
        count: count(status),
        pressed: chosen === status,
        onPress: () => onChoose(status),
      }))}
    />
  )
}
