import type * as v from 'valibot'
import type { userCalls } from '../../../domain/calls/users.ts'

/** What the form holds: as the call takes it. */
export type NewUser = v.InferInput<typeof userCalls.create.body> & {
  phone: string
  password: string
}

export const emptyUser: NewUser = {
  name: '',
  username: '',
  email: '',
  phone: '',
  profile_uuid: '',
  swarms: [],
  password: '',
}
