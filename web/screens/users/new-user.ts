import type * as v from 'valibot'
import type { userCalls } from '../../../domain/calls/users.ts'
import type { User } from '../../../domain/entities/user.ts'

/** What the forms hold, for somebody new as for somebody known. */
export type UserValues = Omit<v.InferInput<typeof userCalls.create.body>, 'password' | 'phone'> & {
  phone: string
}

export const emptyUser: UserValues = {
  name: '',
  username: '',
  email: '',
  phone: '',
  profile_uuid: '',
  swarms: [],
}

export function valuesOf(user: User): UserValues {
  const { name, username, email, phone, profile_uuid, swarms } = user
  return { name, username, email, phone, profile_uuid, swarms }
}

/** What an edit sends: only what is different, so that nothing else is written over. */
export function changesOf(before: UserValues, after: UserValues): Partial<UserValues> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[field as keyof UserValues]),
    ),
  )
}
