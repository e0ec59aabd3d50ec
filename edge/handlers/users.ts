import type { userCalls } from '../../domain/calls/users.ts'
import type { Profile } from '../../domain/entities/profile.ts'
import { type User, user } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import { type PasswordGap, passwordGaps } from '../../domain/rules/password.ts'
import { addLogin, removeLogin } from '../directory/directory.ts'
import { derivedUuid } from '../derived-uuid.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { hashPassword } from '../session/password.ts'
import { searchHandler } from './reads.ts'

/** @throws Fault `invalid`, one detail for each thing the password lacks. */
export function checkPassword(password: string): void {
  const [first, ...others] = passwordGaps(password).map((gap: PasswordGap) => ({
    code: 'invalid' as const,
    field: 'password',
    reason: `password_${gap}`,
    message: `The password lacks: ${gap}`,
  }))
  if (first) throw new Fault([first, ...others])
}

/**
 * Nobody gives away more than they hold: a profile may carry only permissions of the one who gives it.
 * @throws Fault `forbidden` naming the first that is beyond.
 */
function checkReach(profile: Profile, held: readonly string[]): void {
  const beyond = profile.permissions.find((permission) => !held.includes(permission))
  if (beyond === undefined) return
  throw new Fault('forbidden', 'This profile reaches further than your own', {
    field: 'profile_uuid',
    reason: 'profile_beyond_own',
    params: { permission: beyond },
  })
}

export const users: Handlers<typeof userCalls> = {
  search: searchHandler(user),
  create: async ({ body }, { env, company, own, by, account, opId }) => {
    const { password, ...given } = body
    checkPassword(password)
    const profile = (await unwrap(
      own.get('profile', given.profile_uuid, by.sight),
    )) as unknown as Profile
    checkReach(profile, account.permissions)
    // The operation makes this user and no other: a second delivery finds them made.
    const uuid = derivedUuid(account.uuid, opId)
    const { username, email } = given
    const password_hash = await hashPassword(password)
    // The directory is asked first: it alone knows every name of the region.
    const added = await addLogin(env.DIRECTORY, {
      user_uuid: uuid,
      company_uuid: company,
      username,
      email,
      password_hash,
    })
    const record = {
      ...given,
      phone: given.phone ?? '',
      reviewer: 'N',
      active: 'Y',
      default_language: 'en',
      timezone: account.preferences.timezone,
      date_format: 'dd/MM/yyyy',
    }
    try {
      return (await unwrap(
        own.change({ type: 'put', kind: 'user', uuid, body: record }, opId, by),
      )) as unknown as User
    } catch (error) {
      if (added) await removeLogin(env.DIRECTORY, uuid)
      throw error
    }
  },
  editDetails: async ({ body }, { own, by, account, opId }) => {
    const change = { type: 'patch', kind: 'user', uuid: account.uuid, patch: body } as const
    return (await unwrap(own.change(change, opId, by))) as unknown as User
  },
}
