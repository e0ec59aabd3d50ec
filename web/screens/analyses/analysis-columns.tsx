import { analysisStatuses, type RunPoints } from '../../../domain/entities/analysis.ts'
import { countGaps, hasEndedEarly } from '../../../domain/rules/run-points.ts'
import { formatNumber } from '../../i18n/format.ts'
import { whoCarriesOn } from '../../entities/analysis/who-carries-on.ts'
import { language, t } from '../../i18n/intl.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { Icon } from '../../parts/icon/Icon.tsx'
import { type Column, wordsWidth } from '../../parts/table/column.ts'
import { deviceStatuses } from '../../state/live.ts'
import { localTime } from '../../state/local-time.ts'
import { useOldPoints } from '../../state/old-points.ts'
import { onlyHere } from '../../state/outbox.ts'
import styles from './analysis-columns.module.css'
import { AnalysisStatusBadge } from './shared/AnalysisStatusBadge.tsx'

type DeviceName = (row: AnalysisRow) => string

const made = new WeakMap<DeviceName, { spoken: string; columns: Column<AnalysisRow>[] }>()

/** Return the columns of the list of analyses, in the language on screen; the same array until they change. */
export function makeAnalysisColumns(deviceName: DeviceName): Column<AnalysisRow>[] {
  const known = made.get(deviceName)
  if (known?.spoken === language.value) return known.columns
  const columns = columnsWith(deviceName)
  made.set(deviceName, { spoken: language.value, columns })
  return columns
}

function columnsWith(deviceName: DeviceName): Column<AnalysisRow>[] {
  return [
    {
      id: 'name',
      header: t('analyses.column.name'),
      value: (row) => row.name,
      cell: (row) => <strong title={row.name}>{row.name}</strong>,
      width: 192,
      fixed: true,
    },
    {
      id: 'status',
      header: t('analyses.column.status'),
      value: (row) => t(`analysis.status.${row.status}`),
      cell: (row) => <AnalysisStatusBadge status={row.status} />,
      width: wordsWidth(analysisStatuses.map((status) => t(`analysis.status.${status}`))),
    },
    {
      id: 'results',
      header: t('analyses.column.results'),
      value: (row) => writeSummary(row),
      cell: (row) => <ResultsCell analysis={row} />,
      width: 166,
    },
    {
      id: 'recipe',
      header: t('analyses.column.recipe'),
      value: (row) => row.recipe_name,
      width: 96,
    },
    { id: 'device', header: t('analyses.column.device'), value: deviceName, width: 98 },
    {
      id: 'samples',
      header: t('analyses.column.samples'),
      kind: 'number',
      value: (row) => row.sample_count,
      width: 78,
    },
    { id: 'who', header: t('analyses.column.who'), value: whoCarriesOn, width: 100 },
    {
      id: 'created_at',
      header: t('analyses.column.when'),
      kind: 'date',
      value: (row) => row.created_at,
      cell: (row) => localTime(row.created_at),
      width: 158,
    },
  ]
}

/** Show the progress of a run, and mark an analysis that only this machine has. */
function ProgressCell({ analysis }: { analysis: AnalysisRow }) {
  const run = analysis.device_uuid
    ? deviceStatuses.value.get(analysis.device_uuid)?.status.run
    : null
  const known = analysis.status === 'RUNNING' && run?.analysis_uuid === analysis.uuid ? run : null
  return (
    <span className={styles.results}>
      {onlyHere.value.has(analysis.uuid) && (
        <span className={styles.quiet}>{t('analyses.onlyHere')}</span>
      )}
      {known && known.cycle > 0 && (
        <span className={styles.quiet}>
          {t('analyses.cycle', { cycle: known.cycle, cycles: known.cycles })}
        </span>
      )}
    </span>
  )
}

/** Write the newest result in a few words: the calls, and the samples to check. */
function writeSummary(row: AnalysisRow): string {
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

function ResultsCell({ analysis }: { analysis: AnalysisRow }) {
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
