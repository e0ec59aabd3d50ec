import { type ReactNode, useMemo } from 'react'
import { listPageSize } from '../../../domain/catalog/limits.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { ListWithPanel } from '../../parts/panel/ListWithPanel.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
import { useColumnLayout } from '../../record/use-column-layout.ts'
import { useAddress } from '../../use-address.ts'
import { makeCertificateColumns } from './certificate-columns.tsx'
import { CertificatePanel } from './CertificatePanel.tsx'
import styles from './CertificateList.module.css'
import type { ChosenStatus } from './review-rules.ts'
import { type Certificates, useCertificates } from './use-certificates.ts'
import { FilterChips } from '../../parts/filter/FilterChips.tsx'
import { FetchFailed } from '../../parts/progress/Fetching.tsx'
import { CertificateStatusBadge } from './CertificateStatusBadge.tsx'

/** All, as in the queue of analyses; then in the order of a reviewer's work: what waits comes first. */
const order: readonly ChosenStatus[] = ['all', 'Waiting', 'Issued', 'Rejected', 'Pending']

/** Choose a status, each with its number of certificates. */
function StatusFilter(props: {
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

/** List the certificates of a status, with one of them beside the list, for requesters and reviewers. */
export function CertificateList(props: {
  label: string
  chosen: ChosenStatus
  onChoose: (status: ChosenStatus) => void
  /** Another number reads the list again. */
  round?: number
  /** Opens one somewhere else than beside the list. */
  onOpen?: ((uuid: string) => void) | undefined
  /** Draws the empty state, once the list is known to be empty. */
  empty: (shown: Certificates) => ReactNode
}) {
  const { label, chosen, onChoose, onOpen, round } = props
  const address = useAddress()
  const open = address.search.get('certificate')
  const { value, failure, again } = useCertificates(chosen, round)
  const columns = useMemo(() => makeCertificateColumns(), [])
  const choice = useColumnLayout('certificates', columns, address)
  // Show no rows of another status as if they were of this one.
  const shown = value?.chosen === chosen ? value : null
  const rows = shown?.rows ?? none
  const beside = (uuid: string) => address.change({ certificate: uuid === open ? null : uuid })
  return (
    <div className={styles.certificates}>
      <FetchFailed failure={failure} again={again} title={t('parts.fetchFailed')} />
      <StatusFilter counts={value?.counts ?? null} chosen={chosen} onChoose={onChoose} />
      {shown && shown.total > rows.length && (
        <Notice kind="info">{t('review.more', { shown: rows.length, total: shown.total })}</Notice>
      )}
      <ListWithPanel
        panel={
          open && (
            <CertificatePanel
              key={open}
              uuid={open}
              onChanged={again}
              onClose={() => address.change({ certificate: null })}
            />
          )
        }
      >
        <RecordTable
          label={label}
          columns={columns}
          rows={rows}
          rowId={(row) => row.uuid}
          loading={shown === null && failure.length === 0}
          {...pagedTableAddress(address, null, listPageSize)}
          {...choice}
          onOpen={({ uuid }) => (onOpen ?? beside)(uuid)}
          isPointed={({ uuid }) => uuid === open}
          empty={shown && props.empty(shown)}
        />
      </ListWithPanel>
    </div>
  )
}

const none: never[] = []
