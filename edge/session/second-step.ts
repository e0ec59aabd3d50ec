import { Fault } from '../../domain/fault.ts'
import { type KnownLogin, takeRecovery, takeStep } from '../directory/sign-in.ts'
import { findStep, readRecoveryCode } from './one-time-code.ts'
import { unseal } from './seal.ts'
import { checkWait, codeBrake, noteFailure, noteSuccess } from './throttle.ts'

export type CodeUse = 'off' | 'code' | 'recovery'

/**
 * Check the second step of a login whose password is right. A code is good once.
 * @returns how it was passed; `off` when the person has none.
 * @throws Fault `wrong_credentials` (`code_needed`, `code_wrong`), or `too_many` after five wrong codes in ten minutes.
 */
export async function checkSecondStep(
  env: Env,
  login: KnownLogin,
  typed: string | undefined,
  { now, at }: { now: number; at: 'sign-in' | 'session' },
): Promise<CodeUse> {
  if (login.sealed_secret === null) return 'off'
  if (typed === undefined || typed.trim() === '') throw wrongCode('code_needed', 'Enter a code')
  const brakes = [codeBrake(login.user_uuid, at)]
  await checkWait(env.DIRECTORY, brakes, now)
  const use = await tryCode(env, login, login.sealed_secret, typed.trim(), now)
  if (use) {
    await noteSuccess(env.DIRECTORY, brakes, now)
    return use
  }
  await noteFailure(env.DIRECTORY, brakes, now)
  throw wrongCode('code_wrong', 'This code is not right, or has been used')
}

async function tryCode(
  env: Env,
  login: KnownLogin,
  sealed: string,
  typed: string,
  now: number,
): Promise<CodeUse | null> {
  const user = login.user_uuid
  const recovery = readRecoveryCode(typed)
  if (recovery) return (await takeRecovery(env.DIRECTORY, user, recovery)) ? 'recovery' : null
  const secret = unseal(env.SEALING_SECRET, { purpose: 'two-step', bound: user }, sealed)
  if (secret === null) throw new Error('a second step that cannot be unsealed')
  const step = findStep(secret, typed.replaceAll(/\s/g, ''), now)
  if (step === null) return null
  return (await takeStep(env.DIRECTORY, user, step)) ? 'code' : null
}

export function wrongCode(reason: 'code_needed' | 'code_wrong', message: string): Fault {
  return new Fault('wrong_credentials', message, { field: 'code', reason })
}
