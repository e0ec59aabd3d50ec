import { matchesGlob } from 'node:path'

/** Tests in Node that start processes: devices, workers, batteries, whole commands. `npm run check` leaves them to `npm test`. */
export const processTests = [
  'tests/desktop/**/*.test.ts',
  'tests/devices/**/*.test.ts',
  'tests/contract/identity-provider.test.ts',
  'tests/contract/live/**/*.test.ts',
  'tests/scripts/backup-options.test.ts',
  'tests/scripts/batteries.test.ts',
  'tests/scripts/bench-edge.test.ts',
  'tests/scripts/bench-lists.test.ts',
  'tests/scripts/bench-scale.test.ts',
  'tests/scripts/first-company.test.ts',
  'tests/scripts/one-stack-at-a-time.test.ts',
  'tests/scripts/read-flags.test.ts',
  'tests/scripts/residency-rows.test.ts',
  'tests/scripts/runner-killed.test.ts',
  'tests/scripts/verify.test.ts',
  'tests/web/skew.test.ts',
  'tests/web/sync-sim.test.ts',
  'tests/workers/files/import-memory.test.ts',
]

/** All other tests in Node. */
export const unitTests =
  'tests/{architecture,contract,domain,releases,scripts,web,workers}/**/*.test.{ts,tsx}'

/** Projects of vitest.config.ts. */
const vitestProjects = ['unit', 'processes', 'edge', 'browser'] as const

/** Projects of vitest.config.ts and playwright.config.ts, each a step of `npm test`. */
export const testProjects = [...vitestProjects, 'e2e'] as const

type VitestProject = (typeof vitestProjects)[number]

/**
 * Find the projects that a run of Vitest needs, by its arguments: those that `--project` names, or those of the test files
 * it was given behind its command. All of them where that is not certain, as for a part of a path.
 */
export function chosenProjects(args: readonly string[]): VitestProject[] {
  const named = args.flatMap((arg, at) =>
    arg === '--project' ? [args[at + 1] ?? ''] : (/^--project=(.*)$/.exec(arg)?.slice(1) ?? []),
  )
  const isFile = (place: string) => /^tests\/.*\.test\.tsx?$/.test(place)
  const places = args.slice(1).filter((arg) => !arg.startsWith('-'))
  const owners = places.every(isFile) ? places.map(projectOf) : []
  const asked: readonly string[] = named.length > 0 ? named : owners
  const chosen = vitestProjects.filter((name) => asked.includes(name))
  return chosen.length > 0 && chosen.length === new Set(asked).size ? chosen : [...vitestProjects]
}

/** Find the project that runs a test file, by its path from the project's root. */
export function projectOf(path: string): (typeof testProjects)[number] {
  const folder = testProjects.find((project) => path.startsWith(`tests/${project}/`))
  if (folder !== undefined) return folder
  return processTests.some((glob) => matchesGlob(path, glob)) ? 'processes' : 'unit'
}
