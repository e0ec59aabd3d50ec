import type { D1Migration } from 'cloudflare:test'

declare global {
  namespace Cloudflare {
    interface Env {
      CHECKPOINT_SECRET: string
      TEST_MIGRATIONS: D1Migration[]
      /** Digests that Node calculates for the engines, from the process that runs the tests (vitest.config.ts). */
      NODE_DIGESTS: Fetcher
    }
  }
}
