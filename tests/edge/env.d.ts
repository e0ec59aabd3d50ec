import type { D1Migration } from 'cloudflare:test'

declare global {
  namespace Cloudflare {
    interface Env {
      CHECKPOINT_SECRET: string
      TEST_MIGRATIONS: D1Migration[]
      /** What Node calculates for the engine digests, by the process that runs the tests (vitest.config.ts). */
      NODE_DIGESTS: Fetcher
    }
  }
}
