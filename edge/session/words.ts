import type { CallContext } from '../context.ts'
import type { KnownLogin } from '../directory/sign-in.ts'
import { findCompany } from '../directory/companies.ts'
import { holderOf } from './warn-holder.ts'

/** List words that a person's password must not consist of: their names and their company's. */
export async function wordsOf(
  context: CallContext,
  login: Pick<KnownLogin, 'company_uuid' | 'user_uuid'>,
): Promise<string[]> {
  const [user, company] = await Promise.all([
    holderOf(context, login),
    findCompany(context.env.DIRECTORY, login.company_uuid),
  ])
  return [user?.name, user?.username, user?.email.split('@')[0], company?.name].filter(
    (word): word is string => word !== undefined,
  )
}
