import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import {
  type AnalysisAction,
  isReasonDue,
  refuseAnalysis,
  type Refusal,
} from '../../domain/rules/analysis.ts'
import { checkReason } from './allow-action.ts'
import { type By, mustSee } from './by.ts'
import type { StoredBody } from './operations.ts'

/**
 * The analysis when the actor may do this to it now.
 * @param reason what the person gave; needed where the table of actions says so.
 * @throws Fault `not_found`, `forbidden`, `refused` or `reason_needed`.
 */
export function allow(
  action: AnalysisAction,
  before: StoredBody | null,
  by: By,
  reason = '',
): Analysis {
  const record = allowWithReason(action, before, by)
  needReason(action, record, reason)
  return record
}

/**
 * The same before the reason is looked at, where more has to be asked first: what is not possible with any reason is said
 * before one is asked for. Call `needReason` afterwards.
 */
export function allowWithReason(
  action: AnalysisAction,
  before: StoredBody | null,
  by: By,
): Analysis {
  const record = mustSee('analysis', before, by.sight) as unknown as Analysis
  const refusal = refuseAnalysis(action, record, {
    user_uuid: by.actor.uuid,
    permissions: by.permissions,
    fourEyes: by.fourEyes,
  })
  if (refusal) throw faultOf(refusal)
  return record
}

/** @throws Fault `reason_needed` where the table of actions wants one and there is none. */
export function needReason(action: AnalysisAction, { status }: Analysis, reason: string): void {
  if (isReasonDue(action, status)) checkReason(reason)
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
    case 'plate_without_device':
      return new Fault('refused', 'No device takes this plate', { reason: refusal.reason })
    case 'reviews_stale':
      return new Fault('refused', 'Samples were decided on earlier results: look at them again', {
        reason: refusal.reason,
        params: { count: refusal.count },
      })
  }
}
