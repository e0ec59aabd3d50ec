import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import type { Results, WellResult } from '../../../../domain/results.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { formatCq, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { type Column, readSort, writeSort } from '../../../parts/table/column.ts'
import { RecordTable } from '../../../parts/table/RecordTable.tsx'
import { CallBadge } from '../shared/CallBadge.tsx'
import { sampleBadges } from '../shared/sample-look.ts'
import styles from './Detail.module.css'
import { decidingText, formatSignal } from './trace-text.ts'

interface Row extends WellResult {
  id: string
  index: number
  sample: Sample | null
}

/** Every well and target: the third view of the results. */
export function ResultTable(props: {
  record: Analysis
  results: Results
  selected: ReadonlySet<number>
  onSelect: (wells: Set<number>) => void
  onPoint: (well: number | null) => void
  solo: boolean
  onOpen: () => void
}) {
  const { record, results, selected, solo } = props
  const [search, setSearch] = useSearchParams()
  const shape = cartridges[record.cartridge_type]
  const hasMelt = results.wells.some(({ melt }) => melt.length > 0)
  const rows = useMemo(() => {
    const samples = new Map(record.samples.map((one) => [one.uuid, one]))
    return results.wells.map((one): Row => ({
      ...one,
      id: `${one.well}|${one.target}`,
      index: wellIndex(shape, one.well),
      sample: (one.sample_uuid && samples.get(one.sample_uuid)) || null,
    }))
  }, [record.samples, results, shape])
  const columns = useMemo(() => listColumns(hasMelt), [hasMelt])
  const shown = useMemo(
    () => (solo && selected.size > 0 ? rows.filter(({ index }) => selected.has(index)) : rows),
    [rows, solo, selected],
  )
  const chosen = useMemo(
    () => new Set(rows.filter(({ index }) => selected.has(index)).map(({ id }) => id)),
    [rows, selected],
  )
  const put = (key: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(key, value)
        else next.delete(key)
        return next
      },
      { replace: true },
    )
  return (
    <div className={styles.table}>
      <RecordTable
        label={t('detail.results')}
        columns={columns}
        rows={shown}
        rowId={(row) => row.id}
        sort={readSort(search.get('sort'))}
        onSort={(sort) => put('sort', writeSort(sort))}
        filter={search.get('filter') ?? ''}
        onFilter={(filter) => put('filter', filter)}
        selected={chosen}
        onSelect={(ids) => props.onSelect(new Set([...ids].map((id) => wellIndex(shape, id.split('|')[0] ?? ''))))}
        onHover={(id) => props.onPoint(id === null ? null : wellIndex(shape, id.split('|')[0] ?? ''))}
        onOpen={(row) => {
          props.onSelect(new Set([row.index]))
          props.onOpen()
        }}
        empty={
          <EmptyState title={t('detail.results.none')} icon="list">
            {t('detail.results.none.hint')}
          </EmptyState>
        }
      />
    </div>
  )
}

function listColumns(hasMelt: boolean): Column<Row>[] {
  const columns: Column<Row>[] = [
    {
      id: 'well',
      header: t('result.well'),
      // Sorted by place: A2 before A10.
      value: (row) => row.well,
      width: 64,
      fixed: true,
    },
    { id: 'sample', header: t('result.sample'), value: (row) => row.sample?.name ?? '', width: 160 },
    {
      id: 'type',
      header: t('result.type'),
      value: (row) => (row.sample ? t(`sample.type.${row.sample.sample_type}`) : ''),
      cell: ({ sample }) =>
        sample && (
          <span title={t(`sample.type.${sample.sample_type}`)}>
            {sampleBadges[sample.sample_type]} <span className={styles.quiet}>{t(`sample.type.${sample.sample_type}`)}</span>
          </span>
        ),
      width: 130,
    },
    { id: 'target', header: t('result.target'), value: (row) => row.target, width: 140 },
    { id: 'channel', header: t('result.channel'), value: (row) => displayName(row.channel), width: 80 },
    {
      id: 'cq',
      header: 'Cq',
      kind: 'number',
      value: (row) => row.cq,
      cell: (row) => (row.cq === null ? <span className={styles.quiet}>{formatCq(null)}</span> : formatCq(row.cq)),
      width: 110,
    },
    {
      id: 'call',
      header: t('result.call'),
      value: (row) => t(`call.${row.call}`),
      cell: (row) => <CallBadge call={row.call} />,
      width: 140,
    },
    {
      id: 'end',
      header: t('result.end'),
      kind: 'number',
      value: (row) => row.end_point,
      cell: (row) => (row.end_point === null ? '–' : formatSignal(row.end_point)),
      width: 130,
    },
  ]
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
  columns.push({
    id: 'rule',
    header: t('result.rule'),
    value: (row) => decidingText(row.trace),
    cell: (row) => <span title={decidingText(row.trace)}>{decidingText(row.trace)}</span>,
    width: 300,
  })
  return columns
}
