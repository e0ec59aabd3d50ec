import type { PageQuery } from '../../domain/calls/shapes.ts'
import { listPageSize } from '../../domain/catalog/limits.ts'
import type { WebhookError, WebhookEvent } from '../../domain/entities/webhook.ts'
import { inTime } from '../in-time.ts'
import { isCovered } from './webhooks.ts'

/** A delivery as the directory keeps it. */
export interface KnownDelivery extends Record<string, string | number | null> {
  uuid: string
  webhook_uuid: string
  event: string
  facts: string
  state: string
  attempts: number
  status: number | null
  error: string
  created_at: string
  sent_at: string | null
  next_at: string | null
}

/** Facts of an event: no name of a run, a sample or a person, which must not leave the region. */
export interface EventFacts {
  at: string
  /** Id of the run, for its link. */
  run?: string
  outcome?: 'COMPLETE' | 'INCOMPLETE' | 'ABORT'
  /** Name of the device. */
  device?: string
  cause?: string
  /** Swarms of the event, by which a change of the settings is applied to what waits; they are not sent. */
  swarms?: readonly string[]
}

/** Most deliveries of one webhook that wait at a time; what comes on top is not sent. */
export const mostWaiting = 200

/** Most deliveries of one webhook that are sent side by side. */
const mostAtOnce = 4

/** Deliveries in a row that are given up before a webhook is switched off. */
export const mostFailures = 5

/** Time for which deliveries that were sent or given up are kept (ms): the directory is shared by all companies of a region. */
const keptMs = 30 * 86_400_000

/** Most tests of one webhook within a minute. */
const mostTests = 10

/** An event that webhooks can be subscribed to. */
export interface QueuedEvent {
  name: WebhookEvent
  swarms: readonly string[]
  /** Names the event: it is queued once. */
  key: string
  facts: EventFacts
}

/** Most events in one statement: an outage silences all devices of a laboratory at once. */
const eventsAtOnce = 500

/**
 * Queue events for the webhooks of a company that are subscribed to them, once for each `key`. A webhook with too many waiting
 * deliveries gets none, so that a dead address holds no more than that.
 */
export async function queueEvents(
  directory: D1Database,
  company: string,
  events: readonly QueuedEvent[],
): Promise<void> {
  for (let start = 0; start < events.length; start += eventsAtOnce) {
    const some = events.slice(start, start + eventsAtOnce).map(({ swarms, facts, ...event }) => ({
      ...event,
      facts: { ...facts, swarms } satisfies EventFacts,
    }))
    // Queue one after the other: each statement counts what waits.
    const queued = directory
      .prepare(
        `INSERT OR IGNORE INTO webhook_deliveries (uuid, webhook_uuid, event, facts, state, created_at, once)
         SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
             substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
           webhook, name, facts, 'queued', facts ->> '$.at', event || ':' || webhook
         FROM (
           SELECT webhooks.uuid AS webhook, one.value ->> '$.name' AS name, one.value ->> '$.key' AS event,
             json_extract(one.value, '$.facts') AS facts,
             row_number() OVER (PARTITION BY webhooks.uuid ORDER BY one.key) + (
               SELECT count(*) FROM webhook_deliveries AS waiting
               WHERE waiting.webhook_uuid = webhooks.uuid AND waiting.state = 'queued') AS place
           FROM webhooks CROSS JOIN json_each(?2) AS one
           WHERE company_uuid = ?1 AND enabled = 1
             AND EXISTS (SELECT 1 FROM json_each(webhooks.events) WHERE value = one.value ->> '$.name')
             AND (webhooks.swarms IS NULL OR EXISTS (SELECT 1 FROM json_each(webhooks.swarms) AS own
               WHERE own.value IN (SELECT value FROM json_each(one.value, '$.facts.swarms')))))
         WHERE place <= ${mostWaiting}`,
      )
      .bind(company, JSON.stringify(some))
      .run()
    // oxlint-disable-next-line no-await-in-loop
    await inTime('directory', queued)
  }
}

/**
 * Queue a test for one webhook, also for one that is switched off. It is not due for others: who asks delivers it.
 * @returns false where there were many in the last minute: each is a request to a server of somebody else.
 */
export async function queueTest(
  directory: D1Database,
  webhook: string,
  uuid: string,
): Promise<boolean> {
  const at = new Date()
  const facts: EventFacts = { at: at.toISOString() }
  const { meta } = await directory
    .prepare(
      `INSERT INTO webhook_deliveries (uuid, webhook_uuid, event, facts, state, attempts, created_at, once)
       SELECT ?1, ?2, 'test', ?3, 'failed', 1, ?4, ?1
       WHERE (SELECT count(*) FROM webhook_deliveries WHERE webhook_uuid = ?2 AND created_at > ?5 AND event = 'test') < ${mostTests}`,
    )
    .bind(
      uuid,
      webhook,
      JSON.stringify(facts),
      facts.at,
      new Date(at.getTime() - 60_000).toISOString(),
    )
    .run()
  return meta.changes > 0
}

/** Read a page of the deliveries of a webhook, newest first. */
export async function readDeliveriesOf(
  directory: D1Database,
  webhook: string,
  query: PageQuery,
): Promise<{ data: KnownDelivery[]; pages: number; total: number }> {
  const limit = Number(query.limit ?? listPageSize)
  const offset = (Number(query.page ?? 1) - 1) * limit
  const [rows, count] = await directory.batch<KnownDelivery & { total: number }>([
    directory
      .prepare(
        `SELECT * FROM webhook_deliveries WHERE webhook_uuid = ?1
         ORDER BY created_at DESC, uuid LIMIT ?2 OFFSET ?3`,
      )
      .bind(webhook, limit, offset),
    directory
      .prepare('SELECT count(*) AS total FROM webhook_deliveries WHERE webhook_uuid = ?1')
      .bind(webhook),
  ])
  const total = count?.results[0]?.total ?? 0
  return { data: rows?.results ?? [], pages: Math.max(1, Math.ceil(total / limit)), total }
}

