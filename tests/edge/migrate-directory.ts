import { applyD1Migrations, env } from 'cloudflare:test'

// Every test file starts with an empty Directory of the present shape.
await applyD1Migrations(env.DIRECTORY, env.TEST_MIGRATIONS)
