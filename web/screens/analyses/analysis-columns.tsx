import { analysisStatuses } from '../../../domain/entities/analysis.ts'
import { AnalysisResults, writeSummary } from '../../entities/analysis/AnalysisResults.tsx'
import { HeldMark } from '../../entities/analysis/HeldBadge.tsx'
import { whoCarriesOn } from '../../entities/analysis/who-carries-on.ts'
import { language, t } from '../../i18n/intl.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { type Column, wordsWidth } from '../../parts/table/column.ts'
import { localTime } from '../../state/local-time.ts'
import { AnalysisStatusBadge } from './shared/AnalysisStatusBadge.tsx'

type DeviceName = (row: AnalysisRow) => string

interface Made {
  spoken: string
  corrected: Corrected
  columns: Column<AnalysisRow>[]
}

/** Ids of the runs that a signed version corrects. */
type Corrected = Pick<ReadonlySet<string>, 'has'>
const none: Corrected = new Set<string>()

const made = new WeakMap<DeviceName, Made>()

/** Return the columns of the list of analyses, in the language on screen; the same array until they change. */
export function makeAnalysisColumns(
  deviceName: DeviceName,
  corrected: Corrected = none,
): Column<AnalysisRow>[] {
  const known = made.get(deviceName)
  if (known?.spoken === language.value && known.corrected === corrected) return known.columns
  const columns = columnsWith(deviceName, corrected)
  made.set(deviceName, { spoken: language.value, corrected, columns })
  return columns
}

function columnsWith(deviceName: DeviceName, corrected: Corrected): Column<AnalysisRow>[] {
  const sayStatus = ({ uuid, status }: AnalysisRow) =>
    t(corrected.has(uuid) ? 'analysis.corrected' : `analysis.status.${status}`)
  return [
    {
      id: 'name',
      header: t('analyses.column.name'),
      value: (row) => row.name,
      cell: (row) => (
        <>
          <HeldMark analysis={row} />
          <strong title={row.name}>{row.name}</strong>
          {row.version !== undefined && ` ${t('analyses.version', { version: row.version })}`}
        </>
      ),
      width: 192,
      fixed: true,
    },
    {
      id: 'status',
      header: t('analyses.column.status'),
      value: sayStatus,
      cell: (row) => (
        <AnalysisStatusBadge status={row.status} isCorrected={corrected.has(row.uuid)} />
      ),
      width: wordsWidth([
        ...analysisStatuses.map((status) => t(`analysis.status.${status}`)),
        t('analysis.corrected'),
      ]),
    },
    {
      id: 'results',
      header: t('analyses.column.results'),
      value: (row) => writeSummary(row),
      cell: (row) => <AnalysisResults analysis={row} />,
      width: 166,
    },
    {
      id: 'recipe',
      header: t('analyses.column.recipe'),
      value: (row) => row.recipe_name,
      width: 96,
    },
    { id: 'device', header: t('analyses.column.device'), value: deviceName, width: 98 },
    {
      id: 'samples',
      header: t('analyses.column.samples'),
      kind: 'number',
      value: (row) => row.sample_count,
      width: 78,
    },
    { id: 'who', header: t('analyses.column.who'), value: whoCarriesOn, width: 100 },
    {
      id: 'created_at',
      header: t('analyses.column.when'),
      kind: 'date',
      value: (row) => row.created_at,
      cell: (row) => localTime(row.created_at),
      width: 158,
    },
  ]
}
