import { applyD1Migrations, env, reset } from 'cloudflare:test'

// Files share a process, which takes seconds to start. Each begins with nothing stored, and a Directory of the present shape.
// An object that still works for the file before keeps its rows over a reset, the Directory as well: begin again then.
do {
  await reset()
  await applyD1Migrations(env.DIRECTORY, env.TEST_MIGRATIONS)
} while (await isFounded())

async function isFounded(): Promise<boolean> {
  return (await env.DIRECTORY.prepare('SELECT uuid FROM companies LIMIT 1').first()) !== null
}
