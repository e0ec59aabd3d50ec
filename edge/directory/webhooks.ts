import type { PageQuery } from '../../domain/calls/shapes.ts'
import { listPageSize } from '../../domain/catalog/limits.ts'
import type { WebhookError, WebhookEvent } from '../../domain/entities/webhook.ts'

/** A webhook as the directory keeps it. */
export interface KnownWebhook extends Record<string, string | number | null> {
  uuid: string
  company_uuid: string
  name: string
  format: string
  host: string
  sealed: string
  signed: number
  events: string
  swarms: string | null
  language: string
  origin: string
  enabled: number
  failures: number
  stopped_at: string | null
  saved_by: string
  version: number
  created_at: string
}

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
}

/** Most deliveries of one webhook that wait at a time; what comes on top is not sent. */
export const mostWaiting = 200

/** Most deliveries of one webhook that are sent side by side. */
const mostAtOnce = 4

/** Deliveries in a row that are given up before a webhook is switched off. */
export const mostFailures = 5

/** List the webhooks of a company with the numbers of their waiting and failed deliveries, oldest first. */
export async function listWebhooks(
  directory: D1Database,
  company: string,
): Promise<(KnownWebhook & { waiting: number; failed: number })[]> {
  const { results } = await directory
    .prepare(
      `SELECT webhooks.*,
         (SELECT count(*) FROM webhook_deliveries WHERE webhook_uuid = webhooks.uuid AND state = 'queued') AS waiting,
         (SELECT count(*) FROM webhook_deliveries WHERE webhook_uuid = webhooks.uuid AND state = 'failed') AS failed
       FROM webhooks WHERE company_uuid = ?1 ORDER BY created_at, uuid`,
    )
    .bind(company)
    .all<KnownWebhook & { waiting: number; failed: number }>()
  return results
}

/** Find a webhook of the company; null for one of another. */
export async function findWebhook(
  directory: D1Database,
  company: string,
  uuid: string,
): Promise<KnownWebhook | null> {
  return directory
    .prepare('SELECT * FROM webhooks WHERE uuid = ?1 AND company_uuid = ?2')
    .bind(uuid, company)
    .first<KnownWebhook>()
}

/**
 * Keep the settings of a webhook. One that is switched on begins without failures.
 * @returns false when it has changed since `seen`, or is another company's.
 */
export async function keepWebhook(
  directory: D1Database,
  one: Omit<KnownWebhook, 'failures' | 'stopped_at' | 'version'>,
  seen: number,
): Promise<boolean> {
  const values = [
    one.uuid,
    one.company_uuid,
    one.name,
    one.format,
    one.host,
    one.sealed,
    one.signed,
    one.events,
    one.swarms,
    one.language,
    one.origin,
    one.enabled,
    one.saved_by,
    one.created_at,
  ]
  const { meta } =
    seen === 0
      ? await directory
          .prepare(
            `INSERT OR IGNORE INTO webhooks (uuid, company_uuid, name, format, host, sealed, signed, events, swarms,
               language, origin, enabled, saved_by, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)`,
          )
          .bind(...values)
          .run()
      : await directory
          .prepare(
            `UPDATE webhooks SET name = ?3, format = ?4, host = ?5, sealed = ?6, signed = ?7, events = ?8, swarms = ?9,
               language = ?10, origin = ?11, enabled = ?12, saved_by = ?13, failures = 0, stopped_at = NULL,
               version = version + 1
             WHERE uuid = ?1 AND company_uuid = ?2 AND version = ?14`,
          )
          .bind(...values.slice(0, -1), seen)
          .run()
  return meta.changes > 0
}

/** Remove a webhook with its deliveries. */
export async function removeWebhook(
  directory: D1Database,
  company: string,
  uuid: string,
): Promise<boolean> {
  const [, removed] = await directory.batch([
    directory
      .prepare(
        `DELETE FROM webhook_deliveries WHERE webhook_uuid IN
           (SELECT uuid FROM webhooks WHERE uuid = ?1 AND company_uuid = ?2)`,
      )
      .bind(uuid, company),
    directory
      .prepare('DELETE FROM webhooks WHERE uuid = ?1 AND company_uuid = ?2')
      .bind(uuid, company),
  ])
  return (removed?.meta.changes ?? 0) > 0
}

/**
 * Queue an event for the webhooks of a company that hear of it, once for each `key`. A webhook with too many waiting
 * deliveries gets none, so that a dead address holds no more than that.
 */
export async function queueEvent(
  directory: D1Database,
  company: string,
  event: { name: WebhookEvent; swarms: readonly string[]; key: string; facts: EventFacts },
): Promise<void> {
  await directory
    .prepare(
      `INSERT OR IGNORE INTO webhook_deliveries (uuid, webhook_uuid, event, facts, state, created_at, once)
       SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
           substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
         webhooks.uuid, ?2, ?3, 'queued', ?4, ?5 || ':' || webhooks.uuid
       FROM webhooks WHERE company_uuid = ?1 AND enabled = 1
         AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = ?2)
         AND (webhooks.swarms IS NULL
           OR EXISTS (SELECT 1 FROM json_each(webhooks.swarms) WHERE value IN (SELECT value FROM json_each(?6))))
         AND (SELECT count(*) FROM webhook_deliveries AS waiting
           WHERE waiting.webhook_uuid = webhooks.uuid AND waiting.state = 'queued') < ${mostWaiting}`,
    )
    .bind(
      company,
      event.name,
      JSON.stringify(event.facts),
      event.facts.at,
      event.key,
      JSON.stringify(event.swarms),
    )
    .run()
}

