// The receivers are somebody else's services: `fetch` is replaced, so that they can answer, fail and be counted.
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { identityProviderCalls } from '../../domain/calls/identity-provider.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { webhookCalls } from '../../domain/calls/webhooks.ts'
import { keepIfChanged } from '../../edge/directory/due-entries.ts'
import {
  mostFailures,
  mostWaiting,
  queueEvents,
  type QueuedEvent,
} from '../../edge/directory/webhook-deliveries.ts'
import { writeDueEntries } from '../../edge/session/due-entries.ts'
import type { SignInNote } from '../../edge/store/sign-ins.ts'
import { deliverWebhooks } from '../../edge/webhooks/deliver-webhooks.ts'
import { readAuditOf } from './audit-of.ts'
import { waitFor } from './browser-page.ts'
import { sendHeld } from './held.ts'
import {
  type Answer,
  foundLab,
  type Lab,
  must,
  password,
  send,
  type Sender,
  signIn,
} from './lab.ts'
import { makePerson } from './people.ts'
import { makeMeasured } from './plan.ts'

const bindings = env as unknown as Env
const url = 'https://hooks.example/services/T0/B0/secret-of-the-address'

let lab: Lab
let administrator: Sender
let administratorId: string
beforeAll(async () => {
  lab = await foundLab('attacked-hooks')
  administrator = await lab.as('Administrator')
  administratorId = (await must(administrator(sessionCalls.me))).data.uuid
})

const answers = vi.fn<typeof fetch>()
beforeEach(async () => {
  await bindings.DIRECTORY.prepare('DELETE FROM webhook_deliveries').run()
  await bindings.DIRECTORY.prepare('DELETE FROM webhooks').run()
  answers.mockReset()
  answers.mockImplementation(async () => new Response(null, { status: 200 }))
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    typeof input === 'string' && input.startsWith('https://hooks.example')
      ? answers(input, init)
      : real(input, init),
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
  ...change,
})
const add = (sender: Sender, change: object = {}, opId: string = crypto.randomUUID()) =>
  sender(webhookCalls.create, { body: settings(change), headers: { 'Operation-Id': opId } })
const edit = (sender: Sender, id: string, changed: object = {}) =>
  sender(webhookCalls.edit, {
    params: { id },
    body: settings({ seen: 1, url: undefined, ...changed }),
  })
async function saved(changed: object = {}): Promise<string> {
  const { data } = await must(add(administrator, changed))
  return data.webhooks.at(-1)?.uuid ?? ''
}
const eventOf = (swarm: string, at: string): QueuedEvent => ({
  name: 'run_ended',
  swarms: [swarm],
  key: crypto.randomUUID(),
  facts: { at, run: crypto.randomUUID(), outcome: 'COMPLETE' },
})
const ended = (swarm: string = lab.swarm, at = '2026-11-28T10:00:00.000Z') =>
  queueEvents(bindings.DIRECTORY, lab.company, [eventOf(swarm, at)])
const list = async () => (await must(administrator(webhookCalls.list))).data.webhooks
const deliveriesOf = async (id: string) =>
  (await must(administrator(webhookCalls.deliveries, { params: { id } }))).data.data
const reasonOf = ({ errors }: { errors: { reason?: string | undefined }[] }) => errors[0]?.reason

describe('fifteenth attack A15-5: the end of the list of webhooks', () => {
  it('holds for requests at the same time, and the last one may be sent again', async () => {
    for (let number = 1; number < 19; number += 1) await saved()
    const ids = Array.from({ length: 6 }, () => crypto.randomUUID())
    const sent = await Promise.all(ids.map((id) => add(administrator, {}, id)))
    expect(await list()).toHaveLength(20)
    const made = ids.filter((_, at) => sent[at]?.status === 200)
    expect(made).toHaveLength(2)
    for (const id of made) expect((await add(administrator, {}, id)).status).toBe(200)
    const other = await add(administrator, { url: `${url}2` }, made[0])
    expect(reasonOf(other)).toBe('operation_reused')
  })
})

