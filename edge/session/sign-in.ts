import type { Account } from '../../domain/calls/session.ts'
import type { SignInEvent } from '../../domain/entities/sign-in.ts'
import { Fault } from '../../domain/fault.ts'
import type { CallContext } from '../context.ts'
import { findSignIn, type KnownLogin, signInOf } from '../directory/sign-in.ts'
import { makeSecret, sha256Hex } from '../crypto/secret.ts'
import type { SignInNote } from '../store/sign-ins.ts'
import { canWriteDirectory } from '../readiness.ts'
import { frozen, isFrozen } from '../frozen.ts'
import { storeFull, unlessFull } from '../store-full.ts'
import { longestMs } from '../store/sessions.ts'
import { afterAnswer } from './after-answer.ts'
import { describeAgent, describeNetwork } from '../agent.ts'
import { readSessionCookie, sessionCookie } from './cookie.ts'
import { comeAmong, joinLine, leaveLine, type Place } from './hash-line.ts'
import { isOutdated, verifyPassword, wastePasswordTime } from './password.ts'
import { makeReadingSession, readingMs } from './reading-session.ts'
import { checkSecondStep, type CodeUse } from './second-step.ts'
import { hashNew, putPassword, renewHash } from './change-password.ts'
import { warnHolder } from './warn-holder.ts'
import {
  accountBrake,
  addressBrake,
  checkWait,
  everybodyBrake,
  guesses,
  noteFailure,
  noteSuccess,
} from './throttle.ts'
import { applyFlags } from '../product-flags.ts'

/** Make one answer for an unknown name and a wrong password, after the same work. */
const wrong = () => new Fault('wrong_credentials', 'Wrong user name or password')

/** Sign-ins that ask the directory at once, one of them hashing: a crowd would else ask all together. */
const atDirectory = 2

type Given = {
  username: string
  password: string
  code?: string | undefined
  new_password?: string | undefined
}

/**
 * Sign in with name, password and, where it is on, the second step. Who is known and who is not meets the same
 * questions to the directory, the same hash and the same counting; what is written about a known person is
 * written after the answer.
 */
export async function signInWith(context: CallContext, given: Given): Promise<Account> {
  const place = joinLine()
  try {
    await comeAmong(place, atDirectory)
    return await signInAt(place, context, given)
  } catch (error) {
    // Ask whether the directory can be written, since D1 does not always say why it failed. Pass on a fault of the code, which is none of D1's.
    const isOwn = error instanceof Fault || error instanceof TypeError
    if (isOwn || (await canWriteDirectory(context.env))) throw error
    throw storeFull()
  } finally {
    leaveLine(place)
  }
}

async function signInAt(place: Place, context: CallContext, given: Given): Promise<Account> {
  const { env } = context
  const now = Date.now()
  const account = accountBrake(given.username)
  const brakes = [account, addressBrake(context.address), everybodyBrake]
  // Ask at once, but in two requests: a batch may be refused where the directory is full.
  const [login] = await Promise.all([
    findSignIn(env.DIRECTORY, given.username),
    checkWait(env.DIRECTORY, brakes, now),
  ])
  if (!login || !(await verifyPassword(given.password, login.password_hash, place))) {
    if (!login) await wastePasswordTime(given.password, place)
    const count = await noteFailure(env.DIRECTORY, brakes, now)
    if (login && !isFrozen(env)) afterAnswer(context, () => tellFailure(context, login, count))
    throw wrong()
  }
  const use = await takeCode(context, login, given.code, { now, at: 'sign-in' })
  await noteSuccess(env.DIRECTORY, [account], now)
  if (login.provider_only === 1) {
    throw new Fault('wrong_credentials', 'Sign in with the identity provider of your company', {
      reason: 'provider_alone',
    })
  }
  if (isFrozen(env)) return openWhileFrozen(context, login)
  if (use === 'recovery') context.later(() => note(context, login, 'recovery_used'))
  const own = login.password_chosen === 2 ? await chooseOwnPassword(context, login, given) : login
  const signedIn = await openSession(context, own, () => findSignIn(env.DIRECTORY, given.username))
  if (isOutdated(own.password_hash)) {
    afterAnswer(context, () => renewHash(context, own, given.password))
  }
  return signedIn
}

/**
 * Replace a password that another person chose: it serves for that alone.
 * @throws Fault `wrong_credentials` with the reason `password_change_needed`, or what a new password is refused for.
 */
async function chooseOwnPassword(
  context: CallContext,
  login: KnownLogin,
  { password, new_password: fresh }: Given,
): Promise<KnownLogin> {
  if (fresh === undefined) {
    throw new Fault('wrong_credentials', 'Somebody else chose this password: choose your own', {
      field: 'new_password',
      reason: 'password_change_needed',
    })
  }
  const hash = await hashNew(context, login, { old: password, fresh, field: 'new_password' })
  await putPassword(context, login, hash)
  context.later(() => note(context, login, 'password_changed'))
  return {
    ...login,
    password_hash: hash,
    password_version: login.password_version + 1,
    password_chosen: 3,
  }
}

