import type { User } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { removeTwoStep, voidPassword } from '../directory/sign-in.ts'
import { unwrap } from '../outcome.ts'
import { makeSecret } from '../secret.ts'
import { endAllSessions } from '../session/end-sessions.ts'
import { hashPassword } from '../session/password.ts'
import { startResetOf } from '../session/reset.ts'

/**
 * Confirms what others have set of a person. Where that is the account itself, a password that may also be known to who made
 * it ends before, with all that it has opened, and a link to choose another goes to the address that is confirmed.
 * @throws Fault as the rules of a confirmation say (store/rules/confirm.ts).
 */
export async function confirmPerson(
  context: AccountContext,
  uuid: string,
  { reason, base }: { reason: string; base?: string | undefined },
): Promise<User> {
  const { env, own, by, opId, account } = context
  const change = { type: 'user.confirm', uuid, reason, base } as const
  const confirm = async () => (await unwrap(own.change(change, opId, by))) as unknown as User
  const known = await unwrap(own.ask({ name: 'checkConfirm', uuid, base, opId, by }, by.sight))
  if (known !== 'person') return confirm()
  const hash = await hashPassword(makeSecret(), account.uuid)
  // The rules once more: a hash takes its time.
  await unwrap(own.ask({ name: 'checkConfirm', uuid, base, opId, by }, by.sight))
  return context.finish(async () => {
    const isShared = await voidPassword(env.DIRECTORY, uuid, hash, [2, 3])
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
  // First: a damaged store refuses this.
  await unwrap(context.store(company).endKeys(user, why, by.actor))
  await removeTwoStep(env.DIRECTORY, user)
  await endAllSessions(context, company, user, 'administrator')
}

/** Send a link to choose a password. After three mails in an hour none is sent: the person asks for one at the sign-in page. */
async function invite(context: AccountContext, user: string): Promise<void> {
  try {
    await startResetOf(context, user)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
}
