import type { HubClient } from './hub-client.ts'
import { WATCH_MS } from './times.ts'
import { deviceNamed } from './user-jwt.ts'

/** The device a connection belongs to; undefined for anybody else. */
export function deviceOf({ session }: HubClient): string | undefined {
  return deviceNamed(session?.grant)
}

/** Why the client's time is up at `now` (ms since 1970), in a NATS server's words; undefined if it is not. */
export function overdue({ session, attachment }: HubClient, now: number): string | undefined {
  const late = attachment.deadline <= now
  if (!session) return late ? 'Authentication Timeout' : undefined
  if (session.grant.expiresAt * 1000 <= now) return 'User Authentication Expired'
  return late && attachment.asked ? 'Stale Connection' : undefined
}

/** When the client has to be looked at again, ms since 1970. */
export function nextDeadline({ session, attachment }: HubClient): number {
  return Math.min(attachment.deadline, session ? session.grant.expiresAt * 1000 : Infinity)
}

/**
 * Starts or goes on watching a device: a network that is cut closes no socket, and somebody waits for its
 * run. Pages are not watched, since each look wakes the hub.
 */
export function watch(client: HubClient, now: number): void {
  if (deviceOf(client) === undefined) {
    if (client.attachment.deadline !== Infinity) client.remember({ deadline: Infinity })
    return
  }
  if (client.attachment.deadline > now && client.attachment.watched) return
  const silent = client.attachment.watched && client.heardAt + WATCH_MS <= now
  if (silent) client.ask()
  client.remember({ watched: true, asked: silent, deadline: now + WATCH_MS })
}