describe('fifteenth attack A15-6: what waits for a webhook', () => {
  it('is not sent where its settings no longer cover it, and cannot be asked for again', async () => {
    const id = await saved({ swarms: null })
    await ended(lab.otherSwarm)
    await ended(lab.swarm)
    await must(edit(administrator, id, { swarms: [lab.swarm] }))
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 1, failed: 0 })
    await must(edit(administrator, id, { swarms: null, seen: 2 }))
    await ended(lab.otherSwarm)
    answers.mockImplementation(async () => new Response(null, { status: 500 }))
    await bindings.DIRECTORY.prepare('UPDATE webhook_deliveries SET attempts = 5').run()
    await deliverWebhooks(bindings)
    const failed = (await deliveriesOf(id)).find(({ state }) => state === 'failed')
    await must(edit(administrator, id, { events: ['device_alarm'], seen: 3 }))
    const retried = await must(
      administrator(webhookCalls.retry, { params: { id: failed?.uuid ?? '' } }),
    )
    expect(retried.data.queued).toBe(false)
  })

  it('tells the receiver no swarm', async () => {
    await saved()
    await ended()
    await deliverWebhooks(bindings)
    expect(answers.mock.calls[0]?.[1]?.body).not.toContain(lab.swarm)
  })

  it('is sent from each webhook in turn: many for one address hold up no other', async () => {
    const slow = await saved({ name: 'Slow' })
    for (let number = 0; number < 60; number += 1) await ended()
    const quick = await saved({ name: 'Quick' })
    await ended(lab.swarm, '2026-11-28T11:00:00.000Z')
    const first: string[] = []
    answers.mockImplementation(async (_, init) => {
      const { timestamp } = JSON.parse(init?.body as string) as { timestamp: string }
      first.push(timestamp)
      return new Response(null, { status: 200 })
    })
    await deliverWebhooks(bindings)
    expect(first.slice(0, 20)).toContain('2026-11-28T11:00:00.000Z')
    expect(await deliveriesOf(quick)).toHaveLength(1)
    expect((await list()).find(({ uuid }) => uuid === slow)?.waiting).toBe(0)
  })
})

describe('fifteenth attack A15-13: many events at once', () => {
  it('are queued by few statements, no more of them than may wait', async () => {
    const id = await saved()
    await saved({ swarms: [lab.swarm] })
    const events = Array.from({ length: 1200 }, (_, at) =>
      eventOf(at % 8 === 0 ? lab.swarm : lab.otherSwarm, '2026-11-28T10:00:00.000Z'),
    )
    const prepare = vi.spyOn(bindings.DIRECTORY, 'prepare')
    await queueEvents(bindings.DIRECTORY, lab.company, events)
    expect(prepare.mock.calls.length).toBeLessThan(10)
    prepare.mockRestore()
    expect((await list()).map(({ waiting }) => waiting)).toEqual([mostWaiting, 150])
    await queueEvents(bindings.DIRECTORY, lab.company, events)
    expect((await deliveriesOf(id)).length).toBeGreaterThan(0)
    expect((await list()).map(({ waiting }) => waiting)).toEqual([mostWaiting, 150])
  })
})

describe('fifteenth attack A15-14: the end of a run', () => {
  it('is sent to webhooks also where no mail can be queued', async () => {
    const id = await saved()
    const manager = await lab.as('Manager')
    const wanted = [{ name: 'swarm_run_ended', value: 'mail' }]
    const order = { params: { key: 'messages' }, body: { settings: wanted } }
    await makePerson(administrator, lab.company, 'wants-mails', { swarms: [lab.swarm] })
    await must((await signIn('wants-mails', password))(userCalls.setSettings, order))
    const run = await makeMeasured(lab, manager)
    const directory = (query: string) => bindings.DIRECTORY.prepare(query).run()
    await directory(
      `CREATE TRIGGER no_mails BEFORE INSERT ON mails BEGIN SELECT RAISE(ABORT, 'no mails'); END`,
    )
    try {
      await run.finish()
      await waitFor(async () => expect(await deliveriesOf(id)).toHaveLength(1))
    } finally {
      await directory('DROP TRIGGER no_mails')
    }
  })
})

describe('fifteenth attack A15-7: deliveries that are over', () => {
  it('are removed after 30 days', async () => {
    const id = await saved()
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
    for (const at of [days(40), days(31), days(20)]) await ended(lab.swarm, at)
    await bindings.DIRECTORY.prepare(`UPDATE webhook_deliveries SET state = 'sent'`).run()
    await ended(lab.swarm, days(0))
    await deliverWebhooks(bindings)
    expect(await deliveriesOf(id)).toHaveLength(2)
  })

  it('of tests are ten in a minute', async () => {
    const id = await saved()
    const test = () => administrator(webhookCalls.test, { params: { id } })
    for (let number = 0; number < 10; number += 1) await must(test())
    expect(reasonOf(await test())).toBe('too_many_tries')
    expect(answers).toHaveBeenCalledTimes(10)
  })
})

