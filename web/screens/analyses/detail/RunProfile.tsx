import { useMemo } from 'react'
import type { RunProgress } from '../../../../domain/live/event.ts'
import { formatCelsius, formatDuration } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { ProfileChart } from '../../../parts/chart/ProfileChart.tsx'
import { type Profile, placeRun } from './profile-points.ts'

/** The thermal programme with the run's place in it. */
export function RunProfile({
  profile,
  progress,
}: {
  profile: Profile
  progress: RunProgress | null
}) {
  const phases = useMemo(
    () =>
      profile.phases.map(({ from, to, phase, points }) => ({
        from,
        to,
        label: phase === null ? t('run.stage.hold') : t(`run.phase.${phase}`, { points }),
      })),
    [profile],
  )
  const seconds = placeRun(profile, progress)
  const length = profile.points.at(-1)?.seconds ?? 0
  return (
    <ProfileChart
      label={t('run.profile')}
      summary={t('run.profile.summary', {
        length: formatDuration(length),
        now: progress ? formatCelsius(progress.temperature) : '–',
      })}
      points={profile.points}
      phases={phases}
      doneSeconds={seconds}
      celsius={progress?.temperature ?? null}
      xLabel={t('run.axis.time')}
      yLabel={t('chart.temperature')}
    />
  )
}
