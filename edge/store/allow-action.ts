import { Fault } from '../../domain/fault.ts'
import { refuseAction, type StateActions } from '../../domain/rules/states.ts'

/** @throws Fault `forbidden` or `refused`, saying which permission or which state is in the way. */
export function allowAction<Actions extends StateActions<string>>(
  actions: Actions,
  action: keyof Actions & string,
  state: string,
  permissions: readonly string[],
): void {
  const refusal = refuseAction(actions, action, state, permissions)
  if (!refusal) return
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
