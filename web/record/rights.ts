import type { CallFacts } from '../../domain/call.ts'
import { t } from '../i18n/intl.ts'
import { may } from '../state/session.ts'

/** Say why the account may not make a call; null where it may. The service decides again. */
export function whyNotCall({ needs }: Pick<CallFacts, 'needs'>): string | null {
  return needs === null || may(needs) ? null : t('fault.permission_missing')
}
