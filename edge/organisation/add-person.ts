import type { Language } from '../../domain/catalog/languages.ts'
import { serviceDomain, type User } from '../../domain/entities/user.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { findCompany } from '../directory/companies.ts'
import { isUninvited, signInOf } from '../directory/sign-in.ts'
import { unwrap } from '../outcome.ts'
import { makeSecret } from '../crypto/secret.ts'
import { hashPassword } from '../session/password.ts'
import { checkPassword } from '../session/password-rule.ts'
import { startResetOf } from '../session/reset.ts'
import type { StoredBody } from '../store/operations.ts'
import { makeWithLogins } from './make-with-logins.ts'

export interface NewPerson {
  username: string
  name: string
  email: string
  phone?: string | undefined
  profile_uuid: string
  swarms: string[]
  default_language?: Language | undefined
  password?: string | undefined
  /** Id of the person; without it the operation makes one. */
  uuid?: string | undefined
}

/**
 * Make a person of the company acted in. Without a password they are invited by mail to choose one: until then
 * nobody knows any, and trying takes as long as for everybody. A password that is given is changed at the first sign-in.
 * @param by an administrator, or the company's identity provider, whose people are sent no link where it alone signs them in: a
 * password would open nothing (decision 52).
 * @throws Fault `invalid` for a weak password, `forbidden` for a profile beyond one's own, and as `takeName`.
 */
export async function addPerson(
  context: AccountContext,
  given: NewPerson,
  by: 'administrator' | 'provider' = 'administrator',
): Promise<User> {
  const { env, company, account, opId } = context
  // Derive the id from the operation, so that it makes this person and no other, and finds them made when it is sent again.
  const { password, uuid = derivedUuid(account.uuid, opId), ...fields } = given
  if (password !== undefined) {
    const known = await findCompany(env.DIRECTORY, company)
    const names = [given.name, given.username, given.email.split('@')[0], known?.name]
    checkPassword(password, { words: names.filter((word) => word !== undefined) })
  }
  const login = {
    user_uuid: uuid,
    company_uuid: company,
    username: given.username,
    email: given.email,
    password_hash: await hashPassword(password ?? makeSecret(), account.uuid),
    password_chosen: password === undefined ? 0 : 2,
  } as const
  const { made, added } = await makeWithLogins(context, [login], () =>
    make(context, uuid, newPersonBody(context, fields)),
  )
  // Go on where a delivery broke off: the login may be there, and the mail not sent.
  const isDue = async () => added.length > 0 || isUninvited(env.DIRECTORY, uuid, Date.now())
  const isInvited = password === undefined && (await isDue())
  if (isInvited && (by === 'administrator' || !(await isProviderOnly(context, uuid)))) {
    await startResetOf(context, uuid)
  }
  return made
}

/** Return the record of somebody new: without a language of their own, that of who invites them is the best guess. */
export function newPersonBody(
  { account }: Pick<AccountContext, 'account'>,
  fields: Omit<NewPerson, 'password' | 'uuid'>,
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

/**
 * Make a service account of the company acted in. Its login keeps the name from others: nobody knows its password, and a link
 * to set one would go to an address that no mail is sent to.
 * @throws Fault `forbidden` for a profile beyond one's own, `invalid` for an owner who is not there, and as `takeName`.
 */
export async function addService(
  context: AccountContext,
  given: Pick<NewPerson, 'username' | 'name' | 'profile_uuid' | 'swarms'> & { owners: string[] },
): Promise<User> {
  const { account, company, opId } = context
  const { owners, ...fields } = given
  const uuid = derivedUuid(account.uuid, opId)
  const email = `${uuid}@${serviceDomain}`
  const body = { ...newPersonBody(context, { ...fields, email }), service: { owners } }
  const login = {
    user_uuid: uuid,
    company_uuid: company,
    username: given.username,
    email,
    password_hash: await hashPassword(makeSecret(), account.uuid),
  }
  const { made } = await makeWithLogins(context, [login], () => make(context, uuid, body))
  return made
}