/** Find a delivery of a company's webhook. */
export async function findDelivery(
  directory: D1Database,
  company: string,
  uuid: string,
): Promise<KnownDelivery | null> {
  return directory
    .prepare(
      `SELECT webhook_deliveries.* FROM webhook_deliveries JOIN webhooks ON webhooks.uuid = webhook_uuid
       WHERE webhook_deliveries.uuid = ?1 AND company_uuid = ?2`,
    )
    .bind(uuid, company)
    .first<KnownDelivery>()
}

/**
 * Queue a delivery that was given up as if it were new.
 * @returns false for one that waits or was sent, and for one that the settings of its webhook no longer cover.
 */
export async function queueAgain(directory: D1Database, uuid: string): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `UPDATE webhook_deliveries SET state = 'queued', attempts = 0, next_at = NULL
       WHERE uuid = ?1 AND state = 'failed' AND event <> 'test'
         AND EXISTS (SELECT 1 FROM webhooks WHERE uuid = webhook_uuid AND ${isCovered})`,
    )
    .bind(uuid)
    .run()
  return meta.changes > 0
}

/**
 * Take deliveries that are due, each with a lease, so that two deliverers never send the same one at the same time: the oldest of each
 * webhook first and at most a few of it, so that many for an address that does not answer hold up no other company's. Those of a webhook that is switched off
 * wait.
 */
export async function takeDue(
  directory: D1Database,
  { now, leaseMs, most }: { now: number; leaseMs: number; most: number },
): Promise<KnownDelivery[]> {
  const { results } = await directory
    .prepare(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, next_at = ?2 WHERE uuid IN (
         SELECT uuid FROM (
           SELECT webhook_deliveries.uuid, webhook_deliveries.created_at AS at, row_number() OVER (
               PARTITION BY webhook_uuid ORDER BY webhook_deliveries.created_at) AS place
           FROM webhook_deliveries
             JOIN webhooks ON webhooks.uuid = webhook_uuid AND enabled = 1
             JOIN companies ON companies.uuid = company_uuid AND companies.deleted_at IS NULL
           WHERE state = 'queued' AND coalesce(next_at, '') <= ?1)
         WHERE place <= ${mostAtOnce} ORDER BY place, at LIMIT ?3
       ) RETURNING *`,
    )
    .bind(new Date(now).toISOString(), new Date(now + leaseMs).toISOString(), most)
    .all<KnownDelivery>()
  return results
}

/** Note a delivery that arrived; the webhook has no failures in a row any more. */
export async function noteDelivered(
  directory: D1Database,
  { uuid, webhook_uuid }: Pick<KnownDelivery, 'uuid' | 'webhook_uuid'>,
  status: number,
): Promise<void> {
  await directory.batch([
    directory
      .prepare(
        `UPDATE webhook_deliveries SET state = 'sent', sent_at = ?2, status = ?3, error = '', next_at = NULL WHERE uuid = ?1`,
      )
      .bind(uuid, new Date().toISOString(), status),
    directory.prepare('UPDATE webhooks SET failures = 0 WHERE uuid = ?1').bind(webhook_uuid),
    forgetOld(directory, webhook_uuid),
  ])
}

/** Remove deliveries of a webhook that are over for long. */
function forgetOld(directory: D1Database, webhook: string): D1PreparedStatement {
  return directory
    .prepare(
      `DELETE FROM webhook_deliveries WHERE webhook_uuid = ?1 AND created_at < ?2 AND state <> 'queued'`,
    )
    .bind(webhook, new Date(Date.now() - keptMs).toISOString())
}

/**
 * Note a try that failed: it is tried again at `nextAt`, or given up, which switches the webhook off after several in a row. One that
 * was made by settings before `version` says nothing of those that are kept now.
 * @returns true where this one has switched it off.
 */
export async function noteFailed(
  directory: D1Database,
  { uuid, webhook_uuid, event }: Pick<KnownDelivery, 'uuid' | 'webhook_uuid' | 'event'>,
  failure: {
    error: WebhookError
    status: number | null
    nextAt: string | null
    version: number
  },
): Promise<boolean> {
  await directory.batch([
    directory
      .prepare(
        'UPDATE webhook_deliveries SET state = ?2, next_at = ?3, status = ?4, error = ?5 WHERE uuid = ?1',
      )
      .bind(
        uuid,
        failure.nextAt === null ? 'failed' : 'queued',
        failure.nextAt,
        failure.status,
        failure.error,
      ),
    forgetOld(directory, webhook_uuid),
  ])
  if (failure.nextAt !== null || event === 'test') return false
  const [, stopped] = await directory.batch([
    directory
      .prepare('UPDATE webhooks SET failures = failures + 1 WHERE uuid = ?1 AND version = ?2')
      .bind(webhook_uuid, failure.version),
    directory
      .prepare(
        `UPDATE webhooks SET enabled = 0, stopped_at = ?2 WHERE uuid = ?1 AND version = ?3 AND enabled = 1 AND failures >= ${mostFailures}`,
      )
      .bind(webhook_uuid, new Date().toISOString(), failure.version),
  ])
  return (stopped?.meta.changes ?? 0) > 0
}