/** Queue a test for one webhook, also for one that is switched off. It is not due for others: who asks delivers it. */
export async function queueTest(
  directory: D1Database,
  webhook: string,
  uuid: string,
): Promise<void> {
  const at = new Date().toISOString()
  await directory
    .prepare(
      `INSERT INTO webhook_deliveries (uuid, webhook_uuid, event, facts, state, attempts, created_at, once)
       VALUES (?1, ?2, 'test', ?3, 'failed', 1, ?4, ?1)`,
    )
    .bind(uuid, webhook, JSON.stringify({ at } satisfies EventFacts), at)
    .run()
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

/** Queue a delivery that was given up as if it were new. @returns false for one that waits or was sent. */
export async function queueAgain(directory: D1Database, uuid: string): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `UPDATE webhook_deliveries SET state = 'queued', attempts = 0, next_at = NULL
       WHERE uuid = ?1 AND state = 'failed' AND event <> 'test'`,
    )
    .bind(uuid)
    .run()
  return meta.changes > 0
}

type Row = Record<string, string | number | null>

/**
 * Switch off the webhooks of a backup, and give up what waited for them: it may have been sent after the backup was made, so a person
 * decides to send it again. Links lead to this deployment.
 */
export function asRestored(
  webhooks: readonly Row[],
  deliveries: readonly Row[],
  origin: string,
): { webhooks: Row[]; webhook_deliveries: Row[] } {
  return {
    webhooks: webhooks.map((one) => ({ ...one, enabled: 0, failures: 0, origin })),
    webhook_deliveries: deliveries.map((one) =>
      one['state'] === 'queued'
        ? { ...one, state: 'failed', next_at: null, error: 'restored' satisfies WebhookError }
        : one,
    ),
  }
}

/**
 * Switch off the webhooks of a company that is put back, also those that its directory still had: people of then may have left.
 * Deliveries that wait stay queued until a person switches theirs on.
 * @returns the number of its webhooks, and of deliveries that were given up as it was put back.
 */
export async function pauseWebhooks(
  directory: D1Database,
  company: string,
): Promise<{ webhooks: number; deliveries: number }> {
  const [, counted] = await directory.batch<{ webhooks: number; deliveries: number }>([
    directory
      .prepare(
        'UPDATE webhooks SET enabled = 0, version = version + 1 WHERE company_uuid = ?1 AND enabled = 1',
      )
      .bind(company),
    directory
      .prepare(
        `SELECT (SELECT count(*) FROM webhooks WHERE company_uuid = ?1) AS webhooks,
           (SELECT count(*) FROM webhook_deliveries JOIN webhooks ON webhooks.uuid = webhook_uuid
            WHERE company_uuid = ?1 AND state = 'failed' AND error = 'restored') AS deliveries`,
      )
      .bind(company),
  ])
  return counted?.results[0] ?? { webhooks: 0, deliveries: 0 }
}

/**
 * Take deliveries that are due, oldest first, each with a lease, so that two deliverers never send the same one at the same
 * time. Those of a webhook that is switched off wait. A webhook has at most a few in a batch: one with many behind an address that
 * does not answer holds up no other.
 */
export async function takeDue(
  directory: D1Database,
  { now, leaseMs, most }: { now: number; leaseMs: number; most: number },
): Promise<KnownDelivery[]> {
  const { results } = await directory
    .prepare(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, next_at = ?2 WHERE uuid IN (
         SELECT uuid FROM (
           SELECT webhook_deliveries.uuid, webhook_deliveries.created_at AS made,
             row_number() OVER (PARTITION BY webhook_uuid ORDER BY webhook_deliveries.created_at) AS place
           FROM webhook_deliveries
             JOIN webhooks ON webhooks.uuid = webhook_uuid AND enabled = 1
             JOIN companies ON companies.uuid = company_uuid AND companies.deleted_at IS NULL
           WHERE state = 'queued' AND coalesce(next_at, '') <= ?1)
         WHERE place <= ${mostAtOnce} ORDER BY made LIMIT ?3
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
  ])
}

/**
 * Note a try that failed: it is tried again at `nextAt`, or given up, which switches the webhook off after several in a row.
 * @returns true where this one has switched it off.
 */
export async function noteFailed(
  directory: D1Database,
  { uuid, webhook_uuid, event }: Pick<KnownDelivery, 'uuid' | 'webhook_uuid' | 'event'>,
  failure: { error: WebhookError; status: number | null; nextAt: string | null },
): Promise<boolean> {
  await directory
    .prepare(
      'UPDATE webhook_deliveries SET state = ?2, next_at = ?3, status = ?4, error = ?5 WHERE uuid = ?1',
    )
    .bind(
      uuid,
      failure.nextAt === null ? 'failed' : 'queued',
      failure.nextAt,
      failure.status,
      failure.error,
    )
    .run()
  if (failure.nextAt !== null || event === 'test') return false
  const [, stopped] = await directory.batch([
    directory
      .prepare('UPDATE webhooks SET failures = failures + 1 WHERE uuid = ?1')
      .bind(webhook_uuid),
    directory
      .prepare(
        `UPDATE webhooks SET enabled = 0, stopped_at = ?2 WHERE uuid = ?1 AND enabled = 1 AND failures >= ${mostFailures}`,
      )
      .bind(webhook_uuid, new Date().toISOString()),
  ])
  return (stopped?.meta.changes ?? 0) > 0
}
