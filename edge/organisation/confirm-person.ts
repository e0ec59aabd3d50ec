import type { User } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { readProvider } from '../directory/identity-providers.ts'
import {
  endLinks,
  hasNoWayIn,
  removeTwoStep,
  signInOf,
  voidPassword,
} from '../directory/sign-in.ts'
import { mailState } from '../mail/send.ts'
import { unwrap } from '../outcome.ts'
import { makeSecret } from '../crypto/secret.ts'
import { endAllSessions } from '../session/end-sessions.ts'
import { hashPassword } from '../session/password.ts'
import { startResetOf } from '../session/reset.ts'

/**
 * Confirm what others have set of a person. Where that is the account itself, a password that may also be known to who made
 * it ends before, with all that it has opened, and a link to choose another goes to the address that is confirmed.
 * Without a mail service all links end too, since people who handed one over or read it in the outbox still have it.
 * Confirm a person, after checking everything that the store would refuse. A confirmation that is interrupted after that is finished by repeating it: a
 * person with neither password nor link is one whose confirmation was interrupted.
 * @throws Fault as the rules of a confirmation say (store/rules/confirm.ts).
 */
export async function confirmPerson(
  context: AccountContext,
  uuid: string,
  { reason, base }: { reason: string; base?: string | undefined },
): Promise<User> {
  const { env, own, by, opId, account } = context
  const check = async () =>
    unwrap(own.ask({ name: 'checkConfirm', uuid, base, opId, by }, by.sight))
  const first = await check()
  const isKept = mailState(env) === 'kept'
  const hash = first.of === 'person' ? await hashPassword(makeSecret(), account.uuid) : null
  const isWithoutWayIn = () => hasNoWayIn(env.DIRECTORY, uuid, Date.now())
  // Check the rules once more: a hash takes its time.
  const known = hash === null ? first : await check()
  // Confirm what was checked: a link handed over after this check changes the record, so this confirmation does not cover it.
  const change = { type: 'user.confirm', uuid, reason, base: base ?? known.base } as const
  const confirm = async () => await unwrap(own.change(change, opId, by))
  if (known.of === 'repeated') {
    const person = await confirm()
    if (await isWithoutWayIn()) await invite(context, uuid)
    return person
  }
  return context.finish(async () => {
    if (isKept) await endLinks(env.DIRECTORY, uuid)
    // Invite people again whose invitation link has just ended.
    const kinds = isKept ? ([0, 2, 3] as const) : ([2, 3] as const)
    const isShared =
      known.of === 'person' &&
      hash !== null &&
      ((await voidPassword(env.DIRECTORY, uuid, hash, kinds)) || (await isWithoutWayIn()))
    if (isShared) await endWhatItOpened(context, uuid, 'Chosen before the person was confirmed')
    const person = await confirm()
    if (isShared) await invite(context, uuid)
    return person
  })
}

/** End sessions, keys and second step: anybody who knew the password may have opened or made them. */
export async function endWhatItOpened(
  context: AccountContext,
  user: string,
  why: string,
): Promise<void> {
  const { env, company, by } = context
  // End the keys first: a damaged store refuses this.
  await unwrap(context.store(company).endKeys(user, why, by.actor))
  await removeTwoStep(env.DIRECTORY, user)
  await endAllSessions(context, company, user, 'administrator')
}

/** Return the name of the person who made an account, for its invitation: who confirms it has not made it. */
async function findMaker({ own, by }: AccountContext, user: string): Promise<string | undefined> {
  const [made] = await unwrap(own.audit('user', user, by.sight))
  return made?.actor.name
}

/**
 * Send a link to choose a password, unless one serves for nothing: the provider of the company alone signs the person in and
 * proves their signatures. After three mails in an hour none is sent: the person asks for one at the sign-in page.
 */
async function invite(context: AccountContext, user: string): Promise<void> {
  const { DIRECTORY } = context.env
  const login = await signInOf(DIRECTORY, user)
  if (login?.provider_only === 1) {
    const provider = await readProvider(DIRECTORY, login.company_uuid)
    if (provider?.signing === 'provider') return
  }
  try {
    await startResetOf(context, user, await findMaker(context, user))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
}
