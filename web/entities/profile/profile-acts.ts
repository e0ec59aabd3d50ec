import {
  type CountedProfile,
  permissionCalls,
  profileCalls,
} from '../../../domain/calls/profiles.ts'
import { defaultProfiles } from '../../../domain/base-profiles.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'

/** Make what may be done about a profile, with what each means or why it is not possible. */
export function makeProfileActs(
  profile: CountedProfile,
  given: {
    /** The profile holds more than the account. */
    isBeyond: boolean
    open: (dialog: 'permissions' | 'rename' | 'compare' | 'uses') => void
  },
): Act[] {
  const { isBeyond, open } = given
  const beyond = isBeyond ? t('rights.why.beyond') : null
  // Keep the names of the four that are made with the company, which the service knows by their ids.
  const ordinary = profile.name === profile.base && profile.base in defaultProfiles
  const act = (id: 'permissions' | 'rename' | 'clone' | 'compare' | 'uses' | 'delete') => ({
    id,
    label: t(`rights.act.${id}`),
    hint: t(`rights.hint.${id}`),
  })
  return [
    {
      ...act('permissions'),
      id: 'edit',
      icon: 'edit',
      needs: permissionCalls.edit.needs,
      why: whyNotCall(permissionCalls.edit) ?? beyond,
      open: () => open('permissions'),
    },
    { ...act('compare'), icon: 'review', why: null, open: () => open('compare') },
    {
      ...act('uses'),
      icon: 'clock',
      needs: permissionCalls.uses.needs,
      why: whyNotCall(permissionCalls.uses),
      open: () => open('uses'),
    },
    {
      ...act('clone'),
      icon: 'copy',
      needs: profileCalls.clone.needs,
      why: whyNotCall(profileCalls.clone) ?? beyond,
      send: async (opId) => {
        const params = { id: profile.uuid }
        const made = await call(profileCalls.clone, { params }, { opId })
        return t('rights.done.clone', { name: made.name })
      },
    },
    {
      ...act('rename'),
      icon: 'user',
      needs: profileCalls.edit.needs,
      why:
        whyNotCall(profileCalls.edit) ?? beyond ?? (ordinary ? t('fault.ordinary_profile') : null),
      open: () => open('rename'),
    },
    {
      ...act('delete'),
      icon: 'trash',
      needs: profileCalls.delete.needs,
      why: whyNotCall(profileCalls.delete) ?? whyNotDelete(profile, ordinary, beyond),
      ask: {
        title: t('rights.ask.delete', { name: profile.name }),
        text: t('rights.consequence.delete'),
        submit: t('rights.act.delete'),
        danger: true,
        reason: 'due',
      },
      send: async (opId, reason) => {
        const parts = { params: { id: profile.uuid }, body: { reason, base: profile.updated_at } }
        await call(profileCalls.delete, parts, { opId })
        return t('rights.done.delete', { name: profile.name })
      },
    },
  ]
}

function whyNotDelete(
  { users_count: count }: CountedProfile,
  ordinary: boolean,
  beyond: string | null,
): string | null {
  if (ordinary) return t('fault.ordinary_profile')
  if (count > 0) return t('fault.profile_in_use', { count })
  return beyond
}
