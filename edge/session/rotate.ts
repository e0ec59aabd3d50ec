import type { SessionEnding } from '../../domain/calls/session.ts'
import type { AccountContext } from '../context.ts'
import { makeSecret, sha256Hex } from '../crypto/secret.ts'
import { longestMs } from '../store/sessions.ts'
import { readSessionCookie, sessionCookie } from './cookie.ts'
import { endAllSessions } from './end-sessions.ts'

/**
 * Give this session a new secret and end the person's others: after a change of password or second step, a thief who
 * had got hold of a session is out (ASVS 7.2.4, 7.4.3).
 */
export async function keepOnlyThisSession(
  context: AccountContext,
  why: SessionEnding,
): Promise<void> {
  const token = readSessionCookie(context.cookie)
  if (!token) return
  const secret = makeSecret()
  await context.store(token.company).rotateSession(sha256Hex(token.secret), sha256Hex(secret))
  await endAllSessions(context, token.company, context.account.uuid, why, {
    exceptHash: sha256Hex(secret),
  })
  context.header('Set-Cookie', sessionCookie({ company: token.company, secret }, longestMs / 1000))
}
