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
import { writeSort, type Column } from '../../parts/table/column.ts'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
import { paths } from '../../paths.ts'
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
import { readResultRows, resultId, useResults } from './use-results.ts'
import { formulaStart } from '../../../workers/files/formula-start.ts'
import { saveFile } from '../../client/save-file.ts'

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
  const rows = value?.rows ?? none
  const tooMany = value && value.total >= countedRows ? tooManyText() : null
  const isSorting = value !== null && !value.isWhole && writeSort(value.sort) !== writeSort(sort)
  return (
    <Page
      title={t('results.title')}
      menu={<ExportButton filters={filters} value={value} tooMany={tooMany} />}
    >
      <ResultFilters filters={filters} onChange={change} />
      {wrong.length > 0 && (
        <Notice
          kind="warning"
          title={t('results.wrongFilter')}
          action={<Button onClick={() => change({})}>{t('parts.table.clear')}</Button>}
        >
          <bdi dir="ltr">{wrong.join('; ')}</bdi>
        </Notice>
      )}
      {failure.length > 0 && (
        <Notice
          kind="error"
          title={t('parts.fetchFailed')}
          action={<Button onClick={again}>{t('parts.again')}</Button>}
        >
          {failure.join(' ')}
        </Notice>
      )}
      {isSorting && failure.length === 0 && (
        <Progress label={t('parts.loading')} text={t('results.sorting')} />
      )}
      {value && !isSorting && value.total > rows.length && (
        <Notice
          kind="info"
          action={<Button onClick={() => setPages(pages + 1)}>{t('results.more')}</Button>}
        >
          {t(value.sort ? 'results.shownSorted' : 'results.shown', {
            shown: rows.length,
            total: value.total,
          })}{' '}
          {tooMany ?? t('results.loadsAll')}
        </Notice>
      )}
      <RecordTable
        label={t('results.title')}
        columns={columns}
        rows={rows}
        rowId={resultId}
        loading={(value === null || isSorting) && failure.length === 0}
        {...table}
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

/** Saves all rows that fit, also those that are not on the page; refused where they are too many to be read. */
function ExportButton(props: {
  filters: ResultFilter
  value: ReadPages<ResultRow> | null
  tooMany: string | null
}) {
  const { filters, value, tooMany } = props
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await exportAllResults(value, filters)
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

async function exportAllResults(
  value: ReadPages<ResultRow> | null,
  filters: ResultFilter,
): Promise<void> {
  const options = {
    pages: 'all' as const,
    day: today.value,
    zone: localZone(),
    signal: new AbortController().signal,
  }
  const whole = value?.isWhole ? value : await readResultRows(filters, options)
  if (!whole.isWhole) {
    throw new Fault('refused', 'Not all results can be read', { reason: 'rows_not_whole' })
  }
  await exportResults(whole.rows, makeExportColumns())
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

/** Write rows as CSV for a spreadsheet: with headings, numbers unrounded, formulas escaped. */
async function writeCsv(
  rows: readonly ResultRow[],
  columns: readonly Column<ResultRow>[],
): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const data = rows.map((row) => columns.map((column) => column.value(row) ?? ''))
  const fields = columns.map(({ header }) => header)
  return Papa.unparse({ fields, data }, { newline: '\r\n', escapeFormulae: formulaStart })
}

/** Gives the rows on show to the browser's downloads. */
async function exportResults(
  rows: readonly ResultRow[],
  columns: readonly Column<ResultRow>[],
): Promise<void> {
  // The mark tells a spreadsheet that the text is UTF-8.
  const bytes = new TextEncoder().encode(`\uFEFF${await writeCsv(rows, columns)}`)
  saveFile({ bytes, type: 'text/csv; charset=utf-8', name: 'results.csv' }, 'results.csv')
}
