import type { Report } from '../../domain/entities/report.ts'
import { Fault } from '../../domain/fault.ts'
import { mustSee } from './by.ts'
import type { Planners } from './planner.ts'
import { signRecord, type SignatureOrder } from './sign.ts'

export type ReportChange = { type: 'report.approve'; uuid: string; order: SignatureOrder }

export const reportPlanners: Planners<ReportChange> = {
  'report.approve': (sql, { uuid, order }, by, at) => ({
    kind: 'report',
    uuid,
    action: 'report.approve',
    change: (before) => {
      const record = mustSee('report', before, by.sight) as unknown as Report
      if (record.signature) {
        throw new Fault('refused', 'This report is approved already', { reason: 'signed' })
      }
      return { ...record, signature: signRecord(sql, { ...record }, order, by, at) }
    },
  }),
}
