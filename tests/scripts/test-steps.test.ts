import { expect, test } from 'vitest'
import { testSteps, type InTurn } from '../../scripts/test-steps.ts'

test('steps ask for their places at once and in their order, also those that need Chromium', () => {
  const asked: string[] = []
  for (const { name, run } of testSteps) {
    // Never free a place, so that nothing is started.
    const never: InTurn = () => {
      asked.push(name)
      return new Promise(() => {})
    }
    void run(never)
  }
  expect([...new Set(asked)]).toEqual(testSteps.map(({ name }) => name))
  expect(asked.indexOf('e2e')).toBeLessThan(asked.indexOf('edge'))
  expect(asked.lastIndexOf('browser')).toBeLessThan(asked.indexOf('unit'))
})
