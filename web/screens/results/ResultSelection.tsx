import type { ResultRow } from '../../../domain/calls/results.ts'
import { PdfReports, type Reported } from '../../entities/analysis/PdfReports.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import type { ColumnLayout } from '../../parts/table/column-layout.ts'
import { saveCsv } from '../../record/csv.ts'
import { selectRows } from '../../record/selection.ts'
import { SelectionBar } from '../../record/SelectionBar.tsx'
import { showErrors } from '../../state/show-errors.ts'
import { makeExportColumns } from './result-columns.tsx'
import { resultId } from './use-results.ts'

/** Show which results are selected, and save them as CSV or as a PDF report of each of their analyses. */
export function ResultSelection(props: {
  ids: ReadonlySet<string>
  rows: readonly ResultRow[]
  layout: ColumnLayout
  /** False where the service has more that match. */
  isWhole: boolean
  /** Ids of the rows on this page. */
  page: () => readonly string[]
  onSelect: (ids: ReadonlySet<string>) => void
}) {
  const { ids, rows, layout, onSelect } = props
  const page = props.page()
  const chosen = rows.filter((row) => ids.has(resultId(row)))
  return (
    <SelectionBar
      selection={selectRows(ids, page)}
      hidden={0}
      page={page.length}
      matching={rows.length}
      onPage={() => onSelect(new Set(page))}
      {...(props.isWhole && { onMatching: () => onSelect(new Set(rows.map(resultId))) })}
      onClear={() => onSelect(new Set())}
    >
      <Button
        icon="download"
        onClick={() => void saveCsv('results', chosen, makeExportColumns(layout)).catch(showErrors)}
      >
        {t('record.csvOf', { count: chosen.length })}
      </Button>
      <PdfReports rows={reportedOf(chosen)} />
    </SelectionBar>
  )
}

/** Return the analyses of the results, each with its samples, of which a report shows all targets. */
export function reportedOf(rows: readonly ResultRow[]): Reported[] {
  const found = new Map<string, { uuid: string; name: string; samples: Set<string> }>()
  for (const { analysis_uuid: uuid, analysis_name: name, sample_uuid } of rows) {
    const one = found.get(uuid) ?? { uuid, name, samples: new Set() }
    one.samples.add(sample_uuid)
    found.set(uuid, one)
  }
  return [...found.values()]
}
