import { join } from 'node:path'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'
process.env['WRANGLER_SEND_METRICS'] = 'false'
process.env['WRANGLER_SEND_ERROR_REPORTS'] = 'false'

const here = import.meta.dirname

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [cloudflareTest({ wrangler: { configPath: join(here, 'wrangler.live.toml') } })],
        test: { name: 'live', dir: here, include: ['*.test.ts'] },
      },
      { test: { name: 'live-node', dir: here, include: ['node/*.test.ts'] } },
    ],
  },
})
