import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TitledTest } from './requirements.ts'
import { projectRoot } from './run-tool.ts'

/** The tests of one file as a run left them; tests that were skipped are only counted. */
export interface TestFile {
  /** From the project's root, with slashes. */
  path: string
  tests: TitledTest[]
  skipped: number
  /** First lines of why the file failed as a whole: while loading, or before or after all of its tests. */
  broken?: string | undefined
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: string
      failureMessages?: string[]
    }[]
  }[]
}

/** Read the files of Vitest's JSON report, with their tests and the titles around each. */
export function readVitestReport(report: unknown): TestFile[] {
  return (report as VitestReport).testResults.map(({ name, status, message, assertionResults }) => {
    const ran = assertionResults.filter((one) => ['passed', 'failed'].includes(one.status))
    const tests = ran.map(({ ancestorTitles, title, status: end, failureMessages = [] }) => ({
      title: [...ancestorTitles, title].join(' '),
      passed: end === 'passed',
      why: shorten(failureMessages[0]),
    }))
    const unexplained = status === 'failed' && tests.every(({ passed }) => passed)
    return {
      path: fromRoot(name),
      tests,
      skipped: assertionResults.length - ran.length,
      broken: unexplained ? (shorten(message) ?? 'The file failed as a whole.') : undefined,
    }
  })
}

interface PlaywrightSuite {
  title: string
  file?: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    tests: { status: string; results?: { error?: { stack?: string } }[] }[]
  }[]
}

/** Read the files of Playwright's JSON report; a walk that passed only at a second try has failed. */
export function readPlaywrightReport(report: unknown): TestFile[] {
  return (report as { suites: PlaywrightSuite[] }).suites.map((suite) => {
    const walks = walksOf(suite, '')
    return {
      path: `tests/e2e/${suite.file ?? suite.title}`,
      tests: walks.filter((walk) => walk !== null),
      skipped: walks.filter((walk) => walk === null).length,
    }
  })
}

/** Return all walks in a suite with the titles around them; null for one that was skipped. */
function walksOf(suite: PlaywrightSuite, around: string): (TitledTest | null)[] {
  const title = `${around} ${suite.title}`.trim()
  const own = (suite.specs ?? []).map((spec) => {
    if (spec.tests.every(({ status }) => status === 'skipped')) return null
    const failure = spec.tests.flatMap(({ results = [] }) => results).find(({ error }) => error)
    return {
      title: `${title} ${spec.title}`,
      passed: spec.tests.every(({ status }) => status === 'expected'),
      why: shorten(failure?.error?.stack),
    }
  })
  return [...own, ...(suite.suites ?? []).flatMap((inner) => walksOf(inner, title))]
}

function fromRoot(path: string): string {
  return relative(projectRoot, path).replaceAll('\\', '/')
}

/** Keep what a person reads first of an error: its first lines, and the place in the test. */
function shorten(message: string | undefined): string | undefined {
  if (!message) return undefined
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const place = lines.slice(mostLines).find((line) => /tests\/.*:\d+/.test(line))
  return [...lines.slice(0, mostLines), ...(place ? [place] : [])].join('\n')
}

const mostLines = 6

/** Read titles as written in a test file's text, all counted as passing: what a row makes at run time is missing. */
export function readWrittenTitles(text: string): TitledTest[] {
  return [...text.matchAll(/\[[A-Z]+-\d{3}(?:[\s,]+[A-Z]+-\d{3})*\]/g)].map(([title]) => ({
    title,
    passed: true,
  }))
}
