import type { SampleVerdict } from '../../../domain/entities/sample-review.ts'
import { type CallName, callNames } from '../../../domain/results.ts'
import type { ResultRow } from '../../../domain/calls/results.ts'
import { formatCq, formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { type Column, cqWidth, wordsWidth } from '../../parts/table/column.ts'
import { type ColumnLayout, shownColumns } from '../../parts/table/column-layout.ts'
import { localTime } from '../../state/local-time.ts'
import { Icon } from '../../parts/icon/Icon.tsx'
import type { IconName } from '../../parts/icon/icon-paths.ts'
import { CallBadge } from '../../entities/call/CallBadge.tsx'
import styles from './result-columns.module.css'

/** Width of one of the signs beside a call, in pixels. */
const signWidth = 20

/**
 * Mark a result beside its call: of a run that ended before its programme did, so that a target that was not found may not
 * be absent; of an analysis that a recall holds; of a lot that is stopped.
 */
function Sign({ icon, words }: { icon: IconName; words: string }) {
  return (
    <span className={styles.sign} title={words}>
      <Icon name={icon} />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

/** Return the words for a result on hold, with the number of the recall; or null. */
function holdWords({ held }: ResultRow): string | null {
  if (held?.by === 'recall') return t('recall.onHold', { recall: held.recall })
  return held ? t('results.held.lot') : null
}

/** Show a call with the signs that belong to it. */
function Call({ row }: { row: ResultRow }) {
  const hold = holdWords(row)
  return (
    <span className={styles.call}>
      <CallBadge call={shownCall(row)} />
      {row.ended_early && <Sign icon="warning" words={t('analyses.endedEarly')} />}
      {hold && <Sign icon="lock" words={hold} />}
    </span>
  )
}

/** Columns that are left out of an exported row which a recall holds: a table of results leaves the laboratory. */
const found: readonly string[] = ['call', 'cq', 'sd', 'quantity']

/**
 * Make the columns of the exported table: those on show, and one of its own for what the list shows by signs beside the
 * call.
 */
export function makeExportColumns(layout: ColumnLayout): Column<ResultRow>[] {
  const notes = (row: ResultRow) =>
    [
      holdWords(row),
      row.ended_early && t('analyses.endedEarly'),
      row.superseded && t('results.superseded'),
    ]
      .filter(Boolean)
      .join(', ')
  const columns = shownColumns(makeResultColumns(), layout).map((column): Column<ResultRow> => ({
    ...column,
    value: (row) =>
      row.held?.by === 'recall' && found.includes(column.id) ? null : column.value(row),
  }))
  return [...columns, { id: 'note', header: t('results.column.note'), value: notes }]
}

/** Return the columns of the results: a sample and a target in each row. */
export function makeResultColumns(): Column<ResultRow>[] {
  return [
    {
      id: 'sample',
      header: t('results.column.sample'),
      value: (row) => row.sample_name,
      cell: (row) => <strong title={row.sample_name}>{row.sample_name}</strong>,
      width: 112,
      fixed: true,
    },
    {
      id: 'type',
      header: t('results.column.type'),
      value: (row) => t(`sample.type.${row.sample_type}`),
      width: 100,
    },
    { id: 'target', header: t('results.column.target'), value: (row) => row.target, width: 105 },
    {
      id: 'call',
      header: t('results.column.call'),
      value: (row) => t(`call.${shownCall(row)}`),
      cell: (row) => <Call row={row} />,
      width:
        2 * signWidth +
        wordsWidth(
          [...callNames, 'held' as const, 'rejected' as const].map((call) => t(`call.${call}`)),
        ),
    },
    {
      id: 'cq',
      header: t('results.column.cqMean'),
      kind: 'number',
      value: (row) => (isHeld(row) ? null : row.cq_mean),
      // Do not write an invalid result as not detected.
      cell: (row) =>
        isHeld(row) || (row.cq_mean === null && row.call !== 'not_detected')
          ? '–'
          : formatCq(row.cq_mean),
      width: cqWidth(),
    },
    {
      id: 'sd',
      header: t('results.column.cqSd'),
      kind: 'number',
      value: (row) => (isHeld(row) ? null : row.cq_sd),
      cell: (row) => (isHeld(row) || row.cq_sd === null ? '' : formatNumber(row.cq_sd, 2)),
      width: 75,
    },
    {
      id: 'quantity',
      header: t('results.quantity'),
      kind: 'number',
      value: (row) => (isHeld(row) ? null : row.quantity),
      cell: (row) => (isHeld(row) || row.quantity === null ? '' : formatNumber(row.quantity)),
      width: 90,
    },
    {
      id: 'analysis',
      header: t('results.analysis'),
      value: (row) => row.analysis_name,
      text: (row) => row.analysis_name,
      cell: (row) => (
        <span title={row.analysis_name}>
          {row.analysis_name}
          {row.superseded && ` (${t('results.superseded')})`}
        </span>
      ),
      width: 140,
    },
    {
      id: 'created_at',
      header: t('analyses.column.when'),
      kind: 'date',
      value: (row) => row.created_at,
      cell: (row) => localTime(row.created_at),
      width: 145,
    },
  ]
}

/** Return true for a sample that a reviewer held back or rejected, whose result is hidden here. */
function isHeld({ verdict }: ResultRow): boolean {
  return verdict === 'held' || verdict === 'rejected'
}

function shownCall(row: ResultRow): CallName | SampleVerdict {
  return row.verdict && isHeld(row) ? row.verdict : row.call
}
