import { useMemo, useState } from 'react'
import type { CallData } from '../../../domain/call.ts'
import type { certificateCalls } from '../../../domain/calls/certificates.ts'
import { formatCq } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { type Column, wordsWidth } from '../../parts/table/column.ts'
import { type Sort, unsorted } from '../../parts/table/sort.ts'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import styles from './CertificatePanel.module.css'
import { CertifiedCall, certifiedWord } from '../../entities/call/CallBadge.tsx'

type Report = CallData<typeof certificateCalls.report>
type Row = Report['results'][number]

/** Show the signed results of each sample, and before them whether controls of the run failed. */
export function CertificateResults({ report }: { report: Report }) {
  const { results, controls_failed: failed = 0 } = report
  const [sort, setSort] = useState<Sort>(unsorted)
  const [filter, setFilter] = useState('')
  const columns = useMemo(() => makeColumns(results), [results])
  return (
    <div className={styles.results}>
      {report.ended_early && (
        <Notice kind="warning" title={t('analyses.endedEarly')}>
          {t('detail.notProven')}
        </Notice>
      )}
      {failed > 0 && <Notice kind="warning" title={t('controls.failed', { count: failed })} />}
      <RecordTable
        label={t('review.results')}
        columns={columns}
        rows={results}
        rowId={rowId}
        sort={sort}
        onSort={setSort}
        filter={filter}
        onFilter={setFilter}
        empty={<EmptyState icon="list" title={t('review.results.none')} />}
      />
    </div>
  )
}

const rowId = ({ sample, target, wells }: Row) => `${sample} ${target} ${wells.join()}`

function makeColumns(results: readonly Row[]): Column<Row>[] {
  const words = results.map(({ call }) => certifiedWord(call))
  return [
    {
      id: 'sample',
      header: t('review.sample'),
      value: (row) => row.sample,
      fixed: true,
      width: 86,
    },
    { id: 'target', header: t('review.target'), value: (row) => row.target, width: 72 },
    {
      id: 'call',
      header: t('review.call'),
      value: (row) => certifiedWord(row.call),
      cell: (row) => <CertifiedCall call={row.call} />,
      width: wordsWidth([t('review.call'), ...new Set(words)]),
    },
    {
      id: 'cq',
      header: t('review.cq'),
      kind: 'number',
      value: (row) => row.cq,
      cell: (row) => (row.cq === null ? '–' : formatCq(row.cq)),
      width: 66,
    },
    // Show the column only where a reviewer held a sample back.
    ...(results.some(({ reason }) => reason)
      ? [
          {
            id: 'reason',
            header: t('review.reason'),
            value: (row: Row) => row.reason ?? '',
            cell: (row: Row) => row.reason && <q title={row.reason}>{row.reason}</q>,
            width: 180,
          },
        ]
      : []),
  ]
}
