import { env } from 'cloudflare:test'
import type { EngineDigests } from '../support/engine-digests.ts'
import { testAgainstNode } from '../support/engine-digest-test.ts'

testAgainstNode('workerd', async () => {
  const answer = await env.NODE_DIGESTS.fetch('http://node/digests')
  return answer.json<EngineDigests>()
})
