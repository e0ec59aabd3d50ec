import { readSeen } from '../by.ts'
import { checkAmends } from '../recalls/amendable.ts'
import { refuseHeld } from '../recalls/holds.ts'
import type { RecordRules } from '../record-rule.ts'

/**
 * Nothing is reported of an analysis that a recall holds, but the drafts that amend what was reported before; and nothing of one that has gone
 * out of sight while its report was made. A new report is where its analysis is now.
 */
export const reportRules: RecordRules<'report'> = {
  check: (sql, after, before, by) => {
    if (before) return
    readSeen(sql, 'analysis', after.analysis_uuid, by.sight)
    if (after.amends) checkAmends(sql, after, by.sight)
    else refuseHeld(sql, after.analysis_uuid)
  },
  complete: (sql, after, before, by) => {
    if (before) return after
    const { swarm_uuid } = readSeen(sql, 'analysis', after.analysis_uuid, by.sight)
    return { ...after, swarm_uuid }
  },
}
