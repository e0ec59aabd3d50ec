import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { type KnownLogin, signInOf } from '../directory/sign-in.ts'
import { joinLine } from './hash-line.ts'
import { verifyPassword } from './password.ts'
import type { CodeUse } from './second-step.ts'
import { note, takeCode } from './sign-in.ts'
import { checkWait, noteFailure, noteSuccess, selfBrake } from './throttle.ts'

/**
 * Ask a signed-in person to prove their identity again: before a signature, a new password, a change of the second
 * step, a new key. Failures are counted apart from those at sign-in, so that a stranger's tries do not block a person
 * at a session.
 * @param given.code asked for when it is not `undefined`, or when `codeToo` is set and the second step is on.
 * @throws Fault `wrong_credentials` with the reason `wrong_password`, `code_needed` or `code_wrong`; `too_many`.
 */
export async function proveSelf(
  context: AccountContext,
  given: { password: string; code?: string | undefined; field?: string; codeToo?: boolean },
): Promise<{ login: KnownLogin; use: CodeUse | 'not_asked' }> {
  const { env, account } = context
  const now = Date.now()
  const login = await signInOf(env.DIRECTORY, account.uuid)
  const brakes = [selfBrake(account.uuid)]
  await checkWait(env.DIRECTORY, brakes, now)
  const place = joinLine(account.uuid)
  if (!login || !(await verifyPassword(given.password, login.password_hash, place))) {
    await noteFailure(env.DIRECTORY, brakes, now)
    if (login) context.later(() => note(context, login, 'failed'))
    throw new Fault('wrong_credentials', 'That is not your password', {
      field: given.field ?? 'password',
      reason: 'wrong_password',
    })
  }
  await noteSuccess(env.DIRECTORY, brakes, now)
  if (!given.codeToo) return { login, use: 'not_asked' }
  const use = await takeCode(context, login, given.code, { now, at: 'session' })
  if (use === 'recovery') context.later(() => note(context, login, 'recovery_used'))
  return { login, use }
}
