import { companyCalls } from '../../domain/calls/companies.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import type { BaseProfile } from '../../domain/permissions.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { must, password, type Sender } from './lab.ts'

/** A person made by the call, who may sign in with the tests' password. */
export async function makePerson(
  call: Sender,
  company: string,
  word: string,
  given: { profile?: BaseProfile; swarms?: string[]; headers?: Record<string, string> } = {},
): Promise<User> {
  const { profile = 'Operator', swarms = [], headers = {} } = given
  const body = {
    username: word,
    name: `Person ${word}`,
    email: `${word}@lab.example`,
    profile_uuid: ordinaryProfile(company, profile),
    swarms,
    password,
  }
  return (await must(call(userCalls.create, { body, headers }))).data as User
}

/** A company without people, made by the provider's `call`. */
export async function makeCompany(call: Sender, name: string): Promise<string> {
  const made = await must(call(companyCalls.create, { body: { name } }))
  return (made.data as { uuid: string }).uuid
}
