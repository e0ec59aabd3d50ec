import { Fault } from '../../../domain/fault.ts'
import { readSeen } from '../by.ts'
import { findOutdated } from '../outdated-reports.ts'
import { checkAmends } from '../recalls/amendable.ts'
import { refuseHeld } from '../recalls/holds.ts'
import type { RecordRules } from '../record-rule.ts'

/**
 * Nothing is reported of an analysis that a recall holds, but the drafts that amend what was reported before; and nothing of one that has gone
 * out of sight, or was changed, while its report was made. A new report is where its analysis is now.
 */
export const reportRules: RecordRules<'report'> = {
  check: (sql, after, before, by) => {
    if (before) return
    const found = readSeen(sql, 'analysis', after.analysis_uuid, by.sight)
    const field = findOutdated(sql, after, found)
    // Let the run that a later version corrects be reported: its report says so.
    if (field && field !== 'analysis_uuid') {
      throw new Fault('stale', 'The analysis changed meanwhile', {
        field,
        reason: 'changed_meanwhile',
      })
    }
    if (after.amends) checkAmends(sql, after, by.sight)
    else refuseHeld(sql, after.analysis_uuid)
  },
  complete: (sql, after, before, by) => {
    if (before) return after
    const { swarm_uuid } = readSeen(sql, 'analysis', after.analysis_uuid, by.sight)
    return { ...after, swarm_uuid }
  },
}
