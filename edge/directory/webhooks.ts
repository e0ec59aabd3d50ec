import { mostWebhooks, type WebhookError } from '../../domain/entities/webhook.ts'
import { type DueEntry, keepIfChanged } from './due-entries.ts'

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

/** Condition for a delivery that the settings of its webhook cover: its event, and a swarm of it. */
export const isCovered = `EXISTS (SELECT 1 FROM json_each(webhooks.events) WHERE value = webhook_deliveries.event)
  AND (webhooks.swarms IS NULL OR EXISTS (SELECT 1 FROM json_each(webhooks.swarms)
    WHERE value IN (SELECT value FROM json_each(webhook_deliveries.facts, '$.swarms'))))`

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

/** Find the webhook that a waiting delivery is sent by; null where its settings, as they are now, do not cover that. */
export async function findCovering(
  directory: D1Database,
  delivery: string,
): Promise<KnownWebhook | null> {
  return directory
    .prepare(
      `SELECT webhooks.* FROM webhook_deliveries JOIN webhooks ON webhooks.uuid = webhook_uuid
       WHERE webhook_deliveries.uuid = ?1 AND state = 'queued' AND enabled = 1 AND ${isCovered}`,
    )
    .bind(delivery)
    .first<KnownWebhook>()
}

/**
 * Keep the settings of a webhook. One that is switched on begins without failures. What waits and is not covered by them any more is
 * removed: nothing of a swarm is sent to a channel that no longer covers it.
 * @returns false when it has changed since `seen`, or is another company's; for a new one also when the company has as many as it
 *   may have.
 */
export async function keepWebhook(
  directory: D1Database,
  one: Omit<KnownWebhook, 'failures' | 'stopped_at' | 'version'>,
  { seen, due }: { seen: number; due: DueEntry },
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
  const statement =
    seen === 0
      ? directory
          .prepare(
            `INSERT OR IGNORE INTO webhooks (uuid, company_uuid, name, format, host, sealed, signed, events, swarms,
               language, origin, enabled, saved_by, created_at)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14
             WHERE (SELECT count(*) FROM webhooks WHERE company_uuid = ?2) < ${mostWebhooks}`,
          )
          .bind(...values)
      : directory
          .prepare(
            `UPDATE webhooks SET name = ?3, format = ?4, host = ?5, sealed = ?6, signed = ?7, events = ?8, swarms = ?9,
               language = ?10, origin = ?11, enabled = ?12, saved_by = ?13, failures = 0, stopped_at = NULL,
               version = version + 1
             WHERE uuid = ?1 AND company_uuid = ?2 AND version = ?14`,
          )
          .bind(...values.slice(0, -1), seen)
  // Remove in the same step what waits: a delivery that no settings cover would be taken every minute, and neither sent nor given up.
  const uncovered = directory
    .prepare(
      `DELETE FROM webhook_deliveries WHERE webhook_uuid = ?1 AND state = 'queued' AND EXISTS (
         SELECT 1 FROM webhooks WHERE uuid = webhook_uuid AND company_uuid = ?2 AND NOT (${isCovered}))`,
    )
    .bind(one.uuid, one.company_uuid)
  const [kept] = await directory.batch([statement, keepIfChanged(directory, due), uncovered])
  return (kept?.meta.changes ?? 0) > 0
}

/**
 * Subscribe the webhooks of a merged swarm to the other one, and let their deliveries be of that: what waits would else be covered no more. May
 * be repeated.
 * @param stays whether the merged swarm is kept, with its signed runs.
 * @param due entry for each of them, whose reason becomes its name and host.
 */
export async function moveToSwarm(
  directory: D1Database,
  company: string,
  { from, into, stays }: { from: string; into: string; stays: boolean },
  due: DueEntry,
): Promise<void> {
  const has = (list: string, place: string) =>
    `EXISTS (SELECT 1 FROM json_each(${list}) WHERE value = ${place})`
  const moving = (list: string) => `${has(list, '?2')} AND NOT (?4 AND ${has(list, '?3')})`
  const moved = (list: string) => `(SELECT json_group_array(value) FROM (
    SELECT value FROM json_each(${list}) WHERE value <> ?2 OR ?4 UNION SELECT ?3))`
  const subscribed = `company_uuid = ?1 AND swarms IS NOT NULL AND ${moving('webhooks.swarms')}`
  const told = "webhook_deliveries.facts, '$.swarms'"
  const places = [company, from, into, stays ? 1 : 0]
  await directory.batch([
    directory
      .prepare(
        `INSERT INTO due_entries (uuid, company_uuid, note)
         SELECT lower(hex(randomblob(16))), company_uuid, json_set(?5, '$.by.reason', name || ' ' || host)
         FROM webhooks WHERE ${subscribed}`,
      )
      .bind(...places, due.note),
    directory
      .prepare(
        `UPDATE webhooks SET version = version + 1, swarms = ${moved('webhooks.swarms')} WHERE ${subscribed}`,
      )
      .bind(...places),
    directory
      .prepare(
        `UPDATE webhook_deliveries SET facts = json_set(facts, '$.swarms', json(${moved(told)}))
         WHERE state <> 'sent' AND ${moving(told)}
           AND webhook_uuid IN (SELECT uuid FROM webhooks WHERE company_uuid = ?1)`,
      )
      .bind(...places),
  ])
}

/** Remove a webhook with its deliveries. */
export async function removeWebhook(
  directory: D1Database,
  company: string,
  uuid: string,
  due: DueEntry,
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
    keepIfChanged(directory, due),
  ])
  return (removed?.meta.changes ?? 0) > 0
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
