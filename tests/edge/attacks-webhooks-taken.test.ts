// The receivers are somebody else's services: `fetch` is replaced, so that what reaches them is counted.
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { webhookCalls } from '../../domain/calls/webhooks.ts'
import { keepWebhook, type KnownWebhook } from '../../edge/directory/webhooks.ts'
import { queueEvents, type QueuedEvent } from '../../edge/directory/webhook-deliveries.ts'
import { deliverWebhooks } from '../../edge/webhooks/deliver-webhooks.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'

const bindings = env as unknown as Env

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('taken-hooks')
  admin = await lab.as('Administrator')
}, 60_000)

const received = vi.fn<typeof fetch>(async () => new Response(null, { status: 200 }))
beforeEach(() => {
  received.mockClear()
  vi.stubGlobal('fetch', received)
})
afterEach(() => vi.unstubAllGlobals())

const settings = {
  name: 'Lab channel',
  format: 'json',
  events: ['run_ended'],
  swarms: null,
  enabled: true,
  url: 'https://hooks.example/services/T0/B0/secret-of-the-address',
}

const eventOf = (swarm: string): QueuedEvent => ({
  name: 'run_ended',
  swarms: [swarm],
  key: crypto.randomUUID(),
  facts: { at: new Date().toISOString(), run: crypto.randomUUID(), outcome: 'COMPLETE' },
})

/** Return the directory, in which something happens once deliveries have been taken. */
function onceTaken(meanwhile: () => Promise<unknown>): D1Database {
  const directory = bindings.DIRECTORY
  let isDone = false
  const prepare = (text: string) => {
    const statement = directory.prepare(text)
    if (isDone || !text.startsWith('UPDATE webhook_deliveries SET attempts')) return statement
    isDone = true
    const all = async (values: unknown[]) => {
      const taken = await statement.bind(...values).all()
      await meanwhile()
      return taken
    }
    return { bind: (...values: unknown[]) => ({ all: () => all(values) }) }
  }
  return new Proxy(directory, {
    get: (target, name) => {
      if (name === 'prepare') return prepare
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

it.each([
  ['cover it as before', () => ({}), 1],
  ['cover it no more', () => ({ swarms: [lab.swarm] }), 0],
  ['are switched off', () => ({ enabled: false }), 0],
])(
  'A29-5: a delivery that was taken is sent by the settings of now: they %s',
  async (_, change, sent) => {
    const { data } = await must(admin(webhookCalls.create, { body: settings }))
    const id = data.webhooks.at(-1)?.uuid ?? ''
    await queueEvents(bindings.DIRECTORY, lab.company, [eventOf(lab.otherSwarm)])
    const body = { ...settings, url: undefined, seen: 1, ...change() }
    const directory = onceTaken(() => must(admin(webhookCalls.edit, { params: { id }, body })))
    const counts = await deliverWebhooks({ ...bindings, DIRECTORY: directory })
    expect([counts.sent, received.mock.calls.length]).toEqual([sent, sent])
    await must(admin(webhookCalls.remove, { params: { id } }))
  },
)

it('A29-80: what waits while its swarm is merged with another is sent, to webhooks of one swarm and of all', async () => {
  const create = async (name: string) =>
    (await must(admin(swarmCalls.create, { body: { name } }))).data.uuid
  const [from, into] = [await create('Night bench'), await create('Day bench')]
  const me = (await must(admin(sessionCalls.me))).data.uuid
  for (const id of [from, into]) {
    const body = { users: [me], reason: 'benches' }
    await must(admin(swarmCalls.linkUser, { params: { id }, body }))
  }
  await must(admin(webhookCalls.create, { body: { ...settings, swarms: [from] } }))
  const { data } = await must(admin(webhookCalls.create, { body: settings }))
  await queueEvents(bindings.DIRECTORY, lab.company, [eventOf(from)])
  const body = { swarm_uuid: into, reason: 'one bench' }
  await must(admin(swarmCalls.merge, { params: { id: from }, body }))
  const ofAll = data.webhooks.at(-1)
  const narrow = { ...settings, url: undefined, seen: ofAll?.version, swarms: [into] }
  await must(admin(webhookCalls.edit, { params: { id: ofAll?.uuid ?? '' }, body: narrow }))
  expect(await deliverWebhooks(bindings)).toEqual({ sent: 2, failed: 0 })
  for (const { uuid } of data.webhooks) {
    await must(admin(webhookCalls.remove, { params: { id: uuid } }))
  }
})

it('A29-81: what settings cover no more is removed with them, or both stay', async () => {
  const directory = bindings.DIRECTORY
  const { data } = await must(admin(webhookCalls.create, { body: settings }))
  const id = data.webhooks.at(-1)?.uuid ?? ''
  await queueEvents(directory, lab.company, [eventOf(lab.otherSwarm)])
  const known = await directory
    .prepare('SELECT * FROM webhooks WHERE uuid = ?')
    .bind(id)
    .first<KnownWebhook>()
  // Let each statement fail that is sent by itself.
  const run = () => Promise.reject(new Error('the directory is gone'))
  const alone = {
    prepare: (text: string) => ({
      bind: (...values: unknown[]) =>
        Object.assign(directory.prepare(text).bind(...values), { run }),
    }),
    batch: (statements: D1PreparedStatement[]) => directory.batch(statements),
  } as unknown as D1Database
  const narrow = { ...(known as KnownWebhook), swarms: JSON.stringify([lab.swarm]) }
  const due = { uuid: crypto.randomUUID(), company_uuid: lab.company, note: '{}' }
  await keepWebhook(alone, narrow, { seen: narrow.version, due }).catch(() => false)
  await directory.prepare('DELETE FROM due_entries WHERE uuid = ?').bind(due.uuid).run()
  const saved = (await must(admin(webhookCalls.list))).data.webhooks.find(({ uuid }) => uuid === id)
  expect(saved).toMatchObject({ swarms: [lab.swarm], waiting: 0 })
  await must(admin(webhookCalls.remove, { params: { id } }))
})