/**
 * Open a session with a new secret; one that the browser still had ends (ASVS 7.2.4). Reads the login again afterwards:
 * a change of password or second step writes the directory first and ends the sessions second, so a session opened with
 * outdated credentials is ended there or here, in either order.
 */
async function openSession(
  context: CallContext,
  login: KnownLogin,
  readLogin: () => Promise<KnownLogin | null>,
): Promise<Account> {
  const { company_uuid: company, user_uuid: user } = login
  const secret = makeSecret()
  const open = () =>
    context.store(company).openSession({
      secretHash: sha256Hex(secret),
      uuid: crypto.randomUUID(),
      user,
      agent: describeAgent(context.agent),
      network: describeNetwork(context.address),
    })
  const principal = await unlessFull(open, () => 'full' as const)
  if (principal === 'full') return openReading(context, login)
  if (!principal) throw wrong()
  if (!isSameLogin(login, await readLogin())) {
    await context.store(company).endSession(sha256Hex(secret))
    await note(context, login, 'ended')
    throw wrong()
  }
  const before = readSessionCookie(context.cookie)
  if (before)
    context.later(() => context.store(before.company).endSession(sha256Hex(before.secret)))
  context.header('Set-Cookie', sessionCookie({ company, secret }, longestMs / 1000))
  return (await applyFlags(context, principal)).account
}

/**
 * Sign in somebody whom the identity provider of their company has recognised.
 * @param isStillOn asks again, once the session is there, that the provider counts as it did at the beginning.
 */
export async function signInProven(
  context: CallContext,
  login: KnownLogin,
  isStillOn: () => Promise<boolean>,
): Promise<Account> {
  const { env } = context
  // Check it also for a session that only reads, which is opened without the second look.
  if (!(await isStillOn())) throw wrong()
  if (isFrozen(env)) return openWhileFrozen(context, login)
  return openSession(context, login, async () =>
    (await isStillOn()) ? signInOf(env.DIRECTORY, login.user_uuid) : null,
  )
}

/** Check that the login used at a sign-in is still the one of the account. */
function isSameLogin(checked: KnownLogin, now: KnownLogin | null): boolean {
  return (
    now !== null &&
    now.user_uuid === checked.user_uuid &&
    now.company_uuid === checked.company_uuid &&
    now.password_version === checked.password_version &&
    now.provider_only === checked.provider_only &&
    now.sealed_secret === checked.sealed_secret
  )
}

/**
 * Open a read-only session while writes are frozen.
 * @throws Fault `frozen` for a person who must choose a password of their own first.
 */
async function openWhileFrozen(context: CallContext, login: KnownLogin): Promise<Account> {
  if (login.password_chosen === 2) throw frozen()
  return openReading(context, login)
}

/** Open a session for reading when the store takes no row. */
async function openReading(context: CallContext, login: KnownLogin): Promise<Account> {
  const { company_uuid: company, user_uuid: user } = login
  const { secret, ends } = makeReadingSession(context.env, login, Date.now())
  const principal = await context.store(company).readOnly(user, ends)
  if (!principal) throw wrong()
  context.header('Set-Cookie', sessionCookie({ company, secret }, readingMs / 1000))
  return (await applyFlags(context, principal)).account
}

/** Write into the trail of the person's company what happened to their way in; nothing while writes are frozen. */
export async function note(
  context: CallContext,
  login: Pick<KnownLogin, 'company_uuid' | 'user_uuid'>,
  event: SignInEvent,
  by?: SignInNote['by'],
): Promise<void> {
  if (isFrozen(context.env)) return
  await context.store(login.company_uuid).noteSignIn(noteOf(context, login.user_uuid, event, by))
}

/** Check the second step of a login, and note a wrong code. @throws Fault as `checkSecondStep`. */
export async function takeCode(
  context: CallContext,
  login: KnownLogin,
  code: string | undefined,
  when: { now: number; at: 'sign-in' | 'session' },
): Promise<CodeUse> {
  try {
    return await checkSecondStep(context.env, login, code, when)
  } catch (error) {
    if (error instanceof Fault && error.first.reason === 'code_wrong') {
      context.later(() => note(context, login, 'code_failed'))
    }
    throw error
  }
}

/** Describe what happened to a person's way in, with the machine that it came from. */
export function noteOf(
  { agent, address }: Pick<CallContext, 'agent' | 'address'>,
  user: string,
  event: SignInEvent,
  by?: SignInNote['by'],
): SignInNote {
  return { user, event, agent: describeAgent(agent), network: describeNetwork(address), by }
}

async function tellFailure(context: CallContext, login: KnownLogin, count: number): Promise<void> {
  await note(context, login, 'failed')
  if (count !== guesses.from) return
  await note(context, login, 'slowed')
  await warnHolder(context, login, 'slowed')
}
