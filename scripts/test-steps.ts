import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildWhenChanged } from './build.ts'
import { checkTypes } from './check-types.ts'
import { ensureChromium } from './install-chromium.ts'
import { firstWalkPort } from './ports.ts'
import type { TitledTest } from './requirements.ts'
import { projectRoot, runTool, type ToolResult } from './run-tool.ts'
import { readPlaywrightReport, readVitestReport } from './test-reports.ts'

export type StepResult = {
  /** Tests that passed and failed; a step without tests of its own has 0 passed, and 1 failed when it went wrong. */
  passed: number
  failed: number
  skipped: number
  output: string
  /** Titles of the tests that failed, as far as a report names them. */
  failures: string[]
}

export type TestStep = { name: string; run(): Promise<StepResult> }

const resultsDir = join(projectRoot, 'test-results')

/** All that `npm test` does, in this order: what is quick and tells most comes first. */
export const testSteps: TestStep[] = [
  { name: 'types', run: async () => asCheck(await checkTypes()) },
  { name: 'lint', run: async () => asCheck(await runTool('oxlint', ['--quiet'])) },
  { name: 'format', run: async () => asCheck(await runTool('oxfmt', ['--check'])) },
  { name: 'unit', run: () => runVitestInParts('unit', 2) },
  { name: 'edge', run: () => runVitestInParts('edge', 2) },
  { name: 'browser', run: () => needingChromium(() => runVitest('browser')) },
  { name: 'e2e', run: () => needingChromium(runPlaywright) },
]

function asCheck({ code, output }: ToolResult): StepResult {
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, output, failures: [] }
}

async function needingChromium(run: () => Promise<StepResult>): Promise<StepResult> {
  try {
    await ensureChromium()
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, output: (error as Error).message, failures: [] }
  }
  return run()
}

async function runVitest(project: string): Promise<StepResult> {
  const { result, report } = await startVitest(project, project)
  return countVitest(result, report)
}

/** One file after the other would leave the cores idle: the tests wait a good deal, for processes and for workerd. */
async function runVitestInParts(project: string, atOnce: number): Promise<StepResult> {
  // More parts than run at once: files are dealt out by number, and some are long.
  const count = 2 * atOnce
  const left = Array.from({ length: count }, (_, at) => at + 1)
  const parts: Awaited<ReturnType<typeof startVitest>>[] = []
  const work = async () => {
    for (let part = left.shift(); part !== undefined; part = left.shift())
      parts.push(await startVitest(project, `${project}-${part}`, [`--shard=${part}/${count}`]))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const whole = parts.flatMap(({ report }) => (report as VitestReport | null)?.testResults ?? [])
  // One report of the project, as `npm run trace` reads it.
  writeFileSync(freshReport(`vitest-${project}.json`), JSON.stringify({ testResults: whole }))
  return addUp(parts.map(({ result, report }) => countVitest(result, report)))
}

function addUp(results: readonly StepResult[]): StepResult {
  const sum = (name: 'passed' | 'failed' | 'skipped') =>
    results.reduce((total, one) => total + one[name], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    output: results.map(({ output }) => output).join('\n'),
    failures: results.flatMap(({ failures }) => failures),
  }
}

async function startVitest(
  project: string,
  name: string,
  more: string[] = [],
): Promise<{ result: ToolResult; report: unknown }> {
  const report = freshReport(`vitest-${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const result = await runTool('vitest', ['run', '--project', project, ...more, ...reporters])
  return { result, report: readReport(report) }
}

/** Two stacks at once, each walked by half of the files: a walk waits most of its time. */
async function runPlaywright(): Promise<StepResult> {
  // Before both would do it at once.
  await buildWhenChanged()
  const halves = await Promise.all([1, 2].map(startPlaywright))
  const reports = halves.flatMap(({ report }) => (report as PlaywrightReport | null) ?? [])
  // One report of all walks, as `npm run trace` reads it.
  const suites = reports.flatMap((report) => report.suites)
  writeFileSync(freshReport('playwright.json'), JSON.stringify({ suites }))
  return addUp(halves.map(({ result, report }) => countPlaywright(result, report)))
}

async function startPlaywright(half: number): Promise<{ result: ToolResult; report: unknown }> {
  const report = freshReport(`playwright-${half}.json`)
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    BAPP_E2E_PORT: String(firstWalkPort + 2 * (half - 1)),
  }
  const args = ['test', '--reporter=list,json', `--shard=${half}/2`]
  return { result: await runTool('playwright', args, { env }), report: readReport(report) }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}
type PlaywrightReport = {
  suites: unknown[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** A file that does not load has no failed test, only a wrong exit code: that counts as one. */
export function countVitest({ code, output }: ToolResult, report: unknown): StepResult {
  const seen = report as VitestReport | null
  const failed = seen?.numFailedTests ?? 0
  return {
    passed: seen?.numPassedTests ?? 0,
    failed: failed === 0 && (code !== 0 || seen === null) ? 1 : failed,
    skipped: seen?.numPendingTests ?? 0,
    output,
    failures: seen === null ? [] : [...failedTitles(readVitestReport(seen)), ...brokenFiles(seen)],
  }
}

/** A test that passed only at a second try has failed. */
export function countPlaywright({ code, output }: ToolResult, report: unknown): StepResult {
  const stats = (report as PlaywrightReport | null)?.stats
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  const ranNothing = stats === undefined || stats.expected + failed === 0
  return {
    passed: stats?.expected ?? 0,
    failed: failed === 0 && (code !== 0 || ranNothing) ? 1 : failed,
    skipped: stats?.skipped ?? 0,
    output,
    failures: stats === undefined ? [] : failedTitles(readPlaywrightReport(report)),
  }
}

/** Files that failed as a whole: at loading, or in what is done before and after all tests. */
function brokenFiles({ testResults }: VitestReport): string[] {
  return testResults
    .filter(({ status, assertionResults }) => {
      return status === 'failed' && assertionResults.every((each) => each.status !== 'failed')
    })
    .map(({ name }) => relative(projectRoot, name))
}

function failedTitles(tests: TitledTest[]): string[] {
  return tests.filter(({ passed }) => !passed).map(({ title }) => title)
}

function freshReport(name: string): string {
  mkdirSync(resultsDir, { recursive: true })
  const path = join(resultsDir, name)
  rmSync(path, { force: true })
  return path
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
