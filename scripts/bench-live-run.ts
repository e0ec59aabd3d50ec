import type { ReportRow } from './report-table.ts'
export async function measureLiveRun(_a: string, _s: string): Promise<ReportRow[]> {
  return []
}
