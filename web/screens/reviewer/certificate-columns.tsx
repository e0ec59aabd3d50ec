import type { Certificate } from '../../../domain/entities/certificate.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import { localTime } from '../../state/local-time.ts'
import { CertificateStatusBadge } from './CertificateStatusBadge.tsx'

/** Return the columns of the list of certificates. */
export function makeCertificateColumns(): Column<Certificate>[] {
  return [
    {
      id: 'name',
      header: t('review.column.analysis'),
      value: (row) => row.name,
      cell: (row) => <strong>{row.name}</strong>,
      fixed: true,
      width: 210,
    },
    {
      id: 'status',
      header: t('review.column.status'),
      value: (row) => t(`review.status.${row.status}`),
      cell: (row) => <CertificateStatusBadge status={row.status} />,
      width: 110,
    },
    {
      id: 'requestor',
      header: t('review.column.requestor'),
      value: (row) => row.requestor_name,
      width: 125,
    },
    {
      id: 'requested_at',
      header: t('review.column.requested'),
      kind: 'date',
      value: (row) => row.requested_at,
      cell: (row) => localTime(row.requested_at),
      width: 143,
    },
    { id: 'note', header: t('review.column.note'), value: (row) => row.note, width: 150 },
    {
      id: 'reviewer',
      header: t('review.column.reviewer'),
      value: (row) => row.reviewer_name,
      width: 125,
    },
    {
      id: 'reviewed_at',
      header: t('review.column.reviewed'),
      kind: 'date',
      value: (row) => row.reviewed_at,
      cell: (row) => localTime(row.reviewed_at),
      width: 143,
    },
  ]
}
