import { useMemo, useState } from 'react'
import type { StudyQuantity } from '../../../workers/study/quantify-study.ts'
import { formatCq, formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import type { Column } from '../../parts/table/column.ts'
import { type Sort, unsorted } from '../../parts/table/sort.ts'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { writeFold, writeSpan } from './write-fold.ts'

/** List each sample and target: what its fold was made of. */
export function SamplesView({ samples }: { samples: readonly StudyQuantity[] }) {
  const columns = useMemo(() => makeColumns(), [])
  const [sort, setSort] = useState<Sort>(unsorted)
  const [filter, setFilter] = useState('')
  return (
    <RecordTable
      label={t('studies.view.samples')}
      columns={columns}
      rows={samples}
      rowId={({ sample, target }) => JSON.stringify([sample, target])}
      sort={sort}
      onSort={setSort}
      filter={filter}
      onFilter={setFilter}
      empty={<EmptyState icon="list" title={t('studies.noFolds')} />}
    />
  )
}

const known = (value: number) => (Number.isFinite(value) ? value : null)

function makeColumns(): Column<StudyQuantity>[] {
  const number = (
    id: string,
    header: string,
    value: (row: StudyQuantity) => number,
    write: (value: number) => string,
    width = 90,
  ): Column<StudyQuantity> => ({
    id,
    header,
    kind: 'number',
    value: (row) => known(value(row)),
    cell: (row) => (Number.isFinite(value(row)) ? write(value(row)) : ''),
    width,
  })
  const two = (value: number) => formatNumber(value, 2)
  return [
    {
      id: 'sample',
      header: t('studies.column.sample'),
      value: ({ sample }) => sample,
      cell: ({ sample }) => <strong title={sample}>{sample}</strong>,
      fixed: true,
      width: 160,
    },
    { id: 'target', header: t('studies.column.target'), value: ({ target }) => target, width: 120 },
    { id: 'group', header: t('studies.column.group'), value: ({ group }) => group, width: 120 },
    {
      id: 'wells',
      header: t('studies.column.wells'),
      kind: 'number',
      value: ({ measured }) => measured,
      cell: ({ measured, wells }) => `${formatNumber(measured)} / ${formatNumber(wells)}`,
      width: 80,
    },
    number('cq', t('studies.column.cq'), ({ cqMean }) => cqMean, formatCq),
    number('sd', 'SD', ({ cqSd }) => cqSd, two, 70),
    number('dcq', 'ΔCq', ({ deltaCq }) => deltaCq, two, 80),
    number('ddcq', 'ΔΔCq', ({ deltaDeltaCq }) => deltaDeltaCq, two, 80),
    number('fold', t('studies.fold'), ({ fold }) => fold, writeFold),
    {
      id: 'interval',
      header: t('studies.interval'),
      value: ({ low }) => known(low),
      cell: ({ low, high }) => <span dir="ltr">{writeSpan(low, high)}</span>,
      text: ({ low, high }) => writeSpan(low, high),
      width: 140,
    },
  ]
}
