import type { webhookCalls } from '../../domain/calls/webhooks.ts'
import {
  mostWebhooks,
  type Webhook,
  type WebhookDelivery,
  type WebhookSettings,
} from '../../domain/entities/webhook.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import {
  findDelivery,
  type KnownDelivery,
  queueAgain,
  queueTest,
  readDeliveriesOf,
} from '../directory/webhook-deliveries.ts'
import {
  findWebhook,
  keepWebhook,
  type KnownWebhook,
  listWebhooks,
  removeWebhook,
} from '../directory/webhooks.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { describeChange, writeDueEntries } from '../session/due-entries.ts'
import { tooMany } from '../session/throttle.ts'
import { checkAddress, listHosts } from '../webhooks/check-address.ts'
import { deliverTest, openTarget, sealTarget, type Target } from '../webhooks/deliver-webhooks.ts'

/** Handlers of the webhooks of a company (decision 83). */
export const webhooks: Handlers<typeof webhookCalls> = {
  list: async (_, context) => answerOf(context),
  create: async ({ body }, context) =>
    // Derive the id, so that a repeated delivery makes the same one.
    keep(context, derivedUuid(context.opId, 'webhook'), null, body, 0),
  edit: async ({ params, body: { seen, ...settings } }, context) =>
    keep(context, params.id, await mustFind(context, params.id), settings, seen),
  remove: async ({ params }, context) => {
    const { env, company, own, by } = context
    const webhook = await mustFind(context, params.id)
    await unwrap(own.confirm(by))
    const due = describeChange(context, 'webhook_removed', `${webhook.name} ${webhook.host}`)
    await removeWebhook(env.DIRECTORY, company, webhook.uuid, due)
    await writeDueEntries(env, company)
    return answerOf(context)
  },
  test: async ({ params }, context) => {
    const { env, company, own, by } = context
    const webhook = await mustFind(context, params.id)
    await unwrap(own.confirm(by))
    const uuid = makeUuid()
    if (!(await queueTest(env.DIRECTORY, webhook.uuid, uuid))) throw tooMany(60_000)
    const queued = await findDelivery(env.DIRECTORY, company, uuid)
    if (!queued) throw new Fault('not_found', 'No such webhook')
    await deliverTest(env, webhook, queued)
    return asShown((await findDelivery(env.DIRECTORY, company, uuid)) ?? queued)
  },
  deliveries: async ({ params, query }, context) => {
    const webhook = await mustFind(context, params.id)
    const { data, ...page } = await readDeliveriesOf(context.env.DIRECTORY, webhook.uuid, query)
    return { ...page, data: data.map(asShown) }
  },
  retry: async ({ params }, context) => {
    const { env, company, own, by } = context
    const delivery = await findDelivery(env.DIRECTORY, company, params.id)
    if (!delivery) throw new Fault('not_found', 'No such delivery')
    await unwrap(own.confirm(by))
    const queued = await queueAgain(env.DIRECTORY, delivery.uuid)
    return { queued, webhook_uuid: delivery.webhook_uuid }
  },
}

/** Keep the settings of a webhook, for the right that the person holds now. */
async function keep(
  context: AccountContext,
  uuid: string,
  before: KnownWebhook | null,
  settings: WebhookSettings,
  seen: number,
) {
  const { env, company, own, by, account, origin } = context
  const target = targetOf(env, before, settings)
  const { host } = checkAddress(env, target.url)
  checkSwarms(context, settings.swarms, before)
  await unwrap(own.confirm(by))
  const kept = await keepWebhook(
    env.DIRECTORY,
    {
      uuid,
      company_uuid: company,
      name: settings.name,
      format: settings.format,
      host,
      sealed: sealTarget(env, uuid, target),
      signed: target.secret === null ? 0 : 1,
      events: JSON.stringify([...new Set(settings.events)]),
      swarms: settings.swarms && JSON.stringify([...new Set(settings.swarms)]),
      language: account.default_language,
      origin,
      enabled: settings.enabled ? 1 : 0,
      saved_by: account.uuid,
      created_at: new Date().toISOString(),
    },
    { seen, due: describeChange(context, 'webhook_saved', `${settings.name} ${host}`) },
  )
  if (!kept) await refuseUnkept(context, uuid, target, seen)
  await writeDueEntries(env, company)
  return answerOf(context)
}

