import type { Language, User } from '../../domain/entities/user.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../derived-uuid.ts'
import { findCompany } from '../directory/companies.ts'
import { addLogin, removeLogin } from '../directory/directory.ts'
import { signInOf } from '../directory/sign-in.ts'
import { unwrap } from '../outcome.ts'
import { makeSecret } from '../secret.ts'
import { hashPassword } from '../session/password.ts'
import { checkPassword } from '../session/password-rule.ts'
import { startResetOf } from '../session/reset.ts'
import type { StoredBody } from '../store/operations.ts'

export interface NewPerson {
  username: string
  name: string
  email: string
  phone?: string | undefined
  profile_uuid: string
  swarms: string[]
  default_language?: Language | undefined
  password?: string | undefined
}

/**
 * Makes a person of the company acted in. Without a password they are invited by mail to choose one: until then
 * nobody knows any, and trying takes as long as for everybody. A password that is given is changed at the first sign-in.
 * @param by an administrator, or the company's identity provider, whose people are sent no link where it alone signs them in: a
 * password would open nothing (decision 52).
 * @throws Fault `invalid` for a weak password, `taken` for a name of somebody else, `forbidden` for a profile
 * beyond one's own.
 */
export async function addPerson(
  context: AccountContext,
  given: NewPerson,
  by: 'administrator' | 'provider' = 'administrator',
): Promise<User> {
  const { env, company, account, opId } = context
  const { password, ...fields } = given
  if (password !== undefined) {
    const known = await findCompany(env.DIRECTORY, company)
    const names = [given.name, given.username, given.email.split('@')[0], known?.name]
    checkPassword(password, { words: names.filter((word) => word !== undefined) })
  }
  // The operation makes this person and no other: a second delivery finds them made.
  const uuid = derivedUuid(account.uuid, opId)
  // The directory is asked first: it alone knows every name of the region.
  const added = await addLogin(env.DIRECTORY, {
    user_uuid: uuid,
    company_uuid: company,
    username: given.username,
    email: given.email,
    password_hash: await hashPassword(password ?? makeSecret(), account.uuid),
    password_chosen: password === undefined ? 0 : 2,
  })
  const body = newPersonBody(context, fields)
  const person = await make(context, uuid, body).catch(async (error: unknown) => {
    if (added) await removeLogin(env.DIRECTORY, uuid)
    throw error
  })
  const isInvited = password === undefined && added
  if (isInvited && (by === 'administrator' || !(await isProviderOnly(context, uuid)))) {
    await startResetOf(context, uuid)
  }
  return person
}

/** Return the record of somebody new: without a language of their own, that of who invites them is the best guess. */
export function newPersonBody(
  { account }: Pick<AccountContext, 'account'>,
  fields: Omit<NewPerson, 'password'>,
): StoredBody {
  return {
    ...fields,
    phone: fields.phone ?? '',
    reviewer: 'N',
    active: 'Y',
    default_language: fields.default_language ?? account.default_language,
    timezone: account.preferences.timezone,
    date_format: 'dd/MM/yyyy',
  }
}

async function isProviderOnly({ env }: AccountContext, user: string): Promise<boolean> {
  return (await signInOf(env.DIRECTORY, user))?.provider_only === 1
}

async function make(
  { own, by, opId }: AccountContext,
  uuid: string,
  body: Record<string, unknown>,
): Promise<User> {
  const change = { type: 'record.create', kind: 'user', uuid, body } as const
  return await unwrap(own.change(change, opId, by))
}
