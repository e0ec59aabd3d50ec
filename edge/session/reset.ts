import { userCalls } from '../../domain/calls/users.ts'
import { Fault } from '../../domain/fault.ts'
import type { User } from '../../domain/entities/user.ts'
import { uuidForm } from '../../domain/fields.ts'
import { can } from '../../domain/permissions.ts'
import type { AccountContext, CallContext } from '../context.ts'
import { findCompany } from '../directory/companies.ts'
import {
  findReset,
  findSignIn,
  keepReset,
  type KnownLogin,
  setPasswordByToken,
  signInOf,
} from '../directory/sign-in.ts'
import { isFrozen } from '../frozen.ts'
import { mailState, sendMail } from '../mail/send.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { unwrap } from '../outcome.ts'
import { ownAddress } from '../regional.ts'
import { makeSecret } from '../crypto/secret.ts'
import { systemActor } from '../store/commands.ts'
import { endAllSessions } from './end-sessions.ts'
import { invitationText, resetText } from './mail-texts.ts'
import type { MailText } from './mail-words/words.ts'
import { hashPassword } from './password.ts'
import { checkPassword } from './password-rule.ts'
import { note } from './sign-in.ts'
import { mailBrake, noteFailure, resetMinutes } from './throttle.ts'
import { holderOf, warnHolder } from './warn-holder.ts'
import { wordsOf } from './words.ts'

/** An invitation may come on a Friday evening. */
const invitationHours = 72

/**
 * Send a link to a person who forgot their password. The mail goes out after the answer, which is the same for all
 * addresses.
 */
export async function startResetByMail(context: CallContext, email: string): Promise<void> {
  const login = await findSignIn(context.env.DIRECTORY, email)
  if (!login) return
  await startReset(context, login, {}).catch((error: unknown) => {
    // Ignore the refusal of one more mail within the hour: the answer has gone out.
    if (!(error instanceof Fault)) throw error
  })
}

/**
 * Send a person, for an administrator, the link to set a password, which the administrator never sees or chooses. A
 * person who has not chosen one yet is invited (again).
 * @throws Fault `not_found` when there is no such login, `too_many` after three mails, `refused` when none was sent.
 */
export async function startResetOf(
  context: AccountContext,
  user: string,
  inviter = context.account.name,
): Promise<void> {
  const login = await signInOf(context.env.DIRECTORY, user)
  if (!login) throw new Fault('not_found', 'No such user')
  const by = { actor: context.by.actor }
  if (login.password_chosen) {
    if (await startReset(context, login, { by })) return
    throw notSent()
  }
  const company = await findCompany(context.env.DIRECTORY, login.company_uuid)
  const sent = await sendLink(context, login, {
    ...invitation,
    write: (holder, link) => writeInvitation(holder, link, inviter, company?.name),
  })
  if (!sent) throw notSent()
  await note(context, login, 'invited', by)
}

const invitation = { lifeMs: invitationHours * 60 * 60_000, isSent: true } as const

function writeInvitation(holder: User, link: string, inviter: string, company = ''): MailText {
  const { username } = holder
  return invitationText(holder, { username, inviter, company, hours: invitationHours, link })
}

/**
 * Invite a person of a new company for the operator, who may have been invited before. Where no mail is sent the link goes to the operator
 * alone: in the outbox the other people of the company would read it.
 * @returns the link to hand over; null when it was sent by mail.
 * @throws Fault `refused` when the person is not active, `too_many` after three links.
 */
export async function inviteForOperator(
  context: CallContext,
  login: KnownLogin,
  { inviter, company }: { inviter: string; company: string },
): Promise<string | null> {
  const made = await makeLink(context, login, invitation)
  if (!made) throw notSent()
  const { holder, link } = made
  await note(context, login, 'invited', { actor: systemActor })
  if (mailState(context.env) === 'kept') return link
  const text = writeInvitation(holder, link, inviter, company)
  await sendMail(context.env, login.company_uuid, { to: holder.email, ...text })
  return null
}

/** Explain that no link was sent: the person is not active, or their login was changed at this moment. */
function notSent(): Fault {
  return new Fault('refused', 'No link was sent. Read the person again, and try once more', {
    reason: 'link_not_sent',
  })
}

/**
 * Note that the actor holds somebody's link to a new password. Written before it happens: what broke off in between waits for
 * a confirmation too many, never for one too few. So it is at each delivery: a link is sent again too, and what was noted
 * the first time may have been confirmed since.
 * @throws Fault for a person who is not within the actor's reach.
 */
export async function noteHandedOver({ own, by }: AccountContext, uuid: string): Promise<void> {
  const change = { type: 'user.set', uuid, what: 'password', reason: '' } as const
  await unwrap(own.change(change, makeUuid(), by))
}

const linkPath = '/set-password#'
const linkPattern = new RegExp(String.raw`(?<=${linkPath})(${uuidForm})\.([\w-]{43})`, 'g')