/** Return the address and secret to keep: what is given, otherwise what was there. */
function targetOf(
  env: Env,
  before: KnownWebhook | null,
  { url, secret }: Pick<WebhookSettings, 'url' | 'secret'>,
): Target {
  const known = before && openTarget(env, before)
  const address = url ?? known?.url
  if (address === undefined) {
    throw new Fault('invalid', 'An address is needed', { field: 'url', reason: 'required' })
  }
  return { url: address, secret: secret ?? known?.secret ?? null }
}

/**
 * Say why settings were not kept; nothing for a webhook that the same request has made before.
 * @throws Fault `stale`, `taken` for another address under the same operation, `refused` beyond the most webhooks
 */
async function refuseUnkept(
  { env, company }: AccountContext,
  uuid: string,
  target: Target,
  seen: number,
): Promise<void> {
  if (seen > 0) throw changedMeanwhile()
  const there = await findWebhook(env.DIRECTORY, company, uuid)
  if (there && openTarget(env, there)?.url === target.url) return
  if (there) {
    throw new Fault('taken', 'This operation id came before with other content, which was kept', {
      reason: 'operation_reused',
    })
  }
  throw new Fault('refused', `A company has ${mostWebhooks} webhooks at most`, {
    reason: 'webhooks_many',
    params: { most: mostWebhooks },
  })
}

/**
 * Check the swarms of a webhook. Those that it had before may stay: its name is changed, or it is switched off, by any administrator.
 * @throws Fault `invalid` for another swarm that is not one of the company's in sight of the person.
 */
function checkSwarms(
  { by }: AccountContext,
  swarms: readonly string[] | null,
  before: KnownWebhook | null,
): void {
  const known = JSON.parse(before?.swarms ?? '[]') as string[]
  const mayName = new Set([...by.sight.swarms, ...known])
  const at = swarms?.findIndex((uuid) => !mayName.has(uuid)) ?? -1
  if (at < 0) return
  throw new Fault('invalid', 'You are not in this swarm', {
    field: `swarms.${at}`,
    reason: 'swarm_unknown',
  })
}

async function mustFind({ env, company }: AccountContext, uuid: string): Promise<KnownWebhook> {
  const webhook = await findWebhook(env.DIRECTORY, company, uuid)
  if (!webhook) throw new Fault('not_found', 'No such webhook')
  return webhook
}

function changedMeanwhile(): Fault {
  return new Fault('stale', 'The webhook has been changed meanwhile', {
    field: 'seen',
    reason: 'changed_meanwhile',
  })
}

async function answerOf({ env, company }: AccountContext) {
  const known = await listWebhooks(env.DIRECTORY, company)
  return { hosts: listHosts(env), webhooks: known.map(asSeen) }
}

/** Return a webhook without its address and its secret. */
function asSeen(one: KnownWebhook & { waiting: number; failed: number }): Webhook {
  return {
    uuid: one.uuid,
    name: one.name,
    format: one.format as Webhook['format'],
    host: one.host,
    signed: one.signed === 1,
    events: JSON.parse(one.events) as Webhook['events'],
    swarms: one.swarms === null ? null : (JSON.parse(one.swarms) as string[]),
    enabled: one.enabled === 1,
    stopped_at: one.stopped_at,
    version: one.version,
    waiting: one.waiting,
    failed: one.failed,
  }
}

function asShown(one: KnownDelivery): WebhookDelivery {
  return {
    uuid: one.uuid,
    event: one.event as WebhookDelivery['event'],
    state: one.state as WebhookDelivery['state'],
    attempts: one.attempts,
    status: one.status,
    error: one.error === '' ? null : (one.error as WebhookDelivery['error']),
    created_at: one.created_at,
    sent_at: one.sent_at,
    next_at: one.next_at,
  }
}
