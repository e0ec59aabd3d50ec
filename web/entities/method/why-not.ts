import { type MethodKind, methodState } from '../../../domain/actions/method.ts'
import { refuse } from '../../../domain/actions/refuse.ts'
import type { ActionName } from '../../../domain/actions/table.ts'
import { t } from '../../i18n/intl.ts'
import { account } from '../../state/session.ts'

/** Fields that the records of all kinds of methods have. */
export interface MethodRecord {
  uuid: string
  name: string
  updated_at: string
  archived: 0 | 1
  swarm_uuid: string | null
  /** 1 for a recipe that was taken out of use for good. */
  retired?: 1 | undefined
}

/** Say why an action is not to be had; null where it is. The store decides again by the same table. */
export function whyNot<Kind extends MethodKind>(
  kind: Kind,
  action: ActionName<Kind>,
  record: MethodRecord,
): string | null {
  const permissions = account.value?.permissions ?? []
  const refusal = refuse<MethodKind>(kind, action as ActionName<MethodKind>, {
    state: methodState(record),
    permissions,
  })
  if (!refusal) return null
  if (refusal.reason === 'permission_missing') return t('fault.permission_missing')
  if (record.retired === 1) return t('methods.why.retired')
  return t(record.archived === 1 ? 'methods.why.archived' : 'methods.why.state')
}
