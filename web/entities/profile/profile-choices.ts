import type { Account } from '../../../domain/calls/session.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import { t } from '../../i18n/intl.ts'
import type { Choice } from '../../parts/form/SelectField.tsx'
import { heldBy, isBeyond } from './held-permissions.ts'

/** List the profiles to choose from; those with more rights than one's own can be seen but not given. */
export function listProfileChoices(
  who: Account,
  profiles: readonly Profile[],
  ownProfile: string | undefined,
): Choice[] {
  const held = heldBy(who, profiles, ownProfile ?? '')
  return profiles.map(({ uuid, name }) => {
    const disabled = isBeyond(uuid, profiles, held)
    return { value: uuid, label: disabled ? t('people.profileBeyond', { name }) : name, disabled }
  })
}
