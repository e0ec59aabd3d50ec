// The receivers are somebody else's services: `fetch` is replaced, so that what reaches them is counted.
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { webhookCalls } from '../../domain/calls/webhooks.ts'
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
    const event: QueuedEvent = {
      name: 'run_ended',
      swarms: [lab.otherSwarm],
      key: crypto.randomUUID(),
      facts: { at: new Date().toISOString(), run: crypto.randomUUID(), outcome: 'COMPLETE' },
    }
    await queueEvents(bindings.DIRECTORY, lab.company, [event])
    const body = { ...settings, url: undefined, seen: 1, ...change() }
    const directory = onceTaken(() => must(admin(webhookCalls.edit, { params: { id }, body })))
    const counts = await deliverWebhooks({ ...bindings, DIRECTORY: directory })
    expect([counts.sent, received.mock.calls.length]).toEqual([sent, sent])
    await must(admin(webhookCalls.remove, { params: { id } }))
  },
)
