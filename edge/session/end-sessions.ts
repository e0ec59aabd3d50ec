import type { SessionEnding } from '../../domain/calls/session.ts'
import { liveName } from '../../domain/live/topic.ts'
import type { CallContext } from '../context.ts'
import { liveBus } from '../live/bus.ts'
import type { WhichSessions } from '../store/sessions.ts'

/**
 * End a person's sessions and close their live connections: after a change of password or second step, and when a
 * person is made inactive or removed. The person at such a session reads why at the next sign-in. Connections of sessions that go on come back by themselves with a fresh token.
 */
export async function endAllSessions(
  context: CallContext,
  company: string,
  user: string,
  why: SessionEnding,
  which: WhichSessions = 'all',
): Promise<number> {
  const ended = await context.store(company).endSessions(user, which, why)
  closeLive(context, company, user)
  return ended
}

/** Close a person's live connections and refuse their earlier tokens, so that none opens another. */
export function closeLive({ env, later }: CallContext, company: string, user: string): void {
  later(() => liveBus(env, company).disconnect(liveName(user)))
}
