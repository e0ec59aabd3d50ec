import { type AnalysisAction } from '../../domain/actions/analysis.ts'
import type { Facts } from '../../domain/actions/action.ts'
import { isReasonDue, type Refusal, refuse, type Situation } from '../../domain/actions/refuse.ts'
import type { ActionKind, ActionName, StateOf } from '../../domain/actions/table.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { refuseAnalysis } from '../../domain/rules/analysis.ts'
import { seenLength } from '../../domain/rules/plain-text.ts'
import { actingOf, type By, mustSee } from './by.ts'

/**
 * Let an action on a record pass whose state is known.
 * @param reason what the person gave; needed where the table of actions says so.
 * @throws Fault `forbidden` or `refused`, saying which permission or which state is in the way, or `reason_needed`.
 */
export function allowAction<
  Kind extends Exclude<
    ActionKind,
    'analysis' | 'audit_review' | 'bkit_lot' | 'recipe_version' | 'publication_request' | 'study'
  >,
>(
  kind: Kind,
  action: ActionName<Kind>,
  state: StateOf<Kind>,
  permissions: readonly string[],
  reason = '',
  facts?: Pick<Facts, 'recall_hold'>,
): void {
  const refusal = refuse(kind, action, { state, permissions, facts } as Situation<Kind>)
  if (refusal) throw faultOf(refusal)
  needReason(kind, action, state, reason)
}

/**
 * Return the analysis when the actor may do this to it now.
 * @param reason what the person gave; needed where the table of actions says so.
 * @throws Fault `not_found`, `forbidden`, `refused` or `reason_needed`.
 */
export function allow(
  action: AnalysisAction,
  before: Analysis | null,
  by: By,
  reason = '',
): Analysis {
  const record = allowWithReason(action, before, by)
  needReason('analysis', action, record.status, reason)
  return record
}

/**
 * Check the same without the reason, where a question to the person follows: an impossible action is refused before a
 * reason is asked for. Call `needReason` afterwards.
 */
export function allowWithReason(action: AnalysisAction, before: Analysis | null, by: By): Analysis {
  const record = mustSee('analysis', before, by.sight)
  refuseUnlessAllowed(action, record, by)
  return record
}

/** @throws Fault `forbidden` or `refused` where the actor may not do this to the analysis now. */
export function refuseUnlessAllowed(action: AnalysisAction, record: Analysis, by: By): void {
  const { unconfirmed, permissions, fourEyes } = by
  const actor = { ...actingOf(by), unconfirmed, permissions, fourEyes }
  const refusal = refuseAnalysis(action, record, actor)
  if (refusal) throw faultOf(refusal)
}

/**
 * Refuse an action without the reason that the table of actions wants: the one place that does.
 * @throws Fault `reason_needed`
 */
export function needReason<Kind extends ActionKind>(
  kind: Kind,
  action: ActionName<Kind>,
  state: StateOf<Kind>,
  reason: string,
): void {
  if (isReasonDue(kind, action, state) && seenLength(reason) === 0)
    throw new Fault('reason_needed', 'Say why', { field: 'reason' })
}

/** Return the refusal of a person who took part, or of whom somebody who did counts as (`isAmong`). */
export function secondPersonRefusal(found: true | string): Refusal<'study'> {
  return found === true ? { reason: 'four_eyes' } : { reason: 'counts_as_you', name: found }
}

const unconfirmed =
  'an account that somebody else has set up is confirmed by another administrator first'

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
    case 'wrong_state':
      return new Fault('refused', `Not possible in state ${refusal.state}`, {
        reason: refusal.reason,
        params: { state: refusal.state, action: refusal.action },
      })
    case 'recall_hold':
      return new Fault('refused', `Held by recall ${refusal.recall}`, {
        reason: refusal.reason,
        params: { recall: refusal.recall },
      })
    case 'legal_hold':
      return new Fault('refused', 'It is on legal hold', { reason: refusal.reason })
    case 'no_legal_hold':
      return new Fault('refused', 'It is not on legal hold', { reason: refusal.reason })
    case 'correction_stays':
      return new Fault('refused', 'A correction stays in the swarm of the run that it corrects', {
        reason: refusal.reason,
      })
    case 'four_eyes':
      return new Fault('refused', 'Somebody other than you must do this', {
        reason: refusal.reason,
      })
    case 'wrote_it':
      return new Fault('refused', 'Somebody who did not write this version must approve it', {
        reason: refusal.reason,
      })
    case 'counts_as_you':
      return new Fault('refused', `${refusal.name} took part and counts as you: ${unconfirmed}`, {
        reason: refusal.reason,
        params: { name: refusal.name },
      })
    case 'confirmation_needed':
      return new Fault('refused', `You cannot decide this yet: ${unconfirmed}`, {
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
