import type { sessionCalls } from '../../domain/calls/session.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { findProvider } from '../directory/companies.ts'
import { sendMail } from '../mail/send.ts'
import type { Handlers } from '../mount.ts'
import { sha256Hex } from '../crypto/secret.ts'
import { endedCookie, readSessionCookie } from '../session/cookie.ts'
import { closeLive, endAllSessions } from '../session/end-sessions.ts'
import { signUpText } from '../session/mail-texts.ts'
import { note, signInWith } from '../session/sign-in.ts'
import { countSignUp } from '../session/throttle.ts'

export const session: Handlers<typeof sessionCalls> = {
  login: async ({ body }, context) => signInWith(context, body),
  // Return the account alone: recognising the caller has moved the end of the idle time already.
  refresh: async (_, { account }) => account,
  me: async (_, { account }) => account,
  logout: async (_, context) => {
    const { own, account, header } = context
    await own.endSession(secretHash(context))
    closeLive(context, account.company_uuid, account.uuid)
    context.later(() => noteOwn(context, 'closed'))
    header('Set-Cookie', endedCookie)
    return {}
  },
  list: async (_, context) => {
    const { list, signIn } = await context.own.sessions(context.account.uuid, secretHash(context))
    return {
      sessions: list,
      previous_at: signIn?.previous_at ?? null,
      failed_before: signIn?.failed_before ?? 0,
      failed: signIn?.failed ?? 0,
      failed_at: signIn?.failed_at ?? null,
    }
  },
  end: async ({ params }, context) => {
    const { account } = context
    const which = { uuid: params.id }
    const ended = await endAllSessions(
      context,
      account.company_uuid,
      account.uuid,
      'elsewhere',
      which,
    )
    if (ended === 0) throw new Fault('not_found', 'No such session')
    context.later(() => noteOwn(context, 'ended'))
    return {}
  },
  endOthers: async (_, context) => {
    const { account } = context
    const which = { exceptHash: secretHash(context) }
    const ended = await endAllSessions(
      context,
      account.company_uuid,
      account.uuid,
      'elsewhere',
      which,
    )
    if (ended > 0) context.later(() => noteOwn(context, 'ended'))
    return { ended }
  },
  signupForm: async (_, { env }) => ({ allowed: Boolean(env.SIGN_UP_MAIL) }),
  signup: async ({ body }, context) => {
    const { env } = context
    const to = env.SIGN_UP_MAIL
    if (!to) {
      throw new Fault(
        'refused',
        'New companies are made by the provider. Ask them for an account',
        {
          reason: 'sign_up_off',
        },
      )
    }
    await countSignUp(env.DIRECTORY, context.address, body, Date.now())
    const provider = await findProvider(env.DIRECTORY)
    await sendMail(env, provider?.uuid ?? '', { to, ...signUpText(body) })
    return {}
  },
}

/** Hash the secret of the session that makes the call; an API key has none, and these calls refuse it. */
function secretHash({ cookie }: AccountContext): string {
  return sha256Hex(readSessionCookie(cookie)?.secret ?? '')
}

function noteOwn(context: AccountContext, event: 'closed' | 'ended'): Promise<void> {
  const { company_uuid, uuid: user_uuid } = context.account
  return note(context, { company_uuid, user_uuid }, event)
}