describe('fifteenth attack A15-8: a webhook that is switched off', () => {
  it('is reported to those who may switch it on where the person who saved it has left', async () => {
    const { uuid } = await makePerson(administrator, lab.company, 'hook-maker', {
      profile: 'Administrator',
      swarms: [lab.swarm],
    })
    const maker = await signIn('hook-maker', password)
    await must(add(maker))
    for (let number = 0; number < mostFailures; number += 1) await ended()
    await must(administrator(userCalls.edit, { params: { id: uuid }, body: { active: 'N' } }))
    answers.mockImplementation(async () => new Response(null, { status: 500 }))
    await bindings.DIRECTORY.prepare('UPDATE webhook_deliveries SET attempts = 5').run()
    await deliverWebhooks(bindings)
    const { results } = await bindings.DIRECTORY.prepare(
      `SELECT once FROM mails WHERE substr(once, 1, 8) = 'webhook:' AND company_uuid = ?1`,
    )
      .bind(lab.company)
      .all<{ once: string }>()
    const told = results.map(({ once }) => once.slice(-36))
    expect(told).toContain(administratorId)
    expect(told).not.toContain(uuid)
  })

  it('is not switched off again by tries that its former settings made', async () => {
    const id = await saved()
    for (let number = 0; number < mostFailures; number += 1) await ended()
    await bindings.DIRECTORY.prepare('UPDATE webhook_deliveries SET attempts = 5').run()
    let editing: Promise<unknown> | null = null
    answers.mockImplementation(async () => {
      editing ??= must(edit(administrator, id, { url: `${url}-new` }))
      await editing
      return new Response(null, { status: 500 })
    })
    await deliverWebhooks(bindings)
    expect((await list())[0]).toMatchObject({ enabled: true, stopped_at: null })
  })
})

describe('fifteenth attack A15-9: swarms that are merged', () => {
  it('are reported by the webhooks of both, with an entry', async () => {
    const create = async (name: string) =>
      (await must(administrator(swarmCalls.create, { body: { name } }))).data.uuid
    const [from, into] = [await create('Night bench'), await create('Day bench')]
    const body = { users: [administratorId], reason: 'benches' }
    for (const id of [from, into])
      await must(administrator(swarmCalls.linkUser, { params: { id }, body }))
    const id = await saved({ swarms: [from] })
    const chosen = [
      { name: 'control_failed', value: 'mail' },
      { name: 'chosen_swarms', value: true },
      { name: `swarm.${from}`, value: true },
    ]
    const choices = { params: { key: 'messages' } }
    await must(administrator(userCalls.setSettings, { ...choices, body: { settings: chosen } }))
    const merge = { swarm_uuid: into, reason: 'one bench' }
    await must(administrator(swarmCalls.merge, { params: { id: from }, body: merge }))
    expect(await list()).toMatchObject([{ uuid: id, swarms: [into], version: 2 }])
    await ended(into)
    expect(await deliverWebhooks(bindings)).toEqual({ sent: 1, failed: 0 })
    const entries = await readAuditOf(lab.company, 'sign_in', administratorId)
    expect(entries.at(-1)).toMatchObject({ reason: 'Lab channel hooks.example' })
    const { data } = await must(administrator(userCalls.getSettings))
    expect(data.settings).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: `swarm.${into}`, value: true })]),
    )
    expect(JSON.stringify(data)).not.toContain(from)
  })
})

describe('sixteenth attack A16-7: an API key of a swarm that is merged', () => {
  it('stays out of the other one, and its owner gets a message that names it', async () => {
    const create = async (name: string) =>
      (await must(administrator(swarmCalls.create, { body: { name } }))).data.uuid
    const link = (id: string) =>
      administrator(swarmCalls.linkUser, {
        params: { id },
        body: { users: [administratorId], reason: 'benches' },
      })
    const [from, into] = [await create('Old bench'), await create('New bench')]
    const makeKey = (description: string) => {
      const expires_at = new Date(Date.now() + 86_400_000).toISOString()
      const wish = { description, permissions: ['analysis.search'], expires_at, password }
      return must(administrator(apiKeyCalls.create, { body: wish }))
    }
    await must(link(from))
    const { data: limited } = await makeKey('Robot of the old bench')
    await must(link(into))
    await makeKey('Key of both')
    const merge = { swarm_uuid: into, reason: 'one bench' }
    await must(administrator(swarmCalls.merge, { params: { id: from }, body: merge }))
    const { data: told } = await must(administrator(notificationCalls.mine))
    const found = told.data.filter(({ title }) => title.includes('API keys'))
    expect(found).toMatchObject([{ title: 'Your API keys do not see the swarm New bench' }])
    expect(found[0]?.message).toContain(': Robot of the old bench.')
    const headers = { Authorization: `Bearer ${limited.key}` }
    const { data: me } = await must(send(sessionCalls.me, { headers }))
    expect(me.swarms).not.toContain(into)
  })
})

