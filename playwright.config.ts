import { defineConfig } from '@playwright/test'
import { walkLaunch } from './scripts/chromium.ts'
import { firstWalkPort } from './scripts/ports.ts'

export const e2ePort = Number(process.env['BAPP_E2E_PORT'] ?? firstWalkPort)

/** One worker: the walks share one stack, and on two cores two browsers beside it only make each other late. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  // Of each stack its own: Playwright empties it when it starts.
  outputDir: `test-results/e2e/${e2ePort}`,
  globalSetup: './tests/e2e/start-stack.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  // Walks of a minute and more run by hand: BAPP_LONG_WALKS=1 npx playwright test
  ...(process.env['BAPP_LONG_WALKS'] ? {} : { grepInvert: /@long/ }),
  // Long, because what a walk waits for comes late where a machine is shared with others.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${e2ePort}`,
    locale: 'en-GB',
    viewport: { width: 1360, height: 860 },
    launchOptions: walkLaunch(),
    actionTimeout: 60_000,
    // Recording each step takes an eighth of the time; where a walk is looked into: --trace=retain-on-failure
    trace: 'off',
    // It fetches the whole app into each new context: a third of the processor time. Walks that go offline allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
})