/**
 * Return a kept mail as this reader may see it. Who reads somebody else's living link can use it: it counts as handed over
 * by them, like a link that they have sent themselves. Who may not send one does not see it. All that has the form of a link is
 * looked at: a name in the mail can look like one.
 */
export async function showKeptMail<Mail extends { text: string }>(
  mail: Mail,
  context: AccountContext,
): Promise<Mail> {
  let { text } = mail
  for (const [link, user = '', token = ''] of mail.text.matchAll(linkPattern)) {
    // Show one after the other: each is noted with the person before.
    // oxlint-disable-next-line no-await-in-loop
    if (await isHidden(user, token, context)) text = text.replaceAll(link, `${user}.…`)
  }
  return text === mail.text ? mail : { ...mail, text }
}

/** Tell whether a link is somebody's living one that this reader may not see; one that they may is noted as handed over. */
async function isHidden(user: string, token: string, context: AccountContext): Promise<boolean> {
  if (user === context.account.uuid) return false
  if (!(await findReset(context.env.DIRECTORY, user, token, Date.now()))) return false
  if (!can(context.by.permissions, userCalls.resetPassword.needs)) return true
  // Write nothing now: it would not be in the deployment that the records move to.
  if (isFrozen(context.env)) return true
  try {
    await noteHandedOver(context, user)
    return false
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return true
  }
}

async function startReset(
  context: CallContext,
  login: KnownLogin,
  { by }: { by?: Parameters<typeof note>[3] },
): Promise<boolean> {
  const sent = await sendLink(context, login, {
    lifeMs: resetMinutes * 60_000,
    isSent: by !== undefined,
    write: (holder, link) => resetText(holder, link, resetMinutes),
  })
  if (sent) await note(context, login, 'reset_asked', by)
  return sent
}

interface LinkOrder {
  lifeMs: number
  /** True where an administrator, or the operator, sends it. */
  isSent: boolean
}

/** Send a link by mail. @returns false for a person who is inactive or gone, who gets none. */
async function sendLink(
  context: CallContext,
  login: KnownLogin,
  { write, ...order }: LinkOrder & { write: (holder: User, link: string) => MailText },
): Promise<boolean> {
  const made = await makeLink(context, login, order)
  if (!made) return false
  const { holder, link } = made
  await sendMail(context.env, login.company_uuid, { to: holder.email, ...write(holder, link) })
  return true
}

/**
 * Make a link, at most three for a person at a time. One that an administrator sends ends the links before it; one
 * that the public form sends ends none. The token is in the fragment, which reaches no server and no log.
 * @returns null for a person who is inactive or gone, who gets none.
 */
async function makeLink(
  context: CallContext,
  login: KnownLogin,
  { lifeMs, isSent }: LinkOrder,
): Promise<{ holder: User; link: string } | null> {
  const { env } = context
  const now = Date.now()
  const holder = await holderOf(context, login)
  if (!holder) return null
  const brake = mailBrake(isSent ? 'sent-reset' : 'reset', login.user_uuid)
  await noteFailure(env.DIRECTORY, [brake], now)
  const token = makeSecret()
  const kept = { email: holder.email, now, expires: now + lifeMs, endsOlder: isSent }
  if (!(await keepReset(env.DIRECTORY, token, login, kept))) return null
  return { holder, link: `${ownAddress(context)}${linkPath}${login.user_uuid}.${token}` }
}

/**
 * Return the person whose password a link sets, and whether it is their first.
 * @throws Fault `refused` when the token is used, too old, of another person, or the password has changed since.
 */
export async function checkReset(
  context: CallContext,
  user: string,
  token: string,
): Promise<{ username: string; invited: boolean }> {
  const found = await findReset(context.env.DIRECTORY, user, token, Date.now())
  if (!found) throw spent()
  return { username: found.username, invited: found.password_chosen === 0 }
}

/** Set the password by a token, which is used up by it. Signs nobody in: the second step is still asked. */
export async function finishReset(
  context: CallContext,
  given: { user: string; token: string; password: string; repeat: string },
): Promise<void> {
  const { env } = context
  await checkReset(context, given.user, given.token)
  const login = await signInOf(env.DIRECTORY, given.user)
  if (!login) throw spent()
  const { password, repeat } = given
  checkPassword(password, { repeat, words: await wordsOf(context, login) })
  const hash = await hashPassword(password)
  if (!(await holderOf(context, login))) throw spent()
  await context.finish(async () => {
    // End the keys first, so that a damaged store refuses before anything is set and the link stays good for another time.
    const store = context.store(login.company_uuid)
    await unwrap(store.endKeys(given.user, 'Password set by a link', systemActor))
    // Note that somebody else may have used a link that no mail takes, because they hand it over.
    const chosen = mailState(env) === 'kept' ? 3 : 1
    const set = { hash, chosen, now: Date.now() } as const
    if (!(await setPasswordByToken(env.DIRECTORY, given.user, given.token, set))) throw spent()
    await endAllSessions(context, login.company_uuid, given.user, 'password')
  })
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
