import { useMemo } from 'react'
import {
  type ImportedRun,
  type ImportedTarget,
  sampleTypeOf,
} from '../../../../workers/files/imported-run.ts'
import { formatCq, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { RecordTable } from '../../../parts/table/RecordTable.tsx'
import styles from './Import.module.css'

interface Row extends ImportedTarget {
  id: string
  place: number
  well: string
  sample: string
  sampleType: string
}

/** List every reaction as it was read, with the file's own Cq and call beside it. */
export function WellTable({ run }: { run: ImportedRun }) {
  const rows = useMemo(() => listRows(run), [run])
  const columns = useMemo(() => listColumns(), [])
  return (
    <div className={styles.rows}>
      <RecordTable
        label={t('import.rows')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        empty={<EmptyState icon="list" title={t('import.rows.none')} />}
      />
    </div>
  )
}

function listRows(run: ImportedRun): Row[] {
  return run.wells.flatMap(({ well, name, sample, sampleType, targets }) =>
    targets.map((target, at) => ({
      ...target,
      id: `${well}|${at}`,
      place: well,
      well: name,
      sample,
      sampleType: t(`sample.type.${sampleTypeOf[sampleType]}`),
    })),
  )
}

function listColumns(): Column<Row>[] {
  return [
    { id: 'well', header: t('result.well'), value: ({ well }) => well, width: 70, fixed: true },
    { id: 'sample', header: t('result.sample'), value: ({ sample }) => sample, width: 150 },
    { id: 'type', header: t('result.type'), value: ({ sampleType }) => sampleType, width: 110 },
    { id: 'target', header: t('result.target'), value: ({ target }) => target, width: 130 },
    { id: 'dye', header: t('import.dye'), value: ({ dye }) => dye, width: 90 },
    {
      id: 'curve',
      header: t('import.curve'),
      value: ({ channel }) => (channel === null ? t('import.no') : t('import.yes')),
      width: 80,
    },
    {
      id: 'cq',
      header: t('import.cq'),
      kind: 'number',
      value: ({ cq }) => cq,
      cell: ({ cq, cqGiven }) => (cqGiven ? formatCq(cq) : ''),
      width: 110,
    },
    {
      id: 'tm',
      header: t('result.tm'),
      value: ({ tm }) => tm.map((one) => formatNumber(one, 1)).join(' · '),
      width: 100,
    },
    { id: 'call', header: t('import.call'), value: ({ call }) => call ?? '', width: 120 },
    {
      id: 'excluded',
      header: t('import.excluded'),
      value: ({ excluded }) => (excluded === null ? '' : excluded || t('import.yes')),
      width: 120,
    },
  ]
}
