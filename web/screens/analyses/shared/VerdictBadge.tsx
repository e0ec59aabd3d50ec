import type { SampleVerdict } from '../../../../domain/entities/sample-review.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../../parts/badge/Badge.tsx'

const looks: Readonly<Record<SampleVerdict, { shape: BadgeShape; tone: BadgeTone }>> = {
  accepted: { shape: 'disc', tone: 'accent' },
  held: { shape: 'half', tone: 'warning' },
  rejected: { shape: 'triangle', tone: 'danger' },
}

/** Show a reviewer's verdict on a sample as shape and word; the colour only repeats them. */
export function VerdictBadge({ verdict }: { verdict: SampleVerdict }) {
  return <Badge {...looks[verdict]}>{t(`call.${verdict}`)}</Badge>
}
