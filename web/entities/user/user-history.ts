import type { Profile } from '../../../domain/entities/profile.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { User } from '../../../domain/entities/user.ts'
import { hasText, t } from '../../i18n/intl.ts'
import type { HistoryFacts } from '../../record/history.ts'
import { writeSwarms } from '../swarm/write-swarms.ts'

/** Return how the history of a person is read: names instead of ids, and words for what is done to people alone. */
export function userHistory(
  { uuid, updated_at }: User,
  profiles: readonly Profile[],
  swarms: readonly Swarm[],
): HistoryFacts {
  const nameOf = (id: unknown) => profiles.find((one) => one.uuid === id)?.name ?? ''
  const isOn = (value: unknown) => value === 'Y'
  return {
    kind: 'user',
    id: uuid,
    updatedAt: updated_at,
    say: (action) => {
      const key = `people.did.${action.slice('user.'.length)}`
      return hasText(key) ? t(key) : null
    },
    fields: {
      name: { label: t('users.form.name') },
      username: { label: t('users.form.username') },
      email: { label: t('users.form.email') },
      phone: { label: t('users.form.phone') },
      profile_uuid: { label: t('users.form.profile'), show: nameOf },
      swarms: {
        label: t('users.form.swarms'),
        show: (value) => writeSwarms(Array.isArray(value) ? (value as string[]) : [], swarms),
      },
      active: {
        label: t('users.column.active'),
        show: (value) => t(isOn(value) ? 'users.active' : 'users.inactive'),
      },
      reviewer: {
        label: t('people.reviewer'),
        show: (value) => t(isOn(value) ? 'record.yes' : 'record.no'),
      },
    },
  }
}
