import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { NameUnusable } from '../directory/directory.ts'
import { unwrap } from '../outcome.ts'
import { checkWait, nameBrake, noteFailure } from '../session/throttle.ts'

/**
 * Take a user name or address for somebody of the company. That a person of the company has or had it, is said. Of anybody else
 * the answer says only that it cannot be used, and such answers are slowed down: each is a guess at who is in the region
 * (decision 58).
 * @throws Fault `taken` for a name of the company, `refused` for one of somebody else, `too_many` after many of these.
 */
export async function takeName<Done>(
  context: AccountContext,
  take: () => Promise<Done>,
): Promise<Done> {
  const { DIRECTORY } = context.env
  const brakes = [nameBrake(context.account.uuid)]
  await checkWait(DIRECTORY, brakes, Date.now())
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof NameUnusable)) throw error
    const { field, holder } = error
    if (holder !== null && (await listOwn(context, [holder])).has(holder)) throw nameTaken(field)
    await noteFailure(DIRECTORY, brakes, Date.now())
    throw error
  }
}

/** List those of some people who are or were of the company acted in. */
export async function listOwn(
  { own, by }: Pick<AccountContext, 'own' | 'by'>,
  people: Iterable<string>,
): Promise<Set<string>> {
  const uuids = [...new Set(people)]
  if (uuids.length === 0) return new Set()
  return new Set(await unwrap(own.ask({ name: 'wereHere', uuids }, by.sight)))
}

function nameTaken(field: 'username' | 'email'): Fault {
  return new Fault('taken', `This ${field} is taken`, { field, reason: `${field}_taken` })
}
