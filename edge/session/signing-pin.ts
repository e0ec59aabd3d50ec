import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import type { KnownProvider } from '../directory/identity-providers.ts'
import { beginTry, endTry, keepPin, mostTries } from '../directory/signing-pins.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../crypto/secret.ts'
import { joinLine } from './hash-line.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { note } from './sign-in.ts'
import { checkWait, noteFailure, noteSuccess, pinBrake } from './throttle.ts'
import { warnHolder } from './warn-holder.ts'

/** Return the content that a person proves at the provider to set their PIN: the hash of no record. */
export function pinContent(user: string): string {
  return sha256Hex(`signing PIN of ${user}`)
}

/**
 * Set the PIN of the person at the session, who has just proven themselves at the provider.
 * @throws Fault `refused` with the reason `confirmation_needed` for somebody who waits for a confirmation: who set the account up
 *   could know the PIN; `pin_off` where the settings have changed meanwhile.
 */
export async function setPin(
  context: AccountContext,
  provider: KnownProvider,
  pin: string,
): Promise<void> {
  const { env, account, own, by } = context
  const hash = await hashPassword(pin, account.uuid)
  const { unconfirmed } = await unwrap(own.confirm(by))
  if (unconfirmed) {
    throw new Fault('refused', 'Your account must be confirmed first', {
      reason: 'confirmation_needed',
    })
  }
  const kept = { user: account.uuid, hash, at: new Date().toISOString() }
  if (!(await keepPin(env.DIRECTORY, provider, kept))) throw pinOff()
  await tellPin(context, 'pin_set')
}

/**
 * Compare the PIN of the person who signs. Each try counts before it is compared; the fifth wrong one locks the PIN until it is
 * set again at the provider.
 * @throws Fault `wrong_credentials` with the reason `pin_wrong`, or `pin_needed` without one that counts; `too_many`.
 */
export async function takePin(
  context: AccountContext,
  provider: KnownProvider,
  pin: string,
): Promise<void> {
  const { env, account } = context
  if (provider.pins !== 1) throw pinOff()
  const brakes = [pinBrake(account.uuid)]
  await checkWait(env.DIRECTORY, brakes, Date.now())
  const begun = await beginTry(env.DIRECTORY, provider, account.uuid)
  if (!begun) throw pinNeeded()
  const isRight = await verifyPassword(pin, begun.pin_hash, joinLine(account.uuid))
  if (isRight && (await endTry(env.DIRECTORY, account.uuid, begun.pin_hash))) {
    await noteSuccess(env.DIRECTORY, brakes, Date.now())
    return
  }
  const left = mostTries - begun.tries
  await tellPin(context, left === 0 ? 'pin_locked' : 'pin_failed')
  await noteFailure(env.DIRECTORY, brakes, Date.now())
  throw new Fault('wrong_credentials', 'That is not your signing PIN', {
    field: 'pin',
    reason: 'pin_wrong',
    params: { left },
  })
}

/** Write what happened to a PIN into the trail, and mail it to the person, but for a single wrong try. */
export async function tellPin(
  context: AccountContext,
  event: 'pin_set' | 'pin_removed' | 'pin_failed' | 'pin_locked',
): Promise<void> {
  const { company_uuid, uuid: user_uuid } = context.account
  await note(context, { company_uuid, user_uuid }, event)
  if (event !== 'pin_failed') await warnHolder(context, { company_uuid, user_uuid }, event)
}

/** Return the refusal where the company does not let its people sign by PIN. */
export function pinOff(): Fault {
  return new Fault('refused', 'Signatures by PIN are off', { reason: 'pin_off' })
}

function pinNeeded(): Fault {
  return new Fault('wrong_credentials', 'There is no signing PIN that counts: sign in again', {
    field: 'pin',
    reason: 'pin_needed',
  })
}
