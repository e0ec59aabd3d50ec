import { can, type Permission } from '../permissions.ts'

/**
 * Actions of a kind of record with states: from which state each is possible and where it leads. One table is read by
 * buttons, by the edge and by tests, so that every pair of state and action is decided.
 */
export interface StateAction<State extends string> {
  from: readonly State[]
  /** State it leads to; absent where it stays. */
  to?: State
  needs: Permission
  /** A reason must be given and is kept in the audit trail. */
  reason?: true
}

export type StateActions<State extends string> = Readonly<Record<string, StateAction<State>>>

/** Why an action is not possible now. */
export type StateRefusal =
  | { reason: 'permission_missing'; permission: Permission }
  | { reason: 'wrong_state'; state: string; action: string }

/** Null when somebody with these permissions may do it from this state. */
export function refuseAction<Actions extends StateActions<string>>(
  actions: Actions,
  action: keyof Actions & string,
  state: string,
  permissions: readonly string[],
): StateRefusal | null {
  const rule = actions[action] as StateAction<string>
  if (!can(permissions, rule.needs)) {
    return { reason: 'permission_missing', permission: rule.needs }
  }
  return rule.from.includes(state) ? null : { reason: 'wrong_state', state, action }
}
