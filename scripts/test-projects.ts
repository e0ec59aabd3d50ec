import { matchesGlob } from 'node:path'

/** Tests in Node that start processes: devices, workers, batteries, whole commands. `npm run check` leaves them to `npm test`. */
export const processTests = [
  'tests/desktop/**/*.test.ts',
  'tests/devices/**/*.test.ts',
  'tests/contract/live/**/*.test.ts',
  'tests/scripts/backup-options.test.ts',
  'tests/scripts/batteries.test.ts',
  'tests/scripts/bench-edge.test.ts',
  'tests/scripts/first-company.test.ts',
  'tests/scripts/one-stack-at-a-time.test.ts',
  'tests/scripts/residency-rows.test.ts',
  'tests/scripts/runner-killed.test.ts',
  'tests/scripts/verify.test.ts',
  'tests/web/skew.test.ts',
  'tests/web/sync-sim.test.ts',
]

/** All other tests in Node. */
export const unitTests =
  'tests/{architecture,contract,domain,scripts,web,workers}/**/*.test.{ts,tsx}'

/** Projects of vitest.config.ts and playwright.config.ts, each a step of `npm test`. */
export const testProjects = ['unit', 'processes', 'edge', 'browser', 'e2e'] as const

/** Find the project that runs a test file, by its path from the project's root. */
export function projectOf(path: string): (typeof testProjects)[number] {
  const folder = testProjects.find((project) => path.startsWith(`tests/${project}/`))
  if (folder !== undefined) return folder
  return processTests.some((glob) => matchesGlob(path, glob)) ? 'processes' : 'unit'
}
