import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/run-tool.ts'
import { chosenProjects, processTests, projectOf } from '../../scripts/test-projects.ts'
import { testSteps, type InTurn } from '../../scripts/test-steps.ts'

test('steps ask for their places at once and in their order, also those that need Chromium', () => {
  const asked: string[] = []
  for (const { name, run } of testSteps) {
    // Keep every place taken, so that nothing is started.
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

test('each entry of the tests that start processes finds a file, which is run by their project alone', () => {
  for (const pattern of processTests) {
    const files = globSync(pattern, { cwd: projectRoot })
    expect(files, pattern).not.toEqual([])
    for (const file of files) expect(projectOf(file), file).toBe('processes')
  }
  expect(projectOf('tests/scripts/test-steps.test.ts')).toBe('unit')
  expect(projectOf('tests/edge/about.test.ts')).toBe('edge')
})

test('Vitest makes only the projects ready that are named or own the given files, and all where that is not certain', () => {
  const files = ['tests/domain/lan.test.ts', 'tests/edge/about.test.ts']
  expect(chosenProjects(['run', '--project', 'unit', '--shard=1/3'])).toEqual(['unit'])
  expect(chosenProjects(['run', '--project=edge', ...files])).toEqual(['edge'])
  expect(chosenProjects(['run', files[0]!, '--reporter=json'])).toEqual(['unit'])
  expect(chosenProjects(['run', ...files])).toEqual(['unit', 'edge'])
  const all = ['unit', 'processes', 'edge', 'browser']
  const unclear = [[], ['run'], ['run', 'lan'], ['run', 'tests/domain'], ['run', ...files, 'users']]
  for (const args of [...unclear, ['run', '--project', 'u*'], ['run', '--project', '!edge']]) {
    expect(chosenProjects(args), args.join(' ')).toEqual(all)
  }
})
