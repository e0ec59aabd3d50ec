import { type FaultDetail, Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { findHolders } from '../directory/directory.ts'
import { isUninvited } from '../directory/sign-in.ts'
import { unwrap } from '../outcome.ts'
import { makeSecret } from '../crypto/secret.ts'
import { hashPassword } from '../session/password.ts'
import { startResetOf } from '../session/reset.ts'
import { newPersonBody, type NewPerson } from './add-person.ts'
import { makeWithLogins } from './make-with-logins.ts'
import { listOwn } from './take-name.ts'

/**
 * Judge people of a list as an invitation does, and make none of them: by the rules of the store and by the names of people of
 * the company. Names of others are found when somebody is invited, one at a time (`takeName`).
 * @throws Fault with every problem, each at `people.INDEX.FIELD`.
 */
export async function checkPeople(
  context: AccountContext,
  people: readonly NewPerson[],
): Promise<void> {
  const { own, by, env } = context
  const bodies = people.map((person) => newPersonBody(context, person))
  const problems = [...(await unwrap(own.ask({ name: 'checkPeople', bodies, by }, by.sight)))]
  const names = people.flatMap(({ username, email }) => [username, email])
  const holders = await findHolders(env.DIRECTORY, names)
  const known = await listOwn(context, holders.values())
  const isTaken = (name: string) => known.has(holders.get(name) ?? '')
  people.forEach((person, at) => {
    for (const field of ['username', 'email'] as const) {
      const own = person[field]
      const isTwice = people.some(
        (other, before) => before < at && [other.username, other.email].includes(own),
      )
      if (isTwice || isTaken(own)) problems.push(takenAt(at, field))
    }
  })
  const [first, ...rest] = problems
  if (first) throw new Fault([first, ...rest])
}

function takenAt(at: number, field: 'username' | 'email'): FaultDetail {
  return {
    code: 'taken',
    message: `This ${field} is taken`,
    field: `people.${at}.${field}`,
    reason: `${field}_taken`,
  }
}

/**
 * Make all people of a list or none, in one operation, and send each a link to choose a password. A repeated delivery finds them
 * made.
 * @returns their number, and the names of those whose link could not be sent: it is sent again from their panel.
 * @throws Fault as `checkPeople`, and when somebody has taken a name meanwhile.
 */
export async function invitePeople(
  context: AccountContext,
  people: readonly NewPerson[],
): Promise<{ created: number; unsent: string[] }> {
  const { own, by, opId, account, env, company } = context
  const listed = people.map((person, at) => ({
    uuid: derivedUuid(account.uuid, `${opId}:${at}`),
    person,
  }))
  // Hash one secret that nobody knows for all of them, until they choose their own.
  const hash = await hashPassword(makeSecret(), account.uuid)
  const secret = { password_hash: hash, password_chosen: 0 } as const
  const logins = listed.map(({ uuid, person: { username, email } }) => {
    return { user_uuid: uuid, company_uuid: company, username, email, ...secret }
  })
  const bodies = listed.map(({ uuid, person }) => ({ uuid, body: newPersonBody(context, person) }))
  const make = () => unwrap(own.change({ type: 'user.invite', people: bodies }, opId, by))
  const { added } = await makeWithLogins(context, logins, make, atLine)
  const unsent: string[] = []
  for (const { uuid, person } of listed) {
    const isDue = added.includes(uuid) || (await isUninvited(env.DIRECTORY, uuid, Date.now()))
    if (!isDue) continue
    await startResetOf(context, uuid).catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error
      unsent.push(person.name)
    })
  }
  return { created: listed.length, unsent }
}

/** Say at which line of the list a problem is. */
function atLine(error: unknown, at: number): unknown {
  if (!(error instanceof Fault)) return error
  const { first } = error
  return new Fault([{ ...first, field: `people.${at}.${first.field ?? ''}` }])
}
