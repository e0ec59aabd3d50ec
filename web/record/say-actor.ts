import type { EntryActor } from '../../domain/trail/entry.ts'
import { t } from '../i18n/intl.ts'

/**
 * Name who made an entry of the trail. The operator of the deployment is none of the company's people, and its stored name would read
 * like the profile or the user name of one of them.
 */
export function sayActor({ name, via }: Pick<EntryActor, 'name' | 'via'>): string {
  return via === 'operator' ? t('record.serviceOperator') : name
}
