import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildWhenChanged } from './build.ts'
import { checkTypes, generateWorkerTypes } from './check-types.ts'
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

/** Does a piece of work once there is a place for it; works waiting get theirs in the order in which they asked. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A step asks for its places at once, so that those who ask first are served first. */
export type TestStep = { name: string; run(inTurn: InTurn): Promise<StepResult> }

/** So many pieces a project is cut into: files are dealt out by number, and some are long. */
const vitestParts = 4
const walkParts = 3

const resultsDir = join(projectRoot, 'test-results')

/** All that `npm test` does. What is quick and tells most asks first; the browser's one long piece not last. */
export const testSteps: TestStep[] = [
  { name: 'types', run: async (inTurn) => asCheck(await inTurn(checkTypes)) },
  { name: 'lint', run: async (inTurn) => asCheck(await inTurn(lint)) },
  { name: 'format', run: async (inTurn) => asCheck(await inTurn(checkFormat)) },
  { name: 'unit', run: (inTurn) => runVitestInParts('unit', inTurn) },
  { name: 'browser', run: (inTurn) => inTurn(() => needingChromium(() => runVitest('browser'))) },
  { name: 'edge', run: (inTurn) => runVitestInParts('edge', inTurn) },
  { name: 'e2e', run: (inTurn) => needingChromium(() => runPlaywright(inTurn)) },
]

/** Its rules that know types read those of the worker as well. */
async function lint(): Promise<ToolResult> {
  await generateWorkerTypes()
  return runTool('oxlint', ['--quiet'])
}
const checkFormat = () => runTool('oxfmt', ['--check'])

function asCheck({ code, output }: ToolResult): StepResult {
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, output, failures: [] }
}

async function needingChromium(run: () => Promise<StepResult>): Promise<StepResult> {
  try {
    await (chromium ??= ensureChromium())
    return await run()
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, output: (error as Error).message, failures: [] }
  }
}

/** Looked for, and installed, once for all who need it. */
let chromium: Promise<string> | undefined

async function runVitest(project: string): Promise<StepResult> {
  const { result, report } = await startVitest(project, project)
  return countVitest(result, report)
}

/** In parts, because files of one part run one after the other, and wait a good deal: for processes, for workerd. */
async function runVitestInParts(project: string, inTurn: InTurn): Promise<StepResult> {
  const parts = await Promise.all(
    numbered(vitestParts).map((part) =>
      inTurn(() => startVitest(project, `${project}-${part}`, [`--shard=${part}/${vitestParts}`])),
    ),
  )
  const whole = parts.flatMap(({ report }) => (report as VitestReport | null)?.testResults ?? [])
  // One report of the project, as `npm run trace` reads it.
  writeFileSync(freshReport(`vitest-${project}.json`), JSON.stringify({ testResults: whole }))
  return addUp(parts.map(({ result, report }) => countVitest(result, report)))
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

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

/** Several stacks at once, each walked by its part of the files: a walk waits most of its time. */
async function runPlaywright(inTurn: InTurn): Promise<StepResult> {
  // Before each would do it.
  await inTurn(buildWhenChanged)
  const parts = await Promise.all(
    numbered(walkParts).map((part) => inTurn(() => startPlaywright(part))),
  )
  const reports = parts.flatMap(({ report }) => (report as PlaywrightReport | null) ?? [])
  // One report of all walks, as `npm run trace` reads it.
  const suites = reports.flatMap((report) => report.suites)
  writeFileSync(freshReport('playwright.json'), JSON.stringify({ suites }))
  return addUp(parts.map(({ result, report }) => countPlaywright(result, report)))
}

async function startPlaywright(part: number): Promise<{ result: ToolResult; report: unknown }> {
  const report = freshReport(`playwright-${part}.json`)
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    BAPP_E2E_PORT: String(firstWalkPort + 2 * (part - 1)),
  }
  const args = ['test', '--reporter=list,json', `--shard=${part}/${walkParts}`]
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

/** Whoever reads only the end of a long output, in another place, wants to know what went wrong as well. */
function failedTitles(tests: TitledTest[]): string[] {
  return tests
    .filter(({ passed }) => !passed)
    .map(({ title, why }) => (why ? `${title}\n${why.replaceAll(/^/gm, '    ')}` : title))
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
