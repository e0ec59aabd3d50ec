import type { sessionCalls } from '../../domain/calls/session.ts'
import { Fault } from '../../domain/fault.ts'
import { findLogin } from '../directory/directory.ts'
import type { Handlers } from '../mount.ts'
import { makeSecret, sha256Hex } from '../secret.ts'
import { endedCookie, readSessionCookie, sessionCookie } from '../session/cookie.ts'
import { verifyPassword, wastePasswordTime } from '../session/password.ts'
import { longestMs } from '../store/sessions.ts'
import { unwrap } from '../outcome.ts'

/** One answer for an unknown name and a wrong password, after the same work. */
const wrong = () => new Fault('wrong_credentials', 'Wrong user name or password')

export const session: Handlers<typeof sessionCalls> = {
  login: async ({ body }, context) => {
    const login = await findLogin(context.env.DIRECTORY, body.username)
    if (!login) {
      await wastePasswordTime(body.password)
      throw wrong()
    }
    if (!(await verifyPassword(body.password, login.password_hash))) throw wrong()
    const secret = makeSecret()
    const store = context.store(login.company_uuid)
    const { account } = await unwrap(store.openSession(sha256Hex(secret), login.user_uuid))
    context.header(
      'Set-Cookie',
      sessionCookie({ company: login.company_uuid, secret }, longestMs / 1000),
    )
    return account
  },
  // Being recognised has moved the idle end already.
  refresh: async (_, { account }) => account,
  me: async (_, { account }) => account,
  logout: async (_, { own, cookie, header }) => {
    const token = readSessionCookie(cookie)
    if (token) await own.endSession(sha256Hex(token.secret))
    header('Set-Cookie', endedCookie)
    return {}
  },
}
