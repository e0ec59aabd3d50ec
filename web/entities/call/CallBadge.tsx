import type { SampleVerdict } from '../../../domain/entities/sample-review.ts'
import type { CallName } from '../../../domain/results.ts'
import { hasText, t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../parts/badge/Badge.tsx'

const looks: Readonly<Record<CallName | SampleVerdict, { shape: BadgeShape; tone: BadgeTone }>> = {
  detected: { shape: 'disc', tone: 'detected' },
  not_detected: { shape: 'ring', tone: 'not-detected' },
  review: { shape: 'diamond', tone: 'review' },
  invalid: { shape: 'triangle', tone: 'invalid' },
  accepted: { shape: 'disc', tone: 'accent' },
  // Look of samples that the signature does not release.
  held: { shape: 'half', tone: 'warning' },
  rejected: { shape: 'triangle', tone: 'danger' },
}

/** Show a result, or why there is none, by its shape and its word; the colour only repeats them. */
export function CallBadge({ call }: { call: CallName | SampleVerdict }) {
  return <Badge {...looks[call]}>{t(`call.${call}`)}</Badge>
}

/** Return the word for a result of any version of the product; one that is not known stays as it was written. */
export function certifiedWord(call: string): string {
  const key = `call.${call}`
  return hasText(key) ? t(key) : call
}

/** Show a result as a certificate has it: with its shape where it is known, else as its word alone. */
export function CertifiedCall({ call }: { call: string }) {
  const look = Object.entries(looks).find(([name]) => name === call)?.[1]
  const word = certifiedWord(call)
  return look ? <Badge {...look}>{word}</Badge> : word
}
