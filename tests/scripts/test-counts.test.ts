import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/run-tool.ts'
import { countPlaywright, countVitest } from '../../scripts/test-steps.ts'

const ran = (code: number) => ({ code, output: '', ms: 1 })

test('a test file that does not load counts as a failure', () => {
  const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, testResults: [] }
  expect(countVitest(ran(1), report)).toMatchObject({ passed: 7, failed: 1 })
  expect(countVitest(ran(0), report)).toMatchObject({ passed: 7, failed: 0 })
})

test('a run that left no report counts as a failure', () => {
  expect(countVitest(ran(0), null)).toMatchObject({ passed: 0, failed: 1 })
  expect(countPlaywright(ran(0), null)).toMatchObject({ passed: 0, failed: 1 })
})

test('a browser test that passed at the second try has failed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright(ran(1), { stats, suites: [] })).toMatchObject({
    passed: 3,
    failed: 2,
    skipped: 2,
  })
})

test('what failed is named, with the first lines of why', () => {
  const error = `AssertionError: expected 1 to be 2\n${'    at somewhere\n'.repeat(9)}    at tests/a.test.ts:7:3\n`
  const assertionResults = [
    { ancestorTitles: ['plates'], title: 'turn', status: 'failed', failureMessages: [error] },
    { ancestorTitles: ['plates'], title: 'shift', status: 'passed' },
  ]
  const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0 }
  const testResults = [
    { name: join(projectRoot, 'tests/a.test.ts'), status: 'failed', assertionResults },
    { name: join(projectRoot, 'tests/b.test.ts'), status: 'failed', assertionResults: [] },
  ]
  const { failures } = countVitest(ran(1), { ...report, testResults })
  expect(failures).toHaveLength(2)
  expect(failures[0]).toMatch(
    /^plates turn\n    AssertionError: expected 1 to be 2\n(?: +at somewhere\n){5} +at tests\/a\.test\.ts:7:3$/,
  )
  expect(failures[1]).toBe('tests/b.test.ts')
})
