import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ResultRow } from '../../../domain/calls/results.ts'
import { listPageSize } from '../../../domain/catalog/limits.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
import { paths } from '../../paths.ts'
import { may } from '../../state/session.ts'
import { useAddress } from '../../use-address.ts'
import { exportResults } from './export-results.ts'
import { makeResultColumns } from './result-columns.tsx'
import { clearedFilters, isFiltered, readFilters } from './result-filters.ts'
import { ResultFilters } from './ResultFilters.tsx'
import { useResults } from './use-results.ts'

/** What was found in every sample of every analysis, the newest first. What narrows it down lies in the address. */
export function ResultsScreen() {
  const [, navigate] = useLocation()
  const address = useAddress()
  const filters = readFilters(address.search)
  const [pages, setPages] = useState(1)
  const { value, failure, again } = useResults(filters, pages)
  const columns = useMemo(() => makeResultColumns(), [])
  const rows = value?.rows ?? none
  // One search: the one above asks the service, a second one would look through what is on this page only.
  const {
    filter: _filter,
    onFilter: _onFilter,
    ...table
  } = pagedTableAddress(address, null, listPageSize)
  const save = () => void exportResults(rows, columns)
  return (
    <Page
      title={t('results.title')}
      menu={
        <Button
          icon="download"
          disabledReason={rows.length === 0 ? t('results.empty.title') : null}
          onClick={save}
        >
          {t('results.export')}
        </Button>
      }
    >
      <ResultFilters
        filters={filters}
        onChange={(changes) => address.change({ ...changes, page: null })}
      />
      {failure.length > 0 && (
        <Notice
          kind="error"
          title={t('parts.fetchFailed')}
          action={<Button onClick={again}>{t('parts.again')}</Button>}
        >
          {failure.join(' ')}
        </Notice>
      )}
      {value && value.total > rows.length && (
        <Notice
          kind="info"
          action={<Button onClick={() => setPages(pages + 1)}>{t('results.more')}</Button>}
        >
          {t('results.shown', { shown: rows.length, total: value.total })}
        </Notice>
      )}
      <RecordTable
        label={t('results.title')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        loading={value === null && failure.length === 0}
        {...table}
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

const none: ResultRow[] = []

const idOf = (row: ResultRow) => `${row.analysis_uuid} ${row.sample_uuid} ${row.target}`

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
