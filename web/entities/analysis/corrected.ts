import { useMemo } from 'react'
import { analysis as analysisEntity } from '../../../domain/entities/analysis.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { useRecords } from '../../state/use-records.ts'

const none: readonly AnalysisRow[] = []

/** Return the signed corrections by the id of the run that each corrects: the results of that run no longer count. */
export function mapCorrections(rows: readonly AnalysisRow[]): ReadonlyMap<string, AnalysisRow> {
  const found = new Map<string, AnalysisRow>()
  for (const row of rows) {
    if (row.corrects !== undefined && row.status === 'VALIDATION') found.set(row.corrects, row)
  }
  return found
}

/** Return the signed corrections of the runs that this machine knows. */
export function useCorrections(): ReadonlyMap<string, AnalysisRow> {
  const rows = useRecords(analysisEntity) ?? none
  return useMemo(() => mapCorrections(rows), [rows])
}

/** Return the version that corrects a run, signed or not; null for none. */
export function useLaterVersion(uuid: string): AnalysisRow | null {
  const rows = useRecords(analysisEntity) ?? none
  return useMemo(() => rows.find(({ corrects }) => corrects === uuid) ?? null, [rows, uuid])
}
