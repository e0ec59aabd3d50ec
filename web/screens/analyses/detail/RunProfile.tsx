import { useMemo } from 'react'
import { extensionCycles } from '../../../../domain/catalog/limits.ts'
import type { RunProgress } from '../../../../domain/live/event.ts'
import { formatCelsius, formatDuration } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { ProfileChart } from '../../../parts/chart/ProfileChart.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { type Profile, placeRun } from './profile-points.ts'
import type { RunMark } from './running/run-marks.ts'
import styles from './RunView.module.css'

/** Show the thermal programme with the run's place in it. */
export function RunProfile(props: {
  profile: Profile
  progress: RunProgress | null
  marks: readonly RunMark[]
}) {
  const { profile, progress } = props
  const marks = useMemo(
    () =>
      [...props.marks]
        .sort((a, b) => a.seconds - b.seconds)
        .map((mark, index) => ({
          id: mark.id,
          number: index + 1,
          seconds: mark.seconds,
          label: markText(mark),
          isFault: mark.kind === 'error',
        })),
    [props.marks],
  )
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
  if (!profile.isKnown) return <Notice kind="warning">{t('run.profile.unknown')}</Notice>
  return (
    <div className={styles.profile}>
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
        marks={marks}
        xLabel={t('run.axis.time')}
        yLabel={t('chart.temperature')}
      />
      {marks.length > 0 && (
        <ol className={styles.marks} aria-label={t('run.marks')}>
          {marks.map(({ id, number, seconds: at, label }) => (
            <li key={id} value={number}>
              <span>{formatDuration(at)}</span> {label}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function markText({ kind, text }: RunMark): string {
  const words = t(`run.mark.${kind}`, { cycles: extensionCycles })
  return text ? `${words} · ${text}` : words
}
