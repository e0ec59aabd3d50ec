import { judgeExpiry } from '../../../domain/rules/kit.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { today } from './today.ts'

/** Shape and tone of each state, so that colour is never the only sign. */
const expiryLooks = {
  good: { shape: 'disc', tone: 'accent' },
  soon: { shape: 'half', tone: 'warning' },
  expired: { shape: 'triangle', tone: 'danger' },
} as const

/** Show how long a kit is good: in days, or since when it is not. */
export function ExpiryBadge({ expiry }: { expiry: string }) {
  const { state, days } = judgeExpiry(expiry, today())
  return <Badge {...expiryLooks[state]}>{t(`kit.state.${state}`, { days: Math.abs(days) })}</Badge>
}
