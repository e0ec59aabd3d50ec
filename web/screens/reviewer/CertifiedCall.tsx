import type { CallName } from '../../../domain/results.ts'
import { hasText, t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../parts/badge/Badge.tsx'

const looks: Readonly<
  Record<CallName | 'held' | 'rejected', { shape: BadgeShape; tone: BadgeTone }>
> = {
  detected: { shape: 'disc', tone: 'detected' },
  not_detected: { shape: 'ring', tone: 'not-detected' },
  review: { shape: 'diamond', tone: 'review' },
  invalid: { shape: 'triangle', tone: 'invalid' },
  // Of samples that the signature does not release.
  held: { shape: 'half', tone: 'warning' },
  rejected: { shape: 'triangle', tone: 'danger' },
}

/** The word for a result as everywhere else; an older one stands as it was written. */
export function certifiedWord(call: string): string {
  const key = `call.${call}`
  return hasText(key) ? t(key) : call
}

/** A result as a certificate has it, with the shape that it has everywhere. */
export function CertifiedCall({ call }: { call: string }) {
  const look = Object.entries(looks).find(([name]) => name === call)?.[1]
  const word = certifiedWord(call)
  return look ? <Badge {...look}>{word}</Badge> : word
}
