import { checkAmends } from '../recalls/amendable.ts'
import { refuseHeld } from '../recalls/holds.ts'
import type { RecordRules } from '../record-rule.ts'

/** Nothing is reported of an analysis that a recall holds, but the drafts that amend what was reported before. */
export const reportRules: RecordRules<'report'> = {
  check: (sql, after, before, by) => {
    if (before) return
    if (after.amends) checkAmends(sql, after, by.sight)
    else refuseHeld(sql, after.analysis_uuid)
  },
}
