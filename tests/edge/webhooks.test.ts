// The receivers are somebody else's services: `fetch` is replaced, so that they can answer, fail and be counted.
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { webhookCalls } from '../../domain/calls/webhooks.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import {
  mostFailures,
  mostWaiting,
  queueEvents,
  takeDue,
} from '../../edge/directory/webhook-deliveries.ts'
import { refuseAddress } from '../../edge/webhooks/check-address.ts'
import { deliverWebhooks } from '../../edge/webhooks/deliver-webhooks.ts'
import { readAuditOf } from './audit-of.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeMeasured } from './plan.ts'

const bindings = env as unknown as Env
const secret = `whsec_${btoa('a key of at least 24 bytes!')}`
const url = 'https://hooks.example/services/T0/B0/secret-of-the-address'

let lab: Lab
let administrator: Sender
let manager: Sender
let other: Sender
beforeAll(async () => {
  lab = await foundLab('hooked')
  administrator = await lab.as('Administrator')
  manager = await lab.as('Manager')
  other = await (await foundLab('unhooked')).as('Administrator')
})

const answers = vi.fn<typeof fetch>()
const outside = (input: RequestInfo | URL) =>
  typeof input === 'string' && input.startsWith('https://hooks.example')
beforeEach(async () => {
  await bindings.DIRECTORY.prepare('DELETE FROM webhook_deliveries').run()
  await bindings.DIRECTORY.prepare('DELETE FROM webhooks').run()
  answers.mockReset()
  answers.mockImplementation(async () => new Response('what it answers', { status: 200 }))
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    outside(input) ? answers(input, init) : real(input, init),
  )
})
afterEach(() => vi.unstubAllGlobals())

const settings = (change: object = {}) => ({
  name: 'Lab channel',
  format: 'json',
  events: ['run_ended', 'control_failed', 'device_alarm'],
  swarms: null,
  enabled: true,
  url,
  secret,
  ...change,
})
const add = (sender: Sender, change: object = {}, opId: string = crypto.randomUUID()) =>
  sender(webhookCalls.create, { body: settings(change), headers: { 'Operation-Id': opId } })
const change = (sender: Sender, id: string, changed: object = {}) =>
  sender(webhookCalls.edit, { params: { id }, body: settings({ seen: 1, ...changed }) })
async function saved(changed: object = {}): Promise<string> {
  const { data } = await must(add(administrator, changed))
  return data.webhooks.at(-1)?.uuid ?? ''
}
const ended = (change: object = {}) =>
  queueEvents(bindings.DIRECTORY, lab.company, [
    {
      name: 'run_ended',
      swarms: [lab.swarm],
      key: crypto.randomUUID(),
      facts: { at: '2026-11-28T10:00:00.000Z', run: crypto.randomUUID(), outcome: 'COMPLETE' },
      ...change,
    },
  ])
const deliveriesOf = async (id: string) =>
  (await must(administrator(webhookCalls.deliveries, { params: { id } }))).data.data
const due = () =>
  bindings.DIRECTORY.prepare(
    `UPDATE webhook_deliveries SET next_at = '' WHERE state = 'queued'`,
  ).run()
const sentBody = (at = 0) => answers.mock.calls[at]?.[1]?.body as string

describe('an address', () => {
  const isRefused = (text: string) => refuseAddress(bindings, text)
  it('is https of a named host on port 443 that the deployment sends to', () => {
    expect(isRefused('https://hooks.slack.com/services/T0/B0/x')).toBeNull()
    expect(isRefused('https://prod-1.westeurope.logic.azure.com:443/workflows/x?sig=y')).toBeNull()
    expect(isRefused('https://hooks.slack.com.evil.example/x')).toBe('webhook_host')
    expect(isRefused('https://evilhooks.slack.com/x')).toBe('webhook_host')
    expect(isRefused('https://logic.azure.com/x')).toBe('webhook_host')
    expect(refuseAddress({ ENVIRONMENT: 'production' } as Env, url)).toBe('webhook_host')
  })

  it.each([
    'http://hooks.slack.com/x',
    'https://hooks.slack.com:8443/x',
    'https://user:word@hooks.slack.com/x',
    'https://hooks.slack.com/x#part',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f000001/x',
    'https://0177.0.0.1/x',
    'https://127.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[fe80::1]/x',
    'https://localhost/x',
    'https://metadata.google.internal/x',
    'https://printer.lan/x',
    'ftp://hooks.slack.com/x',
    'javascript:alert(1)',
    'no address',
  ])('is not %s', (text) => {
    const production = { ...bindings, ENVIRONMENT: 'production' as const }
    expect(refuseAddress(production as unknown as Env, text)).toBe('webhook_address')
  })
})

