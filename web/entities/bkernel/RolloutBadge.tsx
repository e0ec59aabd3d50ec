import type { Rollout } from '../../../domain/entities/bkernel.ts'
import { phasesOf } from '../../../domain/rules/rollout.ts'
import { formatPercent } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { localTime } from '../../state/local-time.ts'

const looks = {
  draft: { shape: 'ring', tone: 'neutral' },
  approved: { shape: 'half', tone: 'info' },
  running: { shape: 'disc', tone: 'accent' },
  paused: { shape: 'half', tone: 'warning' },
  halted: { shape: 'triangle', tone: 'danger' },
  finished: { shape: 'disc', tone: 'neutral' },
} as const

/** Show the state of a rollout by shape and word. */
export function RolloutBadge({ rollout }: { rollout: Rollout | undefined }) {
  if (!rollout) return <Badge>{t('bkernels.rollout.badge.none')}</Badge>
  return <Badge {...looks[rollout.state]}>{t(`bkernels.rollout.badge.${rollout.state}`)}</Badge>
}

/** Say where the rollout of a version is. */
export function sayRollout({ rollout }: { rollout?: Rollout | undefined }): string {
  if (!rollout) return t('bkernels.rollout.state.none')
  const { state, phase, since } = rollout
  const phases = phasesOf(rollout)
  return t(`bkernels.rollout.state.${state}`, {
    phase: phase + 1,
    phases: phases.length,
    share: formatPercent(phases[phase]?.share ?? 0),
    since: localTime(since, 'minute'),
  })
}
