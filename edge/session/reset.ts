import { Fault } from '../../domain/fault.ts'
import { regionList } from '../../domain/deployments.ts'
import type { CallContext } from '../context.ts'
import {
  changePasswordHash,
  findSignIn,
  isResetGood,
  keepReset,
  type KnownLogin,
  signInOf,
  takeReset,
} from '../directory/sign-in.ts'
import { sendMail } from '../mail/send.ts'
import { makeSecret } from '../secret.ts'
import { endAllSessions } from './end-sessions.ts'
import { resetText } from './mail-texts.ts'
import { hashPassword } from './password.ts'
import { checkPassword } from './password-rule.ts'
import { note } from './sign-in.ts'
import { mailBrake, noteFailure } from './throttle.ts'
import { holderOf, warnHolder } from './warn-holder.ts'
import { wordsOf } from './words.ts'

const lifeMinutes = 30

/** For who forgot: the mail goes out after an answer that is the same for everybody. */
export async function startResetByMail(context: CallContext, email: string): Promise<void> {
  const login = await findSignIn(context.env.DIRECTORY, email)
  if (!login) return
  await startReset(context, login).catch((error: unknown) => {
    // The answer has gone out; who has had their mails for this hour gets no more, and that is all.
    if (!(error instanceof Fault)) throw error
  })
}

/**
 * Sends a person the link to set a new password; also what an administrator starts, who never sees or chooses it.
 * Three mails in an hour at most. The token travels in the fragment, which no server and no log sees.
 * @throws Fault `not_found` when there is no such login, `too_many` after three mails.
 */
export async function startResetOf(context: CallContext, user: string): Promise<void> {
  const login = await signInOf(context.env.DIRECTORY, user)
  if (!login) throw new Fault('not_found', 'No such user')
  await startReset(context, login)
}

async function startReset(context: CallContext, login: KnownLogin): Promise<void> {
  const { env } = context
  const now = Date.now()
  const holder = await holderOf(context, login)
  if (!holder) return
  await noteFailure(env.DIRECTORY, [mailBrake('reset', login.user_uuid)], now)
  const token = makeSecret()
  await keepReset(env.DIRECTORY, token, login, { now, expires: now + lifeMinutes * 60_000 })
  const link = `${ownAddress(context)}/set-password#${login.user_uuid}.${token}`
  const mail = resetText(holder.name, link, lifeMinutes)
  await sendMail(env, login.company_uuid, { to: holder.email, ...mail })
  await note(context, login, 'reset_asked')
}

/** The configured address where there is one: a request's own may be anything that leads here. */
function ownAddress({ env, origin }: CallContext): string {
  const { REGION: own, ENVIRONMENT: environment, REGION_URLS: configured } = env
  const list = regionList({ origin, region: own, environment, configured })
  return list.find(({ region }) => region === own)?.baseUrl ?? origin
}

/** @throws Fault `refused` when the token is used, too old, of another person, or the password has changed since. */
export async function checkReset(context: CallContext, user: string, token: string): Promise<void> {
  if (!(await isResetGood(context.env.DIRECTORY, user, token, Date.now()))) throw spent()
}

/** Sets the password by a token, which is used up by it. Signs nobody in: the second step is still asked. */
export async function finishReset(
  context: CallContext,
  given: { user: string; token: string; password: string; repeat: string },
): Promise<void> {
  const { env } = context
  const now = Date.now()
  await checkReset(context, given.user, given.token)
  const login = await signInOf(env.DIRECTORY, given.user)
  if (!login) throw spent()
  const { password, repeat } = given
  checkPassword(password, { repeat, words: await wordsOf(context, login) })
  const hash = await hashPassword(password)
  if (!(await takeReset(env.DIRECTORY, given.user, given.token, now))) throw spent()
  if (!(await changePasswordHash(env.DIRECTORY, given.user, login.password_version, hash))) {
    throw spent()
  }
  await endAllSessions(context, login.company_uuid, given.user)
  context.later(async () => {
    await note(context, login, 'password_reset')
    await warnHolder(context, login, 'password_changed')
  })
}

function spent(): Fault {
  return new Fault('refused', 'This link has been used or is too old. Ask for another', {
    reason: 'reset_spent',
  })
}
