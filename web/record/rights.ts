import type { CallFacts } from '../../domain/call.ts'
import { visiting } from '../client/visiting.ts'
import { t } from '../i18n/intl.ts'
import { account, may } from '../state/session.ts'

/** Say why the account may not make a call; null where it may. The service decides again. */
export function whyNotCall(row: Pick<CallFacts, 'needs' | 'reach'>): string | null {
  if (row.needs !== null && !may(row.needs)) return t('fault.permission_missing')
  return whyNotAway(row)
}

/** Say why the account may not sign by a call: somebody else has set it up, and nobody has confirmed it (docs/identity.md). */
export function whyNotSigned(row: Pick<CallFacts, 'needs' | 'reach'>): string | null {
  return whyNotCall(row) ?? (account.value?.unconfirmed ? t('fault.confirmation_needed') : null)
}

/**
 * Say why the account is no second person.
 * @param found as `isAmong` of domain/rules/second-person.ts tells.
 * @param own words for a person who took part themself.
 */
export function whyNotSecond(found: boolean | string, own = t('fault.four_eyes')): string | null {
  if (typeof found === 'string') return t('fault.counts_as_you', { name: found })
  return found ? own : null
}

/** Say why a call is not made during a visit: it belongs to the people of the company (decision 38). Null at home. */
export function whyNotAway({ reach }: Pick<CallFacts, 'reach'>): string | null {
  return visiting !== null && reach === 'own' ? t('fault.own_company_only') : null
}