describe('settings of a webhook', () => {
  it('never give back address and secret, which are kept sealed and stay where they are not given', async () => {
    const id = await saved()
    const { data } = await must(administrator(webhookCalls.list))
    expect(data.webhooks).toMatchObject([{ uuid: id, host: 'hooks.example', signed: true }])
    const rows = await bindings.DIRECTORY.prepare('SELECT * FROM webhooks').all()
    const entries = await readAuditOf(
      lab.company,
      'sign_in',
      (await must(administrator(sessionCalls.me))).data.uuid,
    )
    expect(entries.at(-1)).toMatchObject({
      action: 'sign_in.webhook_saved',
      reason: 'Lab channel hooks.example',
    })
    for (const text of [data, rows.results, entries].map((one) => JSON.stringify(one))) {
      expect(text).not.toContain('secret-of-the-address')
      expect(text).not.toContain(secret)
    }
    const renamed = { name: 'Renamed', url: undefined, secret: undefined }
    await must(change(administrator, id, renamed))
    await must(administrator(webhookCalls.test, { params: { id } }))
    expect(answers.mock.calls[0]?.[0]).toBe(url)
    expect(new Headers(answers.mock.calls[0]?.[1]?.headers).has('webhook-signature')).toBe(true)
  })

  it('are refused for an address that is not sent to, a foreign swarm, and what was changed meanwhile', async () => {
    const refused = async (changed: object) => (await add(administrator, changed)).errors[0]
    expect(await refused({ url: 'https://10.0.0.1/x' })).toMatchObject({
      field: 'url',
      reason: 'webhook_address',
    })
    expect(await refused({ url: 'https://elsewhere.example/x' })).toMatchObject({
      field: 'url',
      reason: 'webhook_host',
    })
    expect(await refused({ url: undefined })).toMatchObject({ field: 'url', reason: 'required' })
    expect(await refused({ swarms: [crypto.randomUUID()] })).toMatchObject({
      reason: 'swarm_unknown',
    })
    const id = await saved()
    const late = await change(administrator, id, { seen: 7 })
    expect([late.status, late.errors[0]?.reason]).toEqual([409, 'changed_meanwhile'])
    const list = (await must(administrator(webhookCalls.list))).data
    expect(list.webhooks).toHaveLength(1)
  })

  it('make one webhook however often they are sent, and 20 at most', async () => {
    const opId = crypto.randomUUID()
    await must(add(administrator, {}, opId))
    await must(add(administrator, {}, opId))
    expect((await must(administrator(webhookCalls.list))).data.webhooks).toHaveLength(1)
    for (let number = 1; number < 20; number += 1) await saved()
    expect((await add(administrator)).errors[0]?.reason).toBe('webhooks_many')
  })

  it('are nobody’s without the right to set permissions, and no other company’s', async () => {
    const id = await saved()
    expect((await add(manager)).status).toBe(403)
    expect((await manager(webhookCalls.list)).status).toBe(403)
    for (const row of [webhookCalls.remove, webhookCalls.test, webhookCalls.deliveries]) {
      expect((await other(row, { params: { id } })).status).toBe(404)
    }
    expect((await change(other, id)).status).toBe(404)
    const delivery = (await must(administrator(webhookCalls.test, { params: { id } }))).data
    expect((await other(webhookCalls.retry, { params: { id: delivery.uuid } })).status).toBe(404)
    expect((await must(other(webhookCalls.list))).data.webhooks).toEqual([])
  })
})

