import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ResultRow } from '../../../domain/calls/results.ts'
import { countedRows, listPageSize } from '../../../domain/catalog/limits.ts'
import { Fault } from '../../../domain/fault.ts'
import type { ReadPages } from '../../client/read-pages.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import type { ColumnLayout } from '../../parts/table/column-layout.ts'
import { sortRows } from '../../parts/table/found-rows.ts'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { type Sort, writeSort } from '../../parts/table/sort.ts'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
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
  const [, navigate] = useLocation()
  const address = useAddress()
  const { filters, wrong, change } = useFilters(address)
  const [pages, setPages] = useState(1)
  // One search: the one above asks the service, a second one would look through what is on this page only.
  const {
    filter: _filter,
    onFilter: _onFilter,
    sort,
    ...table
  } = pagedTableAddress(address, null, listPageSize)
  // Let the service sort rows that are not all here: the lowest of the newest 500 is not the lowest of all.
  const { value, failure, again } = useResults(filters, pages, sort)
  const columns = useMemo(() => makeResultColumns(), [])
  const choice = useColumnLayout('results', columns, address)
  const rows = value?.rows ?? none
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
      <WrongFilter wrong={wrong} onClear={() => change({})} />
      {failure.length > 0 && (
        <Notice
          kind="error"
          title={t('parts.fetchFailed')}
          action={<Button onClick={again}>{t('parts.again')}</Button>}
        >
          {failure.join(' ')}
        </Notice>
      )}
      {value && !(isSorting && failure.length > 0) && (
        <PartNotice
          value={value}
          isSorting={isSorting}
          tooMany={tooMany}
          onMore={() => setPages(pages + 1)}
        />
      )}
      <RecordTable
        label={t('results.title')}
        columns={columns}
        rows={rows}
        rowId={resultId}
        loading={(value === null || isSorting) && failure.length === 0}
        {...table}
        {...choice}
        // While the service sorts, the heading shows the order that the rows still have.
        sort={value === null || value.isWhole ? sort : value.sort}
        isSorted={value !== null && !value.isWhole}
        onOpen={(row) => navigate(paths.analysis(row.analysis_uuid))}
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

/** Name what is no filter in the address. */
function WrongFilter({ wrong, onClear }: { wrong: readonly string[]; onClear: () => void }) {
  if (wrong.length === 0) return null
  return (
    <Notice
      kind="warning"
      title={t('results.wrongFilter')}
      action={<Button onClick={onClear}>{t('parts.table.clear')}</Button>}
    >
      <bdi dir="ltr">{wrong.join('; ')}</bdi>
    </Notice>
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
      icon="curve"
      title={t('results.empty.title')}
      action={may('analysis.create') && <Link href={paths.newAnalysis()}>{t('home.start')}</Link>}
    >
      {t('results.empty.text')}
    </EmptyState>
  )
}
