import { Fault } from '../../domain/fault.ts'
import type { CallContext } from '../context.ts'
import { changePasswordHash, type KnownLogin, replaceHash } from '../directory/sign-in.ts'
import { hashPassword } from './password.ts'
import { checkPassword, sameForm } from './password-rule.ts'
import { wordsOf } from './words.ts'

/**
 * Hash the new password of a person whose old one has been verified.
 * @param given.person at a session who sets it.
 * @throws Fault for a weak one, or `password_same` for the old one.
 */
export async function hashNew(
  context: CallContext,
  login: KnownLogin,
  given: {
    old: string
    fresh: string
    repeat?: string
    field?: 'password' | 'new_password'
    person?: string
  },
): Promise<string> {
  const { old, fresh, repeat = fresh, field = 'password' } = given
  checkPassword(fresh, { repeat, words: await wordsOf(context, login), field })
  if (sameForm(fresh) !== sameForm(old)) return hashPassword(fresh, given.person)
  throw new Fault('invalid', 'Choose another password than the one you have', {
    field,
    reason: 'password_same',
  })
}

/** @throws Fault `stale` when the password was changed since the login was read. */
export async function putPassword(
  { env }: CallContext,
  { user_uuid, password_version }: KnownLogin,
  hash: string,
): Promise<void> {
  if (await changePasswordHash(env.DIRECTORY, user_uuid, password_version, hash)) return
  throw new Fault('stale', 'The password was changed meanwhile', { reason: 'changed_meanwhile' })
}

/** Hash a password that has just been verified as new ones are hashed, in place of an outdated hash. */
export async function renewHash(
  { env }: CallContext,
  login: KnownLogin,
  password: string,
): Promise<void> {
  await replaceHash(env.DIRECTORY, login, await hashPassword(password))
}
