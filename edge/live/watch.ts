import type { HubClient } from './hub-client.ts'
import { watchMs } from './times.ts'

/** Round the times of a hub's alarms up to multiples of this: each alarm looks at all connections. */
export const roundToMs = 1000

/** The same for looks at silent devices, so that thousands are looked at in a few rounds. */
export const watchRoundMs = 5000

/** Round a time (ms since 1970) up to the hub's rounds. */
export function roundUp(at: number, roundMs: number = roundToMs): number {
  return Math.ceil(at / roundMs) * roundMs
}

/** Return the error of a client whose time has expired at `now` (ms since 1970), as a NATS server writes it; undefined otherwise. */
export function overdue({ session, attachment }: HubClient, now: number): string | undefined {
  const late = attachment.deadline <= now
  if (!session) return late ? 'Authentication Timeout' : undefined
  if (session.grant.expiresAt * 1000 <= now) return 'User Authentication Expired'
  return late && attachment.asked ? 'Stale Connection' : undefined
}

/** Return the time of the client's next check, ms since 1970. */
export function nextDeadline({ session, attachment }: HubClient): number {
  return Math.min(attachment.deadline, session ? session.grant.expiresAt * 1000 : Infinity)
}

/**
 * Start or go on watching a device: a network that is cut closes no socket, and somebody waits for its
 * run. Pages are not watched, since each look wakes the hub.
 */
export function watch(client: HubClient, now: number): void {
  if (client.device === undefined) {
    if (client.attachment.deadline !== Infinity) client.remember({ deadline: Infinity })
    return
  }
  if (client.attachment.deadline > now && client.attachment.watched) return
  const silent = client.attachment.watched && client.heardAt + watchMs <= now
  if (silent) client.ask()
  client.remember({
    watched: true,
    asked: silent,
    deadline: roundUp(now + watchMs, watchRoundMs),
  })
}
