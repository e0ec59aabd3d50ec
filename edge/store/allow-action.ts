import { Fault } from '../../domain/fault.ts'
import { seenLength } from '../../domain/rules/plain-text.ts'
import { refuseAction, type StateActions } from '../../domain/rules/states.ts'

/** @throws Fault `reason_needed` without one: what the trail says of an action that needs a reason is never nothing. */
export function checkReason(reason: string): void {
  if (seenLength(reason) === 0) throw new Fault('reason_needed', 'Say why', { field: 'reason' })
}

/**
 * @param reason what the person gave; needed where the table of actions says so.
 * @throws Fault `forbidden` or `refused`, saying which permission or which state is in the way, or `reason_needed`.
 */
export function allowAction<Actions extends StateActions<string>>(
  actions: Actions,
  action: keyof Actions & string,
  state: string,
  permissions: readonly string[],
  reason = '',
): void {
  const refusal = refuseAction(actions, action, state, permissions)
  if (!refusal) {
    if (actions[action]?.reason) checkReason(reason)
    return
  }
  if (refusal.reason === 'permission_missing') {
    throw new Fault('forbidden', "You're not authorized to access this resource", {
      reason: refusal.reason,
      params: { permission: refusal.permission },
    })
  }
  throw new Fault('refused', `Not possible in state ${state}`, {
    reason: refusal.reason,
    params: { state, action },
  })
}
