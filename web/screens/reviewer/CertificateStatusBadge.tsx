import type { CertificateStatus } from '../../../domain/entities/certificate.ts'
import { t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../parts/badge/Badge.tsx'

const looks: Readonly<Record<CertificateStatus, { shape: BadgeShape; tone: BadgeTone }>> = {
  Pending: { shape: 'ring', tone: 'neutral' },
  Waiting: { shape: 'half', tone: 'warning' },
  Issued: { shape: 'disc', tone: 'info' },
  Rejected: { shape: 'triangle', tone: 'danger' },
}

/** Show the state of a certificate as a shape and a word. */
export function CertificateStatusBadge({ status }: { status: CertificateStatus }) {
  return <Badge {...looks[status]}>{t(`review.status.${status}`)}</Badge>
}
