import type { CallFacts } from '../../domain/call.ts'
import { refuse } from '../../domain/actions/refuse.ts'
import type { ActionKind, ActionName, StateOf } from '../../domain/actions/table.ts'
import { t } from '../i18n/intl.ts'
import { account, may } from '../state/session.ts'

/** Say why the account may not make a call; null where it may. The service decides again. */
export function whyNotCall({ needs }: Pick<CallFacts, 'needs'>): string | null {
  return needs === null || may(needs) ? null : t('fault.permission_missing')
}

/** Say why an action of the table of actions is not to be had with a record in a state; null where it is. */
export function whyNotAct<Kind extends Exclude<ActionKind, 'analysis'>>(
  kind: Kind,
  action: ActionName<Kind>,
  state: StateOf<Kind>,
  permissions: readonly string[] = account.value?.permissions ?? [],
): string | null {
  const refusal = refuse<ActionKind>(kind, action as never, { state, permissions } as never)
  if (!refusal) return null
  return refusal.reason === 'permission_missing'
    ? t('fault.permission_missing')
    : t('record.wrongState')
}
