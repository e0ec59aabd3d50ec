import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { type AnalysisAction, refuseAnalysis, type Refusal } from '../../domain/rules/analysis.ts'
import { type By, mustSee } from './by.ts'
import type { StoredBody } from './operations.ts'

/** The analysis when the actor may do this to it now. @throws Fault `not_found`, `forbidden` or `refused`. */
export function allow(action: AnalysisAction, before: StoredBody | null, by: By): Analysis {
  const record = mustSee('analysis', before, by.sight) as unknown as Analysis
  const refusal = refuseAnalysis(action, record, {
    user_uuid: by.actor.uuid,
    permissions: by.permissions,
    fourEyes: by.fourEyes,
  })
  if (refusal) throw faultOf(refusal)
  return record
}

export function faultOf(refusal: Refusal): Fault {
  switch (refusal.reason) {
    case 'permission_missing':
      return new Fault('forbidden', "You're not authorized to access this resource", {
        reason: refusal.reason,
        params: { permission: refusal.permission },
      })
    case 'validated':
      return new Fault('refused', 'Validated analyses cannot be modified!', {
        reason: refusal.reason,
      })
    case 'wrong_status':
      return new Fault('refused', `Not possible while the analysis is ${refusal.status}`, {
        reason: refusal.reason,
        params: { status: refusal.status },
      })
    case 'four_eyes':
      return new Fault('refused', 'Somebody other than the person who launched it must validate', {
        reason: refusal.reason,
      })
    case 'no_results':
      return new Fault('refused', 'There are no results to validate', { reason: refusal.reason })
    case 'reviews_stale':
      return new Fault('refused', 'Samples were decided on earlier results: look at them again', {
        reason: refusal.reason,
        params: { count: refusal.count },
      })
  }
}
