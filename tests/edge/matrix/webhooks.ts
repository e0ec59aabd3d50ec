import { webhookCalls } from '../../../domain/calls/webhooks.ts'
import { must } from '../lab.ts'
import type { Examples, World } from './example.ts'

/** Settings of a webhook to a host that the tests' deployment sends to. */
const settings = (name: string) => ({
  name,
  format: 'json' as const,
  events: ['run_ended' as const],
  swarms: null,
  enabled: true,
  // Nobody answers there: a test is told so at once.
  url: 'http://127.0.0.1:9/hook',
  secret: 'a secret that nobody guesses',
  seen: 0,
})

async function makeWebhook({ call, word }: World): Promise<string> {
  const id = crypto.randomUUID()
  await must(call(webhookCalls.save, { params: { id }, body: settings(word()) }))
  return id
}
const made = async (world: World) => ({ params: { id: await makeWebhook(world) } })

/** Make a delivery that was given up: that of a test. */
async function makeDelivery(world: World): Promise<string> {
  const { data } = await must(world.call(webhookCalls.test, await made(world)))
  return data.uuid
}

export const webhookExamples: Examples<typeof webhookCalls> = {
  list: () => ({}),
  save: ({ word }) => ({ params: { id: crypto.randomUUID() }, body: settings(word()) }),
  remove: made,
  test: made,
  deliveries: made,
  retry: async (world) => ({ params: { id: await makeDelivery(world) } }),
}
