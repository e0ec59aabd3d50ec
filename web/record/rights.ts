import type { CallFacts } from '../../domain/call.ts'
import { visiting } from '../client/visiting.ts'
import { t } from '../i18n/intl.ts'
import { may } from '../state/session.ts'

/** Say why the account may not make a call; null where it may. The service decides again. */
export function whyNotCall(row: Pick<CallFacts, 'needs' | 'reach'>): string | null {
  if (row.needs !== null && !may(row.needs)) return t('fault.permission_missing')
  return whyNotAway(row)
}

/** Say why a call is not made during a visit: it belongs to the people of the company (decision 38). Null at home. */
export function whyNotAway({ reach }: Pick<CallFacts, 'reach'>): string | null {
  return visiting !== null && reach === 'own' ? t('fault.own_company_only') : null
}
