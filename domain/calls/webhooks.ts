import * as v from 'valibot'
import { action, get, post } from '../call.ts'
import { Webhook, WebhookDelivery, WebhookSettings } from '../entities/webhook.ts'
import { Uuid } from '../fields.ts'
import { byId, Page, PageQuery } from './shapes.ts'

// Ask for the right to set permissions: a webhook takes facts of the company out of it.
const own = { reach: 'own', person: true, needs: 'permissions.edit' } as const

const Webhooks = v.strictObject({
  /** Hosts that this deployment sends to; a leading dot includes all subdomains. */
  hosts: v.array(v.string()),
  webhooks: v.array(Webhook),
})

/** Addresses of a company that hear of its runs and devices (decision 83). */
export const webhookCalls = {
  list: get('/webhooks/list', { ...own, data: Webhooks }),
  /**
   * Add a webhook. Address and secret are written and never read.
   * @errors `invalid` `webhook_address` for an address that is no public https address on port 443, `webhook_host` for a host
   * that the deployment does not send to.
   */
  create: post('/webhooks/create', { ...own, body: WebhookSettings, data: Webhooks }),
  /** Change a webhook, with the same errors; `stale` where it has changed since `seen`. */
  edit: post('/webhooks/edit/:id', {
    ...own,
    params: byId,
    body: v.strictObject({
      ...WebhookSettings.entries,
      /** `version` that it was changed from. */
      seen: v.pipe(v.number(), v.integer(), v.minValue(1)),
    }),
    data: Webhooks,
  }),
  remove: action('/webhooks/delete/:id', { ...own, params: byId, data: Webhooks }),
  /** Sends a test at once and answers what came of it. */
  test: action('/webhooks/test/:id', {
    ...own,
    params: byId,
    data: WebhookDelivery,
    timeout: 30_000,
  }),
  /** Deliveries of a webhook, the newest first. */
  deliveries: get('/webhooks/deliveries/:id', {
    ...own,
    params: byId,
    query: PageQuery,
    data: Page(WebhookDelivery),
  }),
  /** Queues a delivery that was given up once more. */
  retry: action('/webhooks/retry/:id', {
    ...own,
    params: byId,
    data: v.strictObject({ queued: v.boolean(), webhook_uuid: Uuid }),
  }),
}
