import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { mergeRuns } from '../../../../domain/lan/merge-seen.ts'
import { hasEnded } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import type { SeenDevice } from '../../../local/seen-device.ts'
import type { AnalysisRow } from '../../../local/list-rows.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { RecordTable } from '../../../parts/table/RecordTable.tsx'
import { useOpenSince } from '../../../state/fetched-since.ts'
import { paths } from '../../../paths.ts'
import { useDeviceName } from '../../../state/device-names.ts'
import { makeAnalysisColumns } from '../analysis-columns.tsx'

/** Columns, of those of all analyses. */
const shown = ['name', 'status', 'device', 'created_at']

/** List the plans on this machine, and runs with their progress; one on a device is opened there. */
export function PlanTable(props: {
  analyses: readonly AnalysisRow[] | undefined
  seen: ReadonlyMap<string, SeenDevice>
}) {
  const { analyses, seen } = props
  const [, navigate] = useLocation()
  const deviceName = useDeviceName()
  const columns = useMemo(
    () => makeAnalysisColumns(deviceName).filter(({ id }) => shown.includes(id)),
    [deviceName],
  )
  const plans = useMemo(() => {
    const open = analyses?.filter(({ status }) => !hasEnded(status)) ?? []
    return mergeRuns(
      open,
      [...seen.values()].flatMap(({ runs }) => runs),
    )
  }, [analyses, seen])
  const open = ({ uuid, status }: AnalysisRow) => {
    const at = [...seen.values()].find(({ runs }) => runs.some((run) => run.analysis_uuid === uuid))
    navigate(at ? paths.localAnalysis(uuid, at.hostname, !hasEnded(status)) : paths.analysis(uuid))
  }
  return (
    <RecordTable
      label={t('offline.plans')}
      columns={columns}
      rows={plans}
      rowId={({ uuid }) => uuid}
      loading={analyses === undefined}
      extent={useOpenSince()}
      onOpen={open}
      empty={
        <EmptyState icon="list" title={t('offline.noPlans')}>
          {t('offline.noPlansText')}
        </EmptyState>
      }
    />
  )
}
