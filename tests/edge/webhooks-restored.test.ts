// The receiver is somebody else's service: `fetch` is replaced, so that what it gets can be counted.
import { env } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { webhookCalls } from '../../domain/calls/webhooks.ts'
import { queueEvents } from '../../edge/directory/webhook-deliveries.ts'
import { deliverWebhooks } from '../../edge/webhooks/deliver-webhooks.ts'
import { emptyStore, readPages, sendPage } from './backup-pages.ts'
import { foundLab, type Lab, must, operatorHeaders, password, send, signIn } from './lab.ts'

const bindings = env as unknown as Env
const settings = {
  name: 'Lab channel',
  format: 'json',
  events: ['run_ended'],
  swarms: null,
  enabled: true,
  url: 'https://hooks.example/services/T0/B0/secret-of-the-address',
  secret: `whsec_${btoa('a key of at least 24 bytes!')}`,
} as const

const got: string[] = []
beforeEach(() => {
  got.length = 0
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const isOutside = typeof input === 'string' && input.startsWith('https://hooks.example')
    if (!isOutside) return real(input, init)
    got.push(new Headers(init?.headers).get('webhook-id') ?? '')
    return new Response(null, { status: 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Make a company with a webhook for which one event waits, and a backup of both. */
async function makeWaiting(word: string): Promise<{ lab: Lab; pages: string[] }> {
  const lab = await foundLab(word)
  const administrator = await lab.as('Administrator')
  const headers = { 'Operation-Id': crypto.randomUUID() }
  await must(administrator(webhookCalls.create, { body: settings, headers }))
  await queueEvents(bindings.DIRECTORY, lab.company, [
    {
      name: 'run_ended',
      swarms: [lab.swarm],
      key: `run ${word}`,
      facts: { at: '2026-11-28T10:00:00.000Z', run: crypto.randomUUID(), outcome: 'COMPLETE' },
    },
  ])
  return { lab, pages: await readPages(lab.company) }
}

async function putBack({ company }: Lab, pages: readonly string[]) {
  for (const page of pages) await must(sendPage(company, page))
  const body = { company_uuid: company, reason: 'disk lost' }
  return (await must(send(operatorStoreCalls.openRestored, { headers: operatorHeaders, body })))
    .data
}

async function readBack(word: string) {
  const administrator = await signIn(`Administrator-${word}`, password)
  const [webhook] = (await must(administrator(webhookCalls.list))).data.webhooks
  if (!webhook) throw new Error('the webhook is not back')
  const params = { id: webhook.uuid }
  const read = async () =>
    (await must(administrator(webhookCalls.deliveries, { params }))).data.data.at(0)
  const switchOn = () =>
    must(administrator(webhookCalls.edit, { params, body: { ...settings, seen: webhook.version } }))
  return { administrator, webhook, read, switchOn }
}

describe('issue 14: webhooks of a company that is put back', () => {
  it('are switched off, and what waited is sent again by a person only, with its id', async () => {
    const { lab, pages } = await makeWaiting('hooksback')
    const { company } = lab
    await deliverWebhooks(bindings)
    expect(got).toHaveLength(1)
    await emptyStore(company)
    await bindings.DIRECTORY.prepare(
      'DELETE FROM webhook_deliveries WHERE webhook_uuid IN (SELECT uuid FROM webhooks WHERE company_uuid = ?1)',
    )
      .bind(company)
      .run()
    await bindings.DIRECTORY.prepare('DELETE FROM webhooks WHERE company_uuid = ?1')
      .bind(company)
      .run()
    expect(await putBack(lab, pages)).toMatchObject({ webhooks: 1, deliveries: 1 })
    const { administrator, webhook, read, switchOn } = await readBack('hooksback')
    expect(webhook).toMatchObject({ name: 'Lab channel', enabled: false, signed: true, failed: 1 })
    const delivery = await read()
    expect(delivery).toMatchObject({ state: 'failed', error: 'restored' })
    await switchOn()
    await deliverWebhooks(bindings)
    // Expect nothing to be sent twice unless somebody asks for it: it was sent after the backup.
    expect(got).toHaveLength(1)
    await must(administrator(webhookCalls.retry, { params: { id: delivery?.uuid ?? '' } }))
    await deliverWebhooks(bindings)
    expect(got).toEqual([delivery?.uuid, delivery?.uuid])
  })

  it('that the directory still has are switched off as well, and what waits goes once they are on', async () => {
    const { lab, pages } = await makeWaiting('hooksthere')
    await emptyStore(lab.company)
    expect(await putBack(lab, pages)).toMatchObject({ webhooks: 1, deliveries: 0 })
    await deliverWebhooks(bindings)
    expect(got).toEqual([])
    const { webhook, read, switchOn } = await readBack('hooksthere')
    expect(webhook).toMatchObject({ enabled: false, waiting: 1 })
    await switchOn()
    await deliverWebhooks(bindings)
    await deliverWebhooks(bindings)
    expect(got).toEqual([(await read())?.uuid])
  })
})
