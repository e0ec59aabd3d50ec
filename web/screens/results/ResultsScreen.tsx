import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ResultRow } from '../../../domain/calls/results.ts'
import { countedRows } from '../../../domain/catalog/limits.ts'
import { Fault } from '../../../domain/fault.ts'
import { planNeeds } from '../../../domain/permissions.ts'
import type { ReadPages } from '../../client/read-pages.ts'
import { completeTexts } from '../../i18n/catalogs.ts'
import { t } from '../../i18n/intl.ts'
import { loadLater } from '../../load-later.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { areaIcons } from '../../parts/icon/area-icons.ts'
import { Page } from '../../parts/page/Page.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { ColumnLayout } from '../../parts/table/column-layout.ts'
import { sortRows } from '../../parts/table/found-rows.ts'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import type { RecordTableProps, TableControl } from '../../parts/table/table-props.ts'
import { type Sort, writeSort } from '../../parts/table/sort.ts'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
import { FetchFailed } from '../../parts/progress/Fetching.tsx'
import { WrongFilter } from '../../parts/table/WrongFilter.tsx'
import { paths } from '../../paths.ts'
import { saveCsv } from '../../record/csv.ts'
import { useColumnLayout } from '../../record/use-column-layout.ts'
import { localZone, today } from '../../state/local-time.ts'
import { may } from '../../state/session.ts'
import { showErrors } from '../../state/show-errors.ts'
import { type Address, useAddress } from '../../use-address.ts'
import { makeExportColumns, makeResultColumns } from './result-columns.tsx'
import {
  clearedFilters,
  isFiltered,
  readFilters,
  readFilterText,
  type ResultFilter,
} from './result-filters.ts'
import { ResultFilters } from './ResultFilters.tsx'
import { readResultRows, resultId, type ResultRows, useResults } from './use-results.ts'

/**
 * Show the address `/results`: the results of all samples of all analyses, the newest first. The address keeps the
 * filters.
 */
export function ResultsScreen() {
  const address = useAddress()
  const { filters, wrong, change } = useFilters(address)
  const [pages, setPages] = useState(1)
  // Leave out the search of the list: the one above asks the service, a second one would look through this page only.
  const {
    filter: _filter,
    onFilter: _onFilter,
    sort,
    ...table
  } = pagedTableAddress(address, null, 50)
  // Let the service sort rows that are not all here: the lowest of the newest 500 is not the lowest of all.
  const { value, failure, again } = useResults(filters, pages, sort)
  const columns = useMemo(() => makeResultColumns(), [])
  const choice = useColumnLayout('results', columns, address)
  const tooMany = value && value.total >= countedRows ? tooManyText() : null
  const isSorting = value !== null && !value.isWhole && writeSort(value.sort) !== writeSort(sort)
  return (
    <Page
      title={t('results.title')}
      menu={
        <ExportButton
          filters={filters}
          value={value}
          tooMany={tooMany}
          sort={sort}
          layout={choice.layout}
        />
      }
    >
      <ResultFilters filters={filters} onChange={change} />
      <WrongFilter title={t('results.wrongFilter')} wrong={wrong} onClear={() => change({})} />
      <FetchFailed failure={failure} again={again} title={t('parts.fetchFailed')} />
      {value && !(isSorting && failure.length > 0) && (
        <PartNotice
          value={value}
          isSorting={isSorting}
          tooMany={tooMany}
          onMore={() => setPages(pages + 1)}
        />
      )}
      <ResultTable
        value={value}
        isSorting={isSorting}
        hasFailed={failure.length > 0}
        table={table}
        sort={sort}
        columns={columns}
        choice={choice}
        empty={
          value && (
            <NoResults
              filtered={isFiltered(filters)}
              onClear={() => address.change(clearedFilters)}
            />
          )
        }
      />
    </Page>
  )
}

/** Show the results, and what can be done with those that are selected. */
function ResultTable(props: {
  value: ResultRows | null
  isSorting: boolean
  hasFailed: boolean
  table: Pick<RecordTableProps<ResultRow>, 'onSort' | 'paging'>
  sort: Sort
  columns: readonly Column<ResultRow>[]
  choice: ReturnType<typeof useColumnLayout>
  empty: ReactNode
}) {
  const { value, choice } = props
  const [, navigate] = useLocation()
  const control = useRef<TableControl<ResultRow>>(null)
  const [held, select] = useState<ReadonlySet<string>>(nothing)
  const rows = value?.rows ?? none
  const selected = useMemo(() => keepShown(held, rows), [held, rows])
  return (
    <>
      <RecordTable
        label={t('results.title')}
        columns={props.columns}
        rows={rows}
        rowId={resultId}
        loading={(value === null || props.isSorting) && !props.hasFailed}
        {...props.table}
        {...choice}
        // Show the order that the rows still have while the service sorts.
        sort={value === null || value.isWhole ? props.sort : value.sort}
        isSorted={value !== null && !value.isWhole}
        control={control}
        selected={selected}
        onSelect={select}
        boxes={{
          row: ({ sample_name: sample, target }) =>
            t('analyses.select', { name: `${sample}, ${target}` }),
          page: t('analyses.selectAll'),
        }}
        onOpen={(row) => navigate(paths.analysis(row.analysis_uuid))}
        empty={props.empty}
      />
      {selected.size > 0 && (
        <ResultSelection
          ids={selected}
          rows={rows}
          layout={choice.layout}
          isWhole={value?.isWhole ?? false}
          page={() => control.current?.ids() ?? []}
          onSelect={select}
        />
      )}
    </>
  )
}

