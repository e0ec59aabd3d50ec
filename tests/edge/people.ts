import { companyCalls } from '../../domain/calls/companies.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import type { BaseProfile } from '../../domain/base-profiles.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { mailsTo } from './browser-page.ts'
import { must, password, send, type Sender } from './lab.ts'

/** Password that an administrator chooses for a person; it is changed at the first sign-in. */
export const firstPassword = 'First-chosen-7!'

/** Make a person by the call, who has chosen the tests' password at their first sign-in. */
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
    password: firstPassword,
  }
  const made = (await must(call(userCalls.create, { body, headers }))).data
  await chooseOwn(word)
  return made
}

/** Sign in for the first time with the password that an administrator chose, and choose that of the tests. */
export async function chooseOwn(username: string, given = firstPassword): Promise<void> {
  const body = { username, password: given, new_password: password }
  await must(send(sessionCalls.login, { body }))
}

/** Follow the newest link that was sent to a person, and choose the tests' password. */
export async function chooseByLink(email: string, chosen = password): Promise<void> {
  const mail = (await mailsTo(email, 1)).findLast(({ text }) => text.includes('/set-password#'))
  const [, user, token] = /#([0-9a-f-]{36})\.([\w-]{43})/.exec(mail?.text ?? '') ?? []
  const body = { user, token, password: chosen, repeat: chosen }
  await must(send(passwordCalls.confirmReset, { body }))
}

/** Confirm a person as a second one; they then choose their password by the link that this sends. */
export async function confirmPerson(
  call: Sender,
  { uuid, email }: { uuid: string; email: string },
  reason = 'met them at the bench',
): Promise<User> {
  const { data } = await must(call(userCalls.confirm, { params: { id: uuid }, body: { reason } }))
  await chooseByLink(email)
  return data
}

/** Make a company without people, by the provider's `call`. */
export async function makeCompany(call: Sender, name: string): Promise<string> {
  const made = await must(call(companyCalls.create, { body: { name } }))
  return made.data.uuid
}

/** Make so many companies without people, some at a time. */
export async function makeCompanies(call: Sender, count: number): Promise<string[]> {
  const made: string[] = []
  while (made.length < count) {
    const some = Array.from({ length: Math.min(10, count - made.length) }, (_, at) =>
      makeCompany(call, `Many ${made.length + at}`),
    )
    made.push(...(await Promise.all(some)))
  }
  return made
}