describe('sixteenth attack A16-6: the entry of a change that the directory keeps', () => {
  const reasonsOf = async (person: string) =>
    (await readAuditOf(lab.company, 'sign_in', person)).map(({ reason }) => reason ?? '')
  /** Send a request of which the service writes no entry, as if it stopped before. */
  const stopped = async <Data>(ask: () => Promise<Answer<Data>>) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const point = { store: (method: string) => method === 'noteSignIn' }
    const { wasHeld } = await sendHeld(ask, point, () => Promise.reject(new Error('stopped')))
    vi.restoreAllMocks()
    expect(wasHeld).toBe(true)
  }

  it('is written by the next round where the service stopped before it, once', async () => {
    const provider = { issuer: 'https://login.example', client_id: 'bapp', domain: 'late.example' }
    const save = () =>
      administrator(identityProviderCalls.save, { body: { ...provider, password } })
    for (const [ask, wanted] of [
      [() => add(administrator, { name: 'Late channel' }), 'Late channel hooks.example'],
      [save, 'https://login.example bapp late.example'],
    ] as const) {
      await stopped<unknown>(ask)
      expect(await reasonsOf(administratorId)).not.toContain(wanted)
      await writeDueEntries(bindings, null)
      await writeDueEntries(bindings, null)
      const written = (await reasonsOf(administratorId)).filter((reason) => reason === wanted)
      expect(written).toHaveLength(1)
    }
    expect((await list()).map(({ name }) => name)).toEqual(['Late channel'])
    expect((await must(administrator(identityProviderCalls.read))).data.provider).toMatchObject({
      domain: 'late.example',
    })
    const { results } = await bindings.DIRECTORY.prepare('SELECT uuid FROM due_entries').all()
    expect(results).toEqual([])
  })

  it('is none of a change that was refused, and one also of a person of another company', async () => {
    const id = await saved()
    const before = await reasonsOf(administratorId)
    expect(reasonOf(await edit(administrator, id, { name: 'Refused', seen: 7 }))).toBe(
      'changed_meanwhile',
    )
    await writeDueEntries(bindings, lab.company)
    expect(await reasonsOf(administratorId)).toEqual(before)
    const visitor = crypto.randomUUID()
    const note: SignInNote = {
      user: visitor,
      event: 'webhook_saved',
      agent: '',
      network: '',
      by: { actor: { uuid: visitor, name: 'Support', via: 'provider' }, reason: 'Merged' },
    }
    const due = { uuid: crypto.randomUUID(), company_uuid: lab.company, note: JSON.stringify(note) }
    await bindings.DIRECTORY.batch([
      bindings.DIRECTORY.prepare('UPDATE webhooks SET failures = 0'),
      keepIfChanged(bindings.DIRECTORY, due),
    ])
    await writeDueEntries(bindings, lab.company)
    expect(await reasonsOf(visitor)).toEqual(['Merged'])
  })
})

describe('fifteenth attack A15-10: settings of a webhook', () => {
  it('are changed by an administrator who is not in its swarms, and take no further swarm of others', async () => {
    const swarms = [lab.otherSwarm]
    const profile = 'Administrator'
    await makePerson(administrator, lab.company, 'other-admin', { profile, swarms })
    const other = await signIn('other-admin', password)
    const { data } = await must(add(other, { swarms }))
    await must(edit(administrator, data.webhooks[0]?.uuid ?? '', { swarms, enabled: false }))
    expect(reasonOf(await add(administrator, { swarms }))).toBe('swarm_unknown')
  })

  it.each([
    'whsec_short but long enough',
    `whsec_${'!'.repeat(40)}`,
    `whsec_${btoa('fewer than 24 bytes')}`,
  ])('take no secret %s, of which no key of 24 bytes can be read', async (secret) => {
    expect(reasonOf(await add(administrator, { secret }))).toBe('webhook_secret')
  })
})
