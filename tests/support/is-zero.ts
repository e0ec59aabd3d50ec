import type { ReportRow } from '../../scripts/report-table.ts'

/** Return a row for a count of what must not happen. */
export function isZero(name: string, value: number): ReportRow {
  return { name, value, unit: '', bar: '0', ok: value === 0 }
}
