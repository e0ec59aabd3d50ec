import type { SampleVerdict } from '../../../domain/entities/sample-review.ts'
import { type CallName, callNames } from '../../../domain/results.ts'
import type { ResultRow } from '../../../domain/calls/results.ts'
import { formatCq, formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { type Column, wordsWidth } from '../../parts/table/column.ts'
import { localTime } from '../../state/local-time.ts'
import { Icon } from '../../parts/icon/Icon.tsx'
import { CallBadge } from '../../entities/call/CallBadge.tsx'
import styles from './result-columns.module.css'

/** Width of one of the signs beside a call, in pixels. */
const signWidth = 20

/** Mark a result whose run ended before its programme did: a target that was not found may not be absent. */
function EarlyEndSign() {
  const words = t('analyses.endedEarly')
  return (
    <span className={styles.early} title={words}>
      <Icon name="warning" />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

/** Mark a result that a recall holds, with the number of the recall. */
function RecallSign({ recall }: { recall: number }) {
  const words = t('recall.onHold', { recall })
  return (
    <span className={styles.early} title={words}>
      <Icon name="lock" />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

function CallCell({ row }: { row: ResultRow }) {
  return (
    <span className={styles.call}>
      <CallBadge call={shownCall(row)} />
      {row.recall_hold !== undefined && <RecallSign recall={row.recall_hold} />}
      {row.ended_early && <EarlyEndSign />}
    </span>
  )
}

/** Columns that are left out of an exported row which a recall holds: a table of results leaves the laboratory. */
const found: readonly string[] = ['call', 'cq', 'sd', 'quantity']

/** Make the columns of the exported table, with a column of its own for what the list shows by signs. */
export function makeExportColumns(): Column<ResultRow>[] {
  const notes = (row: ResultRow) =>
    [
      row.recall_hold !== undefined && t('recall.onHold', { recall: row.recall_hold }),
      row.ended_early && t('analyses.endedEarly'),
      row.superseded && t('results.superseded'),
    ]
      .filter(Boolean)
      .join(', ')
  const columns = makeResultColumns().map((column): Column<ResultRow> => ({
    ...column,
    value: (row) =>
      row.recall_hold !== undefined && found.includes(column.id) ? null : column.value(row),
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
      width: 130,
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
      cell: (row) => <CallCell row={row} />,
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
      width: 105,
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
      cell: (row) => (
        <span title={row.analysis_name}>
          {row.analysis_name}
          {row.superseded && ` (${t('results.superseded')})`}
        </span>
      ),
      width: 145,
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
