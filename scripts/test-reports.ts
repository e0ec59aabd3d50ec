import { stripVTControlCharacters } from 'node:util'
import type { TitledTest } from './requirements.ts'

interface VitestReport {
  testResults: {
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: string
      failureMessages?: string[]
    }[]
  }[]
}

/** Tests of Vitest's JSON report, with the titles around each; one that was skipped is in neither. */
export function readVitestReport(report: unknown): TitledTest[] {
  return (report as VitestReport).testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles, title, status, failureMessages = [] }) => ({
        title: [...ancestorTitles, title].join(' '),
        passed: status === 'passed',
        why: shorten(failureMessages[0]),
      })),
  )
}

/** What a person reads first of an error: its first lines, and where in the test it was. */
function shorten(message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const place = lines.slice(mostLines).find((line) => /tests\/.*:\d+/.test(line))
  return [...lines.slice(0, mostLines), ...(place ? [place] : [])].join('\n')
}

const mostLines = 6

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    tests: { status: string; results?: { error?: { stack?: string } }[] }[]
  }[]
}

/** Walks of Playwright's JSON report; one that passed at a second try only has failed. */
export function readPlaywrightReport(report: unknown): TitledTest[] {
  const walk = (suite: PlaywrightSuite, around: string): TitledTest[] => {
    const title = `${around} ${suite.title}`.trim()
    const own = (suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
      .map((spec) => ({
        title: `${title} ${spec.title}`,
        passed: spec.tests.every(({ status }) => status === 'expected'),
        why: shorten(
          spec.tests.flatMap(({ results = [] }) => results).find(({ error }) => error)?.error
            ?.stack,
        ),
      }))
    return [...own, ...(suite.suites ?? []).flatMap((inner) => walk(inner, title))]
  }
  return (report as { suites: PlaywrightSuite[] }).suites.flatMap((suite) => walk(suite, ''))
}

/** Titles as they stand in a test file's text, all taken for passing: what a row makes at run time is not there. */
export function readWrittenTitles(text: string): TitledTest[] {
  return [...text.matchAll(/\[[A-Z]+-\d{3}(?:[\s,]+[A-Z]+-\d{3})*\]/g)].map(([title]) => ({
    title,
    passed: true,
  }))
}
