import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/run-tool.ts'
import { countPieces, listFailures, makePiece } from '../../scripts/test-pieces.ts'
import { readPlaywrightReport, readVitestReport } from '../../scripts/test-reports.ts'

const run = (code: number) => ({ code, output: 'said the tool' })
const passing = { ancestorTitles: ['plates'], title: 'shift', status: 'passed' }

function vitestFile(name: string, assertionResults: unknown[], status = 'passed') {
  return { name: join(projectRoot, name), status, assertionResults }
}

test('a test file that does not load counts as a failure', () => {
  const files = readVitestReport({
    testResults: [
      vitestFile('tests/a.test.ts', [passing]),
      vitestFile('tests/b.test.ts', [], 'failed'),
    ],
  })
  const piece = makePiece('unit', run(1), files)
  expect(countPieces([piece])).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(listFailures([piece])).toMatchObject([{ path: 'tests/b.test.ts' }])
})

test('a tool that ends with an error none of its files explains counts as a failure', () => {
  const files = readVitestReport({ testResults: [vitestFile('tests/a.test.ts', [passing])] })
  expect(countPieces([makePiece('unit', run(1), files)])).toMatchObject({ passed: 1, failed: 1 })
  expect(countPieces([makePiece('unit', run(0), files)])).toMatchObject({ passed: 1, failed: 0 })
})

test('a run that left no report or ran nothing counts as a failure', () => {
  expect(countPieces([makePiece('unit', run(0), null)])).toMatchObject({ passed: 0, failed: 1 })
  expect(countPieces([makePiece('unit', run(0), [])])).toMatchObject({ passed: 0, failed: 1 })
  expect(listFailures([makePiece('unit', run(1), null)])).toEqual([
    { path: 'unit', title: 'unit', why: 'said the tool' },
  ])
})

test('a process of Vitest that died is named with its signal and its file, which come long before the last lines', () => {
  const died =
    'Caused by: Error: Worker exited unexpectedly with signal SIGKILL during started state'
  const stack = Array.from({ length: 20 }, (_, at) => `    at line ${at}`)
  const piece = makePiece('unit', { code: 1, output: [died, ...stack].join('\n') }, null)
  expect(listFailures([piece])[0]?.why.split('\n').slice(0, 2)).toEqual([died, '    at line 8'])
})

test('a walk that passed at the second try has failed', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const files = readPlaywrightReport({
    suites: [
      {
        title: 'live.e2e.ts',
        file: 'live.e2e.ts',
        specs: [spec('a', 'expected'), spec('b', 'flaky'), spec('c', 'skipped')],
      },
    ],
  })
  const piece = makePiece('e2e', run(1), files)
  expect(countPieces([piece])).toEqual({ passed: 1, failed: 1, skipped: 1 })
  expect(files[0]?.path).toBe('tests/e2e/live.e2e.ts')
})

test('each failure is named with the first lines of its reason', () => {
  const error = `AssertionError: expected 1 to be 2\n${'    at somewhere\n'.repeat(9)}    at tests/a.test.ts:7:3\n`
  const failed = {
    ancestorTitles: ['plates'],
    title: 'turn',
    status: 'failed',
    failureMessages: [error],
  }
  const files = readVitestReport({
    testResults: [vitestFile('tests/a.test.ts', [failed, passing], 'failed')],
  })
  const failures = listFailures([makePiece('unit', run(1), files)])
  expect(failures).toHaveLength(1)
  expect(failures[0]).toMatchObject({ path: 'tests/a.test.ts', title: 'plates turn' })
  expect(failures[0]?.why).toMatch(
    /^AssertionError: expected 1 to be 2\n(?: +at somewhere\n){5} +at tests\/a\.test\.ts:7:3$/,
  )
})
