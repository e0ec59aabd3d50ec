import type { SampleVerdict } from '../../../domain/entities/sample-review.ts'
import type { CallName } from '../../../domain/results.ts'
import { t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../parts/badge/Badge.tsx'

const looks: Readonly<Record<CallName | SampleVerdict, { shape: BadgeShape; tone: BadgeTone }>> = {
  detected: { shape: 'disc', tone: 'detected' },
  not_detected: { shape: 'ring', tone: 'not-detected' },
  review: { shape: 'diamond', tone: 'review' },
  invalid: { shape: 'triangle', tone: 'invalid' },
  accepted: { shape: 'disc', tone: 'accent' },
  held: { shape: 'half', tone: 'warning' },
  rejected: { shape: 'triangle', tone: 'danger' },
}

/** A result, or why there is none: its shape and its word; the colour only repeats them. */
export function CallBadge({ call }: { call: CallName | SampleVerdict }) {
  return <Badge {...looks[call]}>{t(`call.${call}`)}</Badge>
}
