import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { walkLaunch } from './scripts/chromium.ts'
import { firstWalkPort } from './scripts/ports.ts'

const firstPort = Number(process.env['BAPP_E2E_PORT'] ?? firstWalkPort)

/** Return the port of a stack; the port after it is for what its walks start themselves. */
export const stackPort = (stack: number) => firstPort + 2 * stack

/** Return the folder of a stack's state among those of a run. */
export const stackState = (states: string, stack: number) => join(states, `${stack}`)

/** Number of the stack that this process walks on: each worker of Playwright keeps to one. */
export const ownStack = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)
export const e2ePort = stackPort(ownStack)

/**
 * One worker unless `--workers` says more: the walks of a worker share one stack, and on two cores two browsers beside it
 * only make each other late. The files are dealt to the workers as these come free.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  // Of each run its own: Playwright empties it when it starts.
  outputDir: `test-results/e2e/${firstPort}`,
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
    // Reduce motion: drawing it takes a twentieth of the processor time. Only the main job is walked with motion.
    contextOptions: { reducedMotion: 'reduce' },
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
