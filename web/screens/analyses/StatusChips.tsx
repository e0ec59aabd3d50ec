import { type AnalysisStatus, analysisStatuses } from '../../../domain/entities/analysis.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { t } from '../../i18n/intl.ts'
import { FilterChips } from '../../parts/filter/FilterChips.tsx'
import { countStatuses } from './count-statuses.ts'
import { AnalysisStatusBadge } from './shared/AnalysisStatusBadge.tsx'

/** Show the number of analyses in each status; pressed ones filter the list. */
export function StatusChips(props: {
  analyses: readonly Pick<AnalysisRow, 'status'>[]
  chosen: readonly AnalysisStatus[]
  onChoose: (statuses: AnalysisStatus[]) => void
}) {
  const { analyses, chosen, onChoose } = props
  const counts = countStatuses(analyses)
  const count = (wanted: AnalysisStatus) => counts.get(wanted) ?? 0
  const toggle = (status: AnalysisStatus) =>
    onChoose(chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status])
  // Keep a status that is chosen in sight, also when the last of its analyses has moved on.
  const shown = analysisStatuses.filter((status) => count(status) > 0 || chosen.includes(status))
  if (shown.length < 2 && chosen.length === 0) return null
  const all = {
    id: 'all',
    label: t('analyses.all'),
    count: analyses.length,
    pressed: chosen.length === 0,
    onPress: () => onChoose([]),
  }
  return (
    <FilterChips
      label={t('analyses.filterStatus')}
      chips={[
        all,
        ...shown.map((status) => ({
          id: status,
          label: <AnalysisStatusBadge status={status} />,
          count: count(status),
          pressed: chosen.includes(status),
          onPress: () => toggle(status),
        })),
      ]}
    />
  )
}
