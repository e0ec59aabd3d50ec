import { readFileSync } from 'node:fs'
import { analysisCalls } from '../domain/calls/analysis.ts'
import { sessionCalls } from '../domain/calls/session.ts'
import { readReply } from '../domain/reply.ts'
import { companies, demoPassword, labSwarm } from './demo/companies.ts'
import { runs } from './demo/runs.ts'
import { uuidOf } from './seed.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }
const files = new URL('../tests/fixtures/files/', import.meta.url)

/**
 * Import finished analyses for the demonstration as the lab's operator, so that no list is empty. Repeated after an
 * interruption it adds the missing ones.
 */
export async function seedRuns(address: string): Promise<void> {
  const operator = companies
    .flatMap(({ users }) => users)
    .find(({ username }) => username === 'operator')
  const signedIn = await fetch(`${address}/v3${sessionCalls.login.path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: operator?.email, password: demoPassword }),
  })
  readReply(await signedIn.json())
  const Cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  // Import one after the other, since each is evaluated as it comes in.
  for (const run of runs) {
    const form = new FormData()
    const fields = {
      uuid: uuidOf(`run ${run.name}`),
      name: run.name,
      swarm_uuid: labSwarm,
      recipe_uuid: null,
      run: 0,
    }
    form.set('fields', JSON.stringify(fields))
    form.set('file', new Blob([readFileSync(new URL(run.file, files))]), run.file)
    const answer = await fetch(`${address}/v3${analysisCalls.import.path}`, {
      method: 'POST',
      // Send the same operation each time, so that what was imported before an interruption is there once.
      headers: { ...headers, Cookie, 'Operation-Id': `demo-${uuidOf(`import ${run.name}`)}` },
      body: form,
    })
    readReply(await answer.json())
  }
  await fetch(`${address}/v3${sessionCalls.logout.path}`, {
    method: sessionCalls.logout.method,
    headers: { ...headers, Cookie },
  })
}
