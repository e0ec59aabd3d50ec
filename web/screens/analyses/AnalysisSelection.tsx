import { useMemo, useState } from 'react'
import { reportCalls } from '../../../domain/calls/reports.ts'
import { PdfReports } from '../../entities/analysis/PdfReports.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Loader } from '../../parts/progress/Loader.tsx'
import type { AnalysisRow } from '../../local/list-rows.ts'
import type { Column } from '../../parts/table/column.ts'
import { type ColumnLayout, shownColumns } from '../../parts/table/column-layout.ts'
import { filterRows, sortRows } from '../../parts/table/found-rows.ts'
import type { Sort } from '../../parts/table/sort.ts'
import { saveCsv } from '../../record/csv.ts'
import { whyNotCall } from '../../record/rights.ts'
import { selectRows } from '../../record/selection.ts'
import { SelectionBar } from '../../record/SelectionBar.tsx'
import { download } from '../../state/download.ts'
import { showErrors } from '../../state/show-errors.ts'

/** Most analyses of one table (domain/calls/reports.ts). */
const most = 100

/** Show which analyses are selected, and save them or their results as one CSV, or a PDF report of each. */
export function AnalysisSelection(props: {
  ids: ReadonlySet<string>
  rows: readonly AnalysisRow[]
  columns: readonly Column<AnalysisRow>[]
  layout: ColumnLayout
  sort: Sort
  filter: string
  /** Ids of the rows on this page. */
  page: () => readonly string[]
  onSelect: (ids: ReadonlySet<string>) => void
}) {
  const { ids, rows, columns, layout, sort, filter, onSelect } = props
  const page = props.page()
  const matching = useMemo(
    () => filterRows(sortRows(rows, columns, sort), columns, filter),
    [rows, columns, sort, filter],
  )
  const [busy, setBusy] = useState(false)
  const shown = matching.filter(({ uuid }) => ids.has(uuid))
  const save = async () => {
    setBusy(true)
    const query = { format: 'csv', resources: shown.map(({ uuid }) => uuid).join(',') } as const
    // Ignore its failure, which has been shown.
    await download(reportCalls.create, { query }, 'results.csv').catch(() => undefined)
    setBusy(false)
  }
  const many = shown.length > most ? t('record.resultsCsvMost', { most }) : null
  return (
    <SelectionBar
      selection={selectRows(ids, page)}
      hidden={ids.size - shown.length}
      page={page.length}
      matching={matching.length}
      onPage={() => onSelect(new Set(page))}
      onMatching={() => onSelect(new Set(matching.map(({ uuid }) => uuid)))}
      onClear={() => onSelect(new Set())}
    >
      <Button
        icon="download"
        onClick={() =>
          void saveCsv('analyses', shown, shownColumns(columns, layout)).catch(showErrors)
        }
      >
        {t('record.csvOf', { count: shown.length })}
      </Button>
      {busy ? (
        <Loader message={t('record.resultsCsvMaking')} />
      ) : (
        <Button
          icon="download"
          disabledReason={whyNotCall(reportCalls.create) ?? many}
          onClick={() => void save()}
        >
          {t('record.resultsCsv', { count: shown.length })}
        </Button>
      )}
      <PdfReports rows={shown} />
    </SelectionBar>
  )
}
