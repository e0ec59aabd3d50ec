import { webhookCalls } from '../../domain/calls/webhooks.ts'
import type { WebhookError } from '../../domain/entities/webhook.ts'
import {
  type KnownDelivery,
  noteDelivered,
  noteFailed,
  takeDue,
} from '../directory/webhook-deliveries.ts'
import { findCovering, findWebhook, type KnownWebhook } from '../directory/webhooks.ts'
import { logFailure } from '../log.ts'
import { sendMails } from '../mail/send.ts'
import { unwrap } from '../outcome.ts'
import { seal, unseal } from '../session/seal.ts'
import { otherStore } from '../store/other-store.ts'
import { refuseAddress } from './check-address.ts'
import { stoppedWords } from './webhook-words.ts'
import { writeBody } from './write-body.ts'

/** Address and signing secret of a webhook, as they are sealed. */
export interface Target {
  url: string
  secret: string | null
}

const placeOf = (uuid: string) => ({ purpose: 'webhook', bound: uuid }) as const

export function sealTarget(env: Env, uuid: string, target: Target): string {
  return seal(env.SEALING_SECRET, placeOf(uuid), JSON.stringify(target))
}

/** Open a sealed target; null where it was sealed with a secret that is not set here. */
export function openTarget(env: Env, { uuid, sealed }: Pick<KnownWebhook, 'uuid' | 'sealed'>) {
  const text = unseal(env.SEALING_SECRET, placeOf(uuid), sealed)
  return text === null ? null : (JSON.parse(text) as Target)
}

const timeoutMs = 10_000
/** Duration of a deliverer's lease of a delivery; then another may take it. */
const leaseMs = 60_000
/** Delays after the first, second … failed try; after the last the delivery is given up. */
const waitsMs = [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000]
const batchSize = 20
/** Time after which a round takes no further batch: the next minute's goes on. */
const roundMs = 40_000
/** Most characters that are sent: more would be cut off by Teams (28 kB) and Slack. */
const mostLength = 16_000

/**
 * Send what is due, oldest first, until nothing is or the round is over.
 * @returns how many left, and how many tries failed.
 */
export async function deliverWebhooks(
  env: Env,
  now: () => number = Date.now,
): Promise<{ sent: number; failed: number }> {
  const counts = { sent: 0, failed: 0 }
  const begun = now()
  for (;;) {
    if (now() - begun > roundMs) return counts
    const due = await takeDue(env.DIRECTORY, { now: Date.now(), leaseMs, most: batchSize })
    if (due.length === 0) return counts
    // Deliver side by side: one address that does not answer holds up no other.
    const outcomes = await Promise.all(due.map((delivery) => deliverOne(env, delivery)))
    for (const isSent of outcomes) counts[isSent ? 'sent' : 'failed'] += 1
  }
}

async function deliverOne(env: Env, delivery: KnownDelivery): Promise<boolean> {
  const webhook = await findCovering(env.DIRECTORY, delivery.uuid)
  // Stop where the webhook was removed, switched off or given other settings since the delivery was taken.
  if (!webhook) return false
  const wait = waitsMs[delivery.attempts - 1]
  const nextAt = wait === undefined ? null : new Date(Date.now() + wait).toISOString()
  const { isSent, hasStopped } = await sendOnce(env, webhook, delivery, nextAt)
  if (hasStopped) await tellStopped(env, webhook)
  return isSent
}

/** Send a test at once, without another try. */
export async function deliverTest(
  env: Env,
  webhook: KnownWebhook,
  delivery: KnownDelivery,
): Promise<void> {
  await sendOnce(env, webhook, delivery, null)
}

async function sendOnce(
  env: Env,
  webhook: KnownWebhook,
  delivery: KnownDelivery,
  nextAt: string | null,
): Promise<{ isSent: boolean; hasStopped: boolean }> {
  const answer = await post(env, webhook, delivery)
  if (answer.error === null) {
    await noteDelivered(env.DIRECTORY, delivery, answer.status)
    return { isSent: true, hasStopped: false }
  }
  const { error, status } = answer
  const hasStopped = await noteFailed(env.DIRECTORY, delivery, {
    error,
    status,
    nextAt,
    version: webhook.version,
  })
  return { isSent: false, hasStopped }
}

type Answer = { error: null; status: number } | { error: WebhookError; status: number | null }

/** Post a delivery and judge the response by its status only: its body is not read, and a redirect counts as a failure. */
async function post(env: Env, webhook: KnownWebhook, delivery: KnownDelivery): Promise<Answer> {
  const target = openTarget(env, webhook)
  if (!target) return { error: 'unreadable', status: null }
  // Check again before each try: the operator may have taken the host off the list since.
  if (refuseAddress(env, target.url) !== null) return { error: 'address', status: null }
  const body = writeBody(webhook, delivery)
  if (body.length > mostLength) return { error: 'unreadable', status: null }
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'Content-Type': 'application/json',
        ...(target.secret === null ? {} : await signBody(target.secret, delivery.uuid, body)),
      },
      body,
    })
    const { status } = response
    await response.body?.cancel()
    if (response.ok) return { error: null, status }
    return { error: status >= 300 && status < 400 ? 'redirect' : 'status', status }
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    return { error: isLate ? 'timeout' : 'unreachable', status: null }
  }
}

/**
 * Sign a body as Standard Webhooks 1.0 describes: HMAC-SHA-256 of `id.timestamp.body`, base64. A secret that begins with
 * `whsec_` holds its key in base64, any other is its own UTF-8.
 */
async function signBody(secret: string, id: string, body: string): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const bytes = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signature = Buffer.from(await crypto.subtle.sign('HMAC', key, signed)).toString('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

/**
 * Mail that the service has switched a webhook off: to the person who saved it, and where they may not switch it on again or have left,
 * to everybody of the company who may. Never throws.
 */
async function tellStopped(env: Env, webhook: KnownWebhook): Promise<void> {
  try {
    const { uuid, company_uuid: company, saved_by: savedBy, name, host } = webhook
    const asked = { name: 'holdersOf', permission: webhookCalls.edit.needs } as const
    const holders = await unwrap(otherStore(env, company).ask(asked, { kinds: [], swarms: [] }))
    const saver = holders.filter((one) => one.uuid === savedBy)
    const now = await findWebhook(env.DIRECTORY, company, uuid)
    const mails = (saver.length > 0 ? saver : holders).map((person) => ({
      to: person.email,
      ...stoppedWords(person.default_language, name, host),
      key: `webhook:${uuid}:${now?.stopped_at ?? ''}:${person.uuid}`,
    }))
    await sendMails(env, company, mails)
  } catch (error) {
    logFailure('stopped webhook not mailed', error)
  }
}
