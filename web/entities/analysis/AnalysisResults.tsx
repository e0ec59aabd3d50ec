import type { RunPoints } from '../../../domain/entities/analysis.ts'
import type { RunProgress } from '../../../domain/live/event.ts'
import { countGaps, hasEndedEarly } from '../../../domain/rules/run-points.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { Icon } from '../../parts/icon/Icon.tsx'
import { sayHearing, useHearing } from '../../state/hearing.ts'
import { deviceStatuses } from '../../state/live.ts'
import { useOldPoints } from '../../state/old-points.ts'
import { onlyHere } from '../../state/outbox.ts'
import styles from './AnalysisResults.module.css'

/** Show the progress of a run, and mark an analysis that only this machine has. */
function ProgressCell({ analysis }: { analysis: AnalysisRow }) {
  const device = analysis.device_uuid ?? ''
  const run = deviceStatuses.value.get(device)?.status.run
  const known = analysis.status === 'RUNNING' && run?.analysis_uuid === analysis.uuid ? run : null
  return (
    <span className={styles.results}>
      {onlyHere.value.has(analysis.uuid) && (
        <span className={styles.quiet}>{t('analyses.onlyHere')}</span>
      )}
      {known && known.cycle > 0 && <CycleNow device={device} run={known} />}
    </span>
  )
}

/** Show the cycle of a run, with the age of what its device said where that is not current. */
function CycleNow({ device, run }: { device: string; run: RunProgress }) {
  const hearing = useHearing(device)
  return (
    <span className={styles.quiet}>
      {t('analyses.cycle', { cycle: run.cycle, cycles: run.cycles })}
      {hearing.kind === 'old' && ` · ${sayHearing(hearing)}`}
    </span>
  )
}

/** Write the newest result in a few words: the calls, and the samples to check. */
export function writeSummary(row: AnalysisRow): string {
  const { summary } = row
  if (!summary) return ''
  return [
    summary.detected > 0 && t('analyses.detected', { count: summary.detected }),
    summary.review > 0 && t('analyses.review', { count: summary.review }),
    summary.invalid > 0 && t('analyses.invalid', { count: summary.invalid }),
    summary.detected + summary.review + summary.invalid === 0 &&
      t('analyses.notDetected', { count: summary.not_detected }),
    ...writeWrongs(row),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** List what is wrong with the result. */
function writeWrongs(row: AnalysisRow, counted?: RunPoints): string[] {
  return [
    ...(row.summary?.controls_ok === false ? [t('analyses.controlsFailed')] : []),
    ...(hasEndedEarly(row, counted) ? [t('analyses.endedEarly')] : []),
    ...(countGaps(row, counted) > 0 ? [t('analyses.gaps')] : []),
  ]
}

/** Show the calls of the newest result by their signs, and what is wrong with it; of a run that goes on its cycle. */
export function AnalysisResults({ analysis }: { analysis: AnalysisRow }) {
  const { summary } = analysis
  const counted = useOldPoints(analysis)
  if (!summary) return <ProgressCell analysis={analysis} />
  const facts = [
    ['detected', '●', summary.detected, 'analyses.detected'],
    ['not-detected', '○', summary.not_detected, 'analyses.notDetected'],
    ['review', '◆', summary.review, 'analyses.review'],
    ['invalid', '▲', summary.invalid, 'analyses.invalid'],
  ] as const
  const wrongs = writeWrongs(analysis, counted).join('. ')
  return (
    <span className={styles.results}>
      {/* First: it is never the one that is cut off. */}
      {wrongs !== '' && (
        <span className={styles.failed} title={wrongs}>
          <Icon name="warning" />
          <span className="visually-hidden">{wrongs}</span>
        </span>
      )}
      {facts
        .filter(([, , count]) => count > 0)
        .map(([tone, shape, count, words]) => (
          <span key={tone} className={styles.result} data-tone={tone} title={t(words, { count })}>
            <span aria-hidden="true">
              {shape} {formatNumber(count)}
            </span>
            <span className="visually-hidden">{t(words, { count })}</span>
          </span>
        ))}
    </span>
  )
}
