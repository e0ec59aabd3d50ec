import type { Bkit, ProducedLot } from '../../../domain/entities/bkit.ts'
import type { LotState } from '../../../domain/entities/bkit-lot.ts'
import { judgeExpiry, lotStateOf } from '../../../domain/rules/kit.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { today } from './today.ts'

/** State of a lot with what follows from its day: a released one that is past it has expired. */
export type LotSituation = LotState | 'expired'

export const lotSituations: readonly LotSituation[] = [
  'quarantine',
  'released',
  'held',
  'expired',
  'withdrawn',
]

/** Return the situation of a lot; its day is that of its kit where it has none of its own. */
export function situationOf(
  lot: Pick<ProducedLot, 'status' | 'expiry_date'> | undefined,
  kit: Pick<Bkit, 'expiry_date'> | undefined,
): LotSituation {
  const state = lotStateOf(lot)
  const day = lot?.expiry_date ?? kit?.expiry_date
  if (state !== 'released' || day === undefined) return state
  return judgeExpiry(day, today()).state === 'expired' ? 'expired' : state
}

/** Shape and tone of each, so that colour is never the only sign. */
const looks = {
  quarantine: { shape: 'ring', tone: 'info' },
  released: { shape: 'disc', tone: 'accent' },
  held: { shape: 'half', tone: 'warning' },
  expired: { shape: 'triangle', tone: 'danger' },
  withdrawn: { shape: 'diamond', tone: 'danger' },
  held_here: { shape: 'half', tone: 'warning' },
} as const

/** Show the state of a lot; `held_here` is the laboratory's own hold. */
export function LotBadge({ situation }: { situation: LotSituation | 'held_here' }) {
  return <Badge {...looks[situation]}>{t(`material.lot.${situation}`)}</Badge>
}
