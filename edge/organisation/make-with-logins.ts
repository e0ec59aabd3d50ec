import type { AccountContext } from '../context.ts'
import { addLogin, removeLogin } from '../directory/directory.ts'
import { logFailure } from '../log.ts'
import { unwrap } from '../outcome.ts'
import { takeName } from './take-name.ts'

type NewLogin = Parameters<typeof addLogin>[1]

/**
 * Add logins, which hold the names, and make the records of their people. The directory is asked first: it alone knows every name of the
 * region. Where the rules refuse the records, the logins go again.
 * @param make writes the records, all of them or none. @param atPlace says of which login a name is refused.
 * @returns ids of those whose logins were added, not found from an earlier delivery.
 */
export async function makeWithLogins<Made>(
  context: AccountContext,
  logins: readonly NewLogin[],
  make: () => Promise<Made>,
  atPlace: (error: unknown, at: number) => unknown = (error) => error,
): Promise<{ made: Made; added: string[] }> {
  const { DIRECTORY } = context.env
  const added: NewLogin[] = []
  try {
    for (const [at, login] of logins.entries()) {
      // Take one name after the other, so that the first that is refused is named.
      // oxlint-disable-next-line no-await-in-loop
      const isNew = await takeName(context, () => addLogin(DIRECTORY, login)).catch((error) => {
        throw atPlace(error, at)
      })
      if (isNew) added.push(login)
    }
    const made = await make()
    const there = await listThere(context, logins)
    for (const login of logins) {
      const [isThere, isNew] = [there.has(login.user_uuid), added.includes(login)]
      // Add those again that another delivery of this order has taken back meanwhile, and none of people who were deleted since.
      // oxlint-disable-next-line no-await-in-loop
      if (isThere && !isNew) await addLogin(DIRECTORY, login)
      // oxlint-disable-next-line no-await-in-loop
      if (!isThere && isNew) await removeLogin(DIRECTORY, login)
    }
    const uuids = added.map(({ user_uuid }) => user_uuid)
    return { made, added: uuids.filter((uuid) => there.has(uuid)) }
  } catch (error) {
    await takeBack(context, added).catch((failure: unknown) => {
      logFailure('logins of people are kept who may have been made', failure)
    })
    throw error
  }
}

/**
 * Take back logins that were added for people who could not be made. Those of people who are there stay: the answer about them was lost, or
 * another delivery of the order has made them. They would have no way in for ever, and nobody could have their names.
 */
async function takeBack(context: AccountContext, logins: readonly NewLogin[]): Promise<void> {
  if (logins.length === 0) return
  const { DIRECTORY } = context.env
  const before = await listThere(context, logins)
  const left = logins.filter(({ user_uuid }) => !before.has(user_uuid))
  for (const login of left) await removeLogin(DIRECTORY, login)
  const after = await listThere(context, left)
  for (const login of left.filter(({ user_uuid }) => after.has(user_uuid))) {
    await addLogin(DIRECTORY, login)
  }
}

/** List those of some logins' people who are in the company. */
async function listThere(
  { own, by }: AccountContext,
  logins: readonly NewLogin[],
): Promise<Set<string>> {
  const uuids = logins.map(({ user_uuid }) => user_uuid)
  const people = await unwrap(own.ask({ name: 'peopleOf', uuids }, by.sight))
  return new Set(people.map(({ uuid }) => uuid))
}
