import { refuseHeld } from '../recalls/holds.ts'
import type { RecordRules } from '../record-rule.ts'

/** Nothing is reported of an analysis that a recall holds. */
export const reportRules: RecordRules<'report'> = {
  check: (sql, after, before) => {
    if (!before) refuseHeld(sql, after.analysis_uuid)
  },
}
