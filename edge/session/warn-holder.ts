import type { User } from '../../domain/entities/user.ts'
import type { CallContext } from '../context.ts'
import type { KnownLogin } from '../directory/sign-in.ts'
import { sendMail } from '../mail/send.ts'
import { unwrap } from '../outcome.ts'
import { describeAgent } from '../agent.ts'
import { warningText } from './mail-texts.ts'
import type { Warning } from './mail-words/words.ts'

/** Tell a person by mail what happened to their way in (ASVS 6.3.7). Nothing for somebody without a record. */
export async function warnHolder(
  context: CallContext,
  login: Pick<KnownLogin, 'company_uuid' | 'user_uuid'>,
  warning: Warning,
): Promise<void> {
  const user = await holderOf(context, login)
  if (!user) return
  const mail = warningText(warning, user, describeAgent(context.agent))
  await sendMail(context.env, login.company_uuid, { to: user.email, ...mail })
}

/** Return the person's record; null when they are gone or inactive. */
export async function holderOf(
  context: CallContext,
  { company_uuid, user_uuid }: Pick<KnownLogin, 'company_uuid' | 'user_uuid'>,
): Promise<User | null> {
  const found = await context.store(company_uuid).get('user', user_uuid, { kinds: [], swarms: [] })
  if (!found.ok) return null
  const user = await unwrap(found)
  return user.active === 'Y' ? user : null
}