describe('a delivery', () => {
  it('of the end of a run is signed, and names neither run nor samples nor people', async () => {
    const id = await saved()
    const run = await makeMeasured(lab, manager)
    await run.finish()
    await run.finish()
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 1, failed: 0 })
    const body = sentBody()
    const headers = new Headers(answers.mock.calls[0]?.[1]?.headers)
    expect(JSON.parse(body)).toMatchObject({
      id: headers.get('webhook-id'),
      type: 'run_ended',
      data: {
        analysis_uuid: run.uuid,
        outcome: 'COMPLETE',
        device: 'bGATE hooked',
        link: `https://bapp.test/analyses/details/${run.uuid}`,
      },
    })
    expect(body).not.toMatch(/Morning run|S1|Manager/)
    const bytes = Uint8Array.from(atob(secret.slice(6)), (sign) => sign.charCodeAt(0))
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    const [version, signature = ''] = (headers.get('webhook-signature') ?? '').split(',')
    const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`
    expect(version).toBe('v1')
    expect(
      await crypto.subtle.verify(
        'HMAC',
        key,
        Uint8Array.from(atob(signature), (sign) => sign.charCodeAt(0)),
        new TextEncoder().encode(signed),
      ),
    ).toBe(true)
    const [shown] = await deliveriesOf(id)
    expect(shown).toMatchObject({ event: 'run_ended', state: 'sent', status: 200, error: null })
    expect(JSON.stringify(shown)).not.toContain('what it answers')
  })

  it('is a card for Teams and a message for Slack, in the language of who saved it, in which a name is no markup', async () => {
    await saved({ format: 'teams', secret: undefined })
    await saved({ format: 'slack', secret: undefined })
    const facts = { at: '2026-11-28T10:00:00.000Z', device: '<!channel> [x](https://evil.example)' }
    await ended({ name: 'device_alarm', facts: { ...facts, cause: 'device_silent' } })
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 2, failed: 0 })
    const bodies = [0, 1].map((at) => JSON.parse(sentBody(at)) as Record<string, unknown>)
    const teams = JSON.stringify(bodies.find(({ attachments }) => attachments))
    const slack = bodies.find(({ blocks }) => blocks)
    expect(teams).toContain('"type":"AdaptiveCard"')
    expect(teams).toContain('Device needs attention')
    expect(teams).not.toContain('[x](https://evil.example)')
    expect(slack?.['text']).toContain('&lt;!channel&gt;')
    expect(
      answers.mock.calls.some(([, init]) => new Headers(init?.headers).has('webhook-signature')),
    ).toBe(false)
  })

  it('follows no redirect, is tried again later and given up, and says why by words of ours', async () => {
    const id = await saved()
    await ended()
    answers.mockImplementation(
      async () =>
        new Response(null, { status: 307, headers: { Location: 'https://169.254.169.254/' } }),
    )
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 0, failed: 1 })
    expect(answers.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' })
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 0, failed: 0 })
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'queued', attempts: 1, status: 307, error: 'redirect' },
    ])
    answers.mockRejectedValue(new TypeError(`connect ${url} refused`))
    for (let tries = 2; tries <= 6; tries += 1) {
      await due()
      await deliverWebhooks(bindings)
    }
    const [given] = await deliveriesOf(id)
    expect(given).toMatchObject({
      state: 'failed',
      attempts: 6,
      status: null,
      error: 'unreachable',
    })
    const retried = await must(
      administrator(webhookCalls.retry, { params: { id: given?.uuid ?? '' } }),
    )
    expect(retried.data.queued).toBe(true)
    answers.mockImplementation(async () => new Response(null, { status: 204 }))
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 1, failed: 0 })
  })

  it('that is given up several times in a row switches the webhook off, and who saved it gets a mail', async () => {
    const id = await saved()
    answers.mockImplementation(async () => new Response(null, { status: 500 }))
    for (let number = 0; number < mostFailures; number += 1) await ended()
    await bindings.DIRECTORY.prepare('UPDATE webhook_deliveries SET attempts = 5').run()
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 0, failed: mostFailures })
    const [stopped] = (await must(administrator(webhookCalls.list))).data.webhooks
    expect(stopped).toMatchObject({ enabled: false, failed: mostFailures })
    expect(stopped?.stopped_at).not.toBeNull()
    const mails = await bindings.DIRECTORY.prepare(
      `SELECT recipient, text FROM mails WHERE substr(once, 1, 8) = 'webhook:' AND company_uuid = ?1`,
    )
      .bind(lab.company)
      .all<{ recipient: string; text: string }>()
    expect(mails.results).toMatchObject([{ recipient: 'Administrator-hooked@lab.example' }])
    expect(mails.results[0]?.text).not.toContain('secret-of-the-address')
    await ended()
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 0, failed: 0 })
    await must(change(administrator, id))
    const [again] = (await must(administrator(webhookCalls.list))).data.webhooks
    expect(again).toMatchObject({ enabled: true, stopped_at: null })
  })

  it('goes only to webhooks of the event and the swarm, once, and no more wait than are allowed', async () => {
    await saved({ events: ['control_failed'] })
    await saved({ swarms: [lab.swarm] })
    await ended({ swarms: [lab.otherSwarm] })
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 0, failed: 0 })
    await ended({ key: 'one' })
    await ended({ key: 'one' })
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 1, failed: 0 })
    answers.mockImplementation(async () => new Response(null, { status: 503 }))
    for (let number = 0; number < mostWaiting + 3; number += 1) await ended()
    const [, one] = (await must(administrator(webhookCalls.list))).data.webhooks
    expect(one?.waiting).toBe(mostWaiting)
  })

  it('issue 14: waits for no other webhook behind a dead address, and a round of deliveries ends', async () => {
    const dead = await saved({ url: `${url}/dead` })
    for (let number = 0; number < 30; number += 1) await ended()
    const alive = await saved()
    await ended({ facts: { at: '2026-11-28T11:00:00.000Z' } })
    const now = Date.now()
    const due = await takeDue(bindings.DIRECTORY, { now, leaseMs: 60_000, most: 20 })
    const counts = Map.groupBy(due, (one) => one.webhook_uuid)
    expect(counts.get(alive)).toHaveLength(1)
    expect(counts.get(dead)?.length).toBeLessThan(10)
    // Give it the clock of a round that is over by its second batch.
    let asked = 0
    const clock = () => (asked++ < 2 ? 0 : 3_600_000)
    const { sent } = await deliverWebhooks(bindings, clock)
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(30 - due.length + 2)
    await deliverWebhooks(bindings)
    const asks = answers.mock.calls.length
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 0, failed: 0 })
    expect(answers).toHaveBeenCalledTimes(asks)
  })

  it('is not sent any more to a host that the operator has taken off the list', async () => {
    const id = await saved()
    await ended()
    await deliverWebhooks({ ...bindings, WEBHOOK_HOSTS: 'hooks.slack.com' })
    expect(answers).not.toHaveBeenCalled()
    expect(await deliveriesOf(id)).toMatchObject([{ error: 'address' }])
  })
})
