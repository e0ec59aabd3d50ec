import type { OfferedBkernel } from '../../../domain/calls/bkernels.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { today } from '../kit/today.ts'

/** Days before the end of support in which people are warned. */
const warnedDays = 180

export const supportStates = ['planned', 'supported', 'soon', 'ended'] as const
export type SupportState = (typeof supportStates)[number]

/** Return the state of a version: its days come from the service (decision D13). */
export function supportOf({
  released_at,
  days_left,
}: Pick<OfferedBkernel, 'released_at' | 'days_left'>): SupportState {
  if (days_left !== null && days_left <= 0) return 'ended'
  if (released_at > today()) return 'planned'
  return days_left !== null && days_left <= warnedDays ? 'soon' : 'supported'
}

/** Shape and tone of each state, so that colour is never the only sign. */
const looks = {
  planned: { shape: 'ring', tone: 'info' },
  supported: { shape: 'disc', tone: 'accent' },
  soon: { shape: 'half', tone: 'warning' },
  ended: { shape: 'triangle', tone: 'danger' },
} as const

/** Show whether a version is supported, with the days that are left where its end is near. */
export function SupportBadge({ version }: { version: OfferedBkernel }) {
  const state = supportOf(version)
  return (
    <Badge {...looks[state]}>
      {t(`bkernels.state.${state}`, { days: version.days_left ?? 0 })}
    </Badge>
  )
}
