import { webhookCalls } from '../../../domain/calls/webhooks.ts'
import { must } from '../lab.ts'
import type { Examples, World } from './example.ts'

/** Make the settings of a webhook to a host that the tests' deployment sends to. */
const settings = (name: string) => ({
  name,
  format: 'json' as const,
  events: ['run_ended' as const],
  swarms: null,
  enabled: true,
  // Use an address without a receiver: a test delivery fails at once.
  url: 'http://127.0.0.1:9/hook',
  secret: 'a secret that nobody guesses',
})

async function makeWebhook({ call, word }: World): Promise<string> {
  const name = word()
  const { data } = await must(call(webhookCalls.create, { body: settings(name) }))
  const made = data.webhooks.find((one) => one.name === name)
  if (!made) throw new Error('no webhook was made')
  // Make room for those of the next examples.
  for (const { uuid } of data.webhooks.slice(0, -10)) {
    await must(call(webhookCalls.remove, { params: { id: uuid } }))
  }
  return made.uuid
}
const made = async (world: World) => ({ params: { id: await makeWebhook(world) } })

/** Make a delivery that was given up: that of a test. */
async function makeDelivery(world: World): Promise<string> {
  const { data } = await must(world.call(webhookCalls.test, await made(world)))
  return data.uuid
}

export const webhookExamples: Examples<typeof webhookCalls> = {
  list: () => ({}),
  create: ({ word }) => ({ body: settings(word()) }),
  edit: async (world) => ({ ...(await made(world)), body: { ...settings(world.word()), seen: 1 } }),
  remove: made,
  test: made,
  deliveries: made,
  retry: async (world) => ({ params: { id: await makeDelivery(world) } }),
}
