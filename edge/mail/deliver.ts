import { transportOf } from './transport.ts'

/** Duration of a deliverer's lease of a mail; then another may take it. A slow mail service takes most of it for one. */
const leaseMs = 120_000
/** Delays after the first, second … failed try; after the last the mail is given up. */
const waitsMs = [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000]

/** Time for which mails that were sent, given up or kept for developers stay (ms): each has an address and what it was about. */
const keptMs = 90 * 86_400_000
/** Most mails removed by one statement, and statements of a round: the next minute's goes on. */
const forgotten = { atOnce: 500, rounds: 10 }

interface QueuedMail extends Record<string, string | number> {
  uuid: string
  recipient: string
  subject: string
  text: string
  attempts: number
}

/**
 * Send what is due, oldest first. Each mail is taken with a lease just before it is sent, so that two deliverers never send the same
 * one; what was sent keeps its subject and loses its text, which may hold a secret link.
 * @returns how many left and how many tries failed.
 */
export async function deliverDue(env: Env): Promise<{ sent: number; failed: number }> {
  const transport = transportOf(env)
  const counts = { sent: 0, failed: 0 }
  if (!transport) return counts
  const from = env.MAIL_FROM ?? 'bapp@localhost'
  for (;;) {
    // Take one after the other: the lease of a batch is over before the last of it is sent.
    const mail = await takeDue(env.DIRECTORY, Date.now())
    if (!mail) return counts
    const { uuid, recipient, subject, text, attempts } = mail
    try {
      await transport({ from, to: recipient, subject, text })
      await noteSent(env.DIRECTORY, uuid)
      counts.sent += 1
    } catch (error) {
      await noteFailure(env.DIRECTORY, uuid, attempts, error)
      counts.failed += 1
    }
  }
}

async function takeDue(directory: D1Database, now: number): Promise<QueuedMail | null> {
  return directory
    .prepare(
      `UPDATE mails SET attempts = attempts + 1, next_at = ?2 WHERE uuid IN (
         SELECT uuid FROM mails WHERE state = 'queued' AND coalesce(next_at, '') <= ?1
         ORDER BY created_at LIMIT 1
       ) RETURNING uuid, recipient, subject, text, attempts`,
    )
    .bind(new Date(now).toISOString(), new Date(now + leaseMs).toISOString())
    .first<QueuedMail>()
}

async function noteSent(directory: D1Database, uuid: string): Promise<void> {
  await directory
    .prepare(
      `UPDATE mails SET state = 'sent', sent_at = ?2, error = '', text = '', next_at = NULL WHERE uuid = ?1`,
    )
    .bind(uuid, new Date().toISOString())
    .run()
}

async function noteFailure(
  directory: D1Database,
  uuid: string,
  attempts: number,
  error: unknown,
): Promise<void> {
  const wait = waitsMs[attempts - 1]
  const message = error instanceof Error ? error.message : String(error)
  await directory
    .prepare(`UPDATE mails SET state = ?2, next_at = ?3, error = ?4 WHERE uuid = ?1`)
    .bind(
      uuid,
      wait === undefined ? 'failed' : 'queued',
      wait === undefined ? null : new Date(Date.now() + wait).toISOString(),
      message.slice(0, 300),
    )
    .run()
}

/** Remove mails that are over for long; what waits stays. @returns how many. */
export async function forgetMails(
  directory: D1Database,
  now: number,
  { atOnce, rounds } = forgotten,
): Promise<number> {
  const before = new Date(now - keptMs).toISOString()
  let count = 0
  for (let round = 0; round < rounds; round += 1) {
    // Deliver one after the other: each takes the oldest that are left.
    // oxlint-disable-next-line no-await-in-loop
    const { meta } = await directory
      .prepare(
        `DELETE FROM mails WHERE uuid IN (
           SELECT uuid FROM mails WHERE state IN ('sent', 'failed', 'kept') AND created_at < ?1 LIMIT ?2)`,
      )
      .bind(before, atOnce)
      .run()
    count += meta.changes
    if (meta.changes < atOnce) break
  }
  return count
}
