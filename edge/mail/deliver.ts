import { transportOf } from './transport.ts'

/** Duration of a deliverer's lease of a mail; then another may take it. */
const leaseMs = 120_000
/** Waits after the first, second … failed try; after the last the mail is given up. */
const waitsMs = [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000]
const batchSize = 20

interface QueuedMail extends Record<string, string | number> {
  uuid: string
  recipient: string
  subject: string
  text: string
  attempts: number
}

/**
 * Sends what is due, oldest first. Each mail is taken with a lease, so that two deliverers never send the same one at
 * the same time; what was sent keeps its subject and loses its text, which may hold a secret link.
 * @returns how many left and how many tries failed.
 */
export async function deliverDue(env: Env): Promise<{ sent: number; failed: number }> {
  const transport = transportOf(env)
  const counts = { sent: 0, failed: 0 }
  if (!transport) return counts
  const from = env.MAIL_FROM ?? 'bapp@localhost'
  for (;;) {
    const mails = await takeDue(env.DIRECTORY, Date.now())
    if (mails.length === 0) return counts
    for (const { uuid, recipient, subject, text, attempts } of mails) {
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
}

async function takeDue(directory: D1Database, now: number): Promise<QueuedMail[]> {
  const { results } = await directory
    .prepare(
      `UPDATE mails SET attempts = attempts + 1, next_at = ?2 WHERE uuid IN (
         SELECT uuid FROM mails WHERE state = 'queued' AND coalesce(next_at, '') <= ?1
         ORDER BY created_at LIMIT ${batchSize}
       ) RETURNING uuid, recipient, subject, text, attempts`,
    )
    .bind(new Date(now).toISOString(), new Date(now + leaseMs).toISOString())
    .all<QueuedMail>()
  return results
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
