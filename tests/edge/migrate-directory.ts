import { applyD1Migrations, env, reset } from 'cloudflare:test'

// Files share a process, which takes seconds to start. Each begins with nothing stored, and a Directory of the present shape.
await reset()
await applyD1Migrations(env.DIRECTORY, env.TEST_MIGRATIONS)