/** Say which part of the results is shown, and offer more of them. */
function PartNotice(props: {
  value: ResultRows
  isSorting: boolean
  tooMany: string | null
  onMore: () => void
}) {
  const { value, isSorting, tooMany, onMore } = props
  const shown = value.rows.length
  if (isSorting) return <Progress label={t('parts.loading')} text={t('results.sorting')} />
  if (value.total <= shown) return null
  return (
    <Notice kind="info" action={<Button onClick={onMore}>{t('results.more')}</Button>}>
      {t(value.sort.length > 0 ? 'results.shownSorted' : 'results.shown', {
        shown,
        total: value.total,
      })}{' '}
      {value.sort.some(({ id }) => id === 'sample' || id === 'analysis') &&
        `${t('results.nameOrder')} `}
      {tooMany ?? t('results.loadsAll')}
    </Notice>
  )
}

/** Read the filters of the address: what is chosen on the page goes before what its `filter` says. */
function useFilters({ search, change }: Address) {
  const given = readFilterText(search.get('filter') ?? '')
  const own = [...search].filter(([name]) => name !== 'filter')
  const filters = readFilters(new URLSearchParams([...own, ...given.search]))
  return {
    filters,
    wrong: given.wrong,
    change: (changes: Readonly<Record<string, string | null>>) =>
      change({
        ...Object.fromEntries([...given.search, ...own]),
        ...changes,
        filter: null,
        page: null,
      }),
  }
}

/** Fetched with the first selection, as are the words of it. */
const ResultSelection = loadLater(async () => {
  const [part] = await Promise.all([import('./ResultSelection.tsx'), completeTexts('record')])
  return part.ResultSelection
})

const tooManyText = () => t('results.tooMany', { count: countedRows })

/**
 * Save all rows that fit, also those that are not on the page, in the order and with the columns on show; refused where
 * they are too many to be read.
 */
function ExportButton(props: {
  filters: ResultFilter
  value: ReadPages<ResultRow> | null
  tooMany: string | null
  sort: Sort
  layout: ColumnLayout
}) {
  const { filters, value, tooMany, sort, layout } = props
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const rows = await readAllResults(value, filters, sort)
      await saveCsv('results', rows, makeExportColumns(layout))
    } catch (error) {
      showErrors(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon="download"
      busy={busy}
      disabledReason={value?.rows.length ? tooMany : t('results.empty.title')}
      onClick={() => void save()}
    >
      {t('results.export')}
    </Button>
  )
}

async function readAllResults(
  value: ReadPages<ResultRow> | null,
  filters: ResultFilter,
  sort: Sort,
): Promise<readonly ResultRow[]> {
  if (value?.isWhole) return sortRows(value.rows, makeResultColumns(), sort)
  const options = {
    pages: 'all' as const,
    day: today.value,
    zone: localZone(),
    signal: new AbortController().signal,
  }
  const whole = await readResultRows(filters, options, sort)
  if (!whole.isWhole) {
    throw new Fault('refused', 'Not all results can be read', { reason: 'rows_not_whole' })
  }
  return whole.rows
}

const none: ResultRow[] = []
const nothing: ReadonlySet<string> = new Set()

/** Leave out results that another filter has taken from the list: nothing is saved that is not seen. */
function keepShown(ids: ReadonlySet<string>, rows: readonly ResultRow[]): ReadonlySet<string> {
  if (ids.size === 0) return ids
  return new Set(rows.map(resultId).filter((id) => ids.has(id)))
}

function NoResults({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <EmptyState
        title={t('parts.table.none')}
        action={<Button onClick={onClear}>{t('parts.table.clear')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon={areaIcons.results}
      title={t('results.empty.title')}
      action={may(planNeeds) && <Link href={paths.newAnalysis()}>{t('home.start')}</Link>}
    >
      {t('results.empty.text')}
    </EmptyState>
  )
}
