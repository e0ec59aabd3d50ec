import * as v from 'valibot'
import { Line, Name, Timestamp, Uuid } from '../fields.ts'

/** Forms of a message: plain JSON with a signature, a card for Microsoft Teams (Workflows), a message for Slack. */
export const webhookFormats = ['json', 'teams', 'slack'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Events that are sent: the end of a run, a failed control, an alarm about a device. */
export const webhookEvents = ['run_ended', 'control_failed', 'device_alarm'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Most webhooks of a company. */
export const mostWebhooks = 20

/** Reasons that a delivery failed; what the other side answered is never kept. */
const webhookErrors = [
  'address',
  'redirect',
  'restored',
  'status',
  'timeout',
  'unreachable',
  'unreadable',
] as const
export type WebhookError = (typeof webhookErrors)[number]

/** A webhook as people see it. Its address, which may hold a secret, and its signing secret are never shown. */
export const Webhook = v.strictObject({
  uuid: Uuid,
  name: Name,
  format: v.picklist(webhookFormats),
  host: v.string(),
  /** It has a signing secret. */
  signed: v.boolean(),
  events: v.array(v.picklist(webhookEvents)),
  /** Null for all swarms of the company. */
  swarms: v.nullable(v.array(Uuid)),
  enabled: v.boolean(),
  /** Time at which the service switched it off, after several deliveries were given up. */
  stopped_at: v.nullable(Timestamp),
  /** Counts changes: a save names the one that it was made from. */
  version: v.number(),
  waiting: v.number(),
  failed: v.number(),
})
export type Webhook = v.InferOutput<typeof Webhook>

/** A secret that begins with `whsec_` holds a key of at least 24 bytes in base64 (Standard Webhooks 1.0): other signs would be no part of it. */
const signingSecret =
  /^(?!whsec_)|^whsec_(?:[A-Za-z\d+/]{4}){8,}(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

/** Settings of a webhook as a person saves them. */
export const WebhookSettings = v.strictObject({
  name: Name,
  format: v.picklist(webhookFormats),
  events: v.pipe(v.array(v.picklist(webhookEvents)), v.minLength(1), v.maxLength(3)),
  swarms: v.nullable(v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(100))),
  enabled: v.boolean(),
  /** Absent: as it is. */
  url: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(2000))),
  /** Absent: as it is. */
  secret: v.optional(
    v.pipe(Line, v.minLength(24), v.maxLength(200), v.regex(signingSecret, 'webhook_secret')),
  ),
})
export type WebhookSettings = v.InferOutput<typeof WebhookSettings>

/** One event sent to one webhook. */
export const WebhookDelivery = v.strictObject({
  uuid: Uuid,
  event: v.picklist([...webhookEvents, 'test']),
  state: v.picklist(['queued', 'sent', 'failed']),
  attempts: v.number(),
  /** Status of the last answer; null where none came. */
  status: v.nullable(v.number()),
  error: v.nullable(v.picklist(webhookErrors)),
  created_at: Timestamp,
  sent_at: v.nullable(Timestamp),
  next_at: v.nullable(Timestamp),
})
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>
