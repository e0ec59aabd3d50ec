import type { AnalysisStatus } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../../parts/badge/Badge.tsx'

const looks: Readonly<Record<AnalysisStatus, { shape: BadgeShape; tone: BadgeTone }>> = {
  INIT: { shape: 'ring', tone: 'neutral' },
  RUNNING: { shape: 'half', tone: 'accent' },
  COMPLETE: { shape: 'disc', tone: 'accent' },
  INCOMPLETE: { shape: 'half', tone: 'warning' },
  ABORT: { shape: 'triangle', tone: 'warning' },
  VALIDATION: { shape: 'disc', tone: 'info' },
}

/** Show the state of an analysis as a shape and a word; of one that a signed version corrects, that. */
export function AnalysisStatusBadge(props: { status: AnalysisStatus; isCorrected?: boolean }) {
  const { status, isCorrected = false } = props
  if (isCorrected) {
    return (
      <Badge shape="half" tone="warning">
        {t('analysis.corrected')}
      </Badge>
    )
  }
  return <Badge {...looks[status]}>{t(`analysis.status.${status}`)}</Badge>
}
