import type { ReactNode } from 'react'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { Sample } from '../../../../domain/entities/analysis.ts'
import { callNames, type WellResult } from '../../../../domain/results.ts'
import { formatCq, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { type Column, cqWidth, wordsWidth } from '../../../parts/table/column.ts'
import { CallBadge } from '../../../entities/call/CallBadge.tsx'
import { TypeSign } from '../shared/TypeSign.tsx'
import styles from './Detail.module.css'
import { decidingText, formatSignal } from '../../../entities/result/trace-text.ts'

/** A result with what the table shows beside it. */
export interface ResultRow extends WellResult {
  id: string
  index: number
  sample: Sample | null
}

/** The signal at the moment on show, where there are curves: drawn by itself as the moment moves. */
export interface MomentColumn {
  /** Value by which the table is sorted. */
  value: (row: ResultRow) => number | null
  cell: (row: ResultRow) => ReactNode
}

/**
 * List the columns of the results by well; melting temperatures only if melt was measured, times in place of Cqs for
 * isothermal runs.
 */
export function listResultColumns(
  { hasMelt, hasTimes }: { hasMelt: boolean; hasTimes: boolean },
  moment: (MomentColumn & { header: string }) | null,
): Column<ResultRow>[] {
  const columns = [...sampleColumns(), ...judgedColumns(hasTimes)]
  if (moment) {
    columns.push({
      id: 'moment',
      kind: 'number',
      live: true,
      ...moment,
      width: Math.max(172, wordsWidth([moment.header])),
    })
  }
  if (hasMelt) {
    columns.push({
      id: 'tm',
      header: t('result.tm'),
      kind: 'number',
      value: (row) => row.melt[0]?.tm,
      cell: (row) => row.melt.map(({ tm }) => formatNumber(tm, 1)).join(' · ') || '–',
      width: 110,
    })
  }
  return columns
}

/** List the columns that say what is in the well. */
function sampleColumns(): Column<ResultRow>[] {
  return [
    {
      id: 'well',
      header: t('result.well'),
      // Sort by place: A2 before A10.
      value: (row) => row.well,
      width: 64,
      fixed: true,
    },
    {
      id: 'sample',
      header: t('result.sample'),
      value: (row) => row.sample?.name ?? '',
      width: 125,
    },
    {
      id: 'type',
      header: t('result.type'),
      value: (row) => (row.sample ? t(`sample.type.${row.sample.sample_type}`) : ''),
      cell: ({ sample }) => sample && <TypeSign type={sample.sample_type} />,
      width: 60,
    },
    { id: 'target', header: t('result.target'), value: (row) => row.target, width: 105 },
    {
      id: 'channel',
      header: t('result.channel'),
      value: (row) => displayName(row.channel),
      width: 80,
    },
  ]
}

/** List the columns of the result and the rule that decided it. */
function judgedColumns(hasTimes: boolean): Column<ResultRow>[] {
  return [
    {
      id: 'cq',
      header: hasTimes ? t('result.tt') : 'Cq',
      kind: 'number',
      value: (row) => row.cq,
      // Do not write an invalid result as not detected.
      cell: (row) =>
        row.cq === null ? (
          <span className={styles.quiet}>{row.call === 'not_detected' ? formatCq(null) : '–'}</span>
        ) : (
          formatCq(row.cq)
        ),
      width: cqWidth(),
    },
    {
      id: 'call',
      header: t('result.call'),
      value: (row) => t(`call.${row.call}`),
      cell: (row) => <CallBadge call={row.call} />,
      width: wordsWidth(callNames.map((call) => t(`call.${call}`))),
    },
    {
      // Put it beside what it decided, so that it is in sight without scrolling.
      id: 'rule',
      header: t('result.rule'),
      value: (row) => decidingText(row.trace),
      cell: (row) => <span title={decidingText(row.trace)}>{decidingText(row.trace)}</span>,
      width: 346,
    },
    {
      id: 'end',
      header: t('result.end'),
      kind: 'number',
      value: (row) => row.end_point,
      cell: (row) => (row.end_point === null ? '–' : formatSignal(row.end_point)),
      width: 124,
    },
  ]
}
