import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot, runTool } from '../../scripts/run-tool.ts'

/** Those that answer a wrong flag themselves, with the sentence of their own command. */
const ownAnswer = [
  'backup/options.ts',
  'deploy-options.ts',
  'first-company-options.ts',
  'read-flags.ts',
  'start-options.ts',
]

const run = (script: string, ...args: string[]) =>
  runTool('node', [join(projectRoot, 'scripts', script), ...args])

test('a wrong flag of a command is named with the known ones, without a stack, by exit code 2', async () => {
  for (const [script, args, why] of [
    ['trace.ts', ['--bogus'], "Unknown option '--bogus'"],
    ['trace.ts', ['--json'], "Option '--json <value>' argument missing"],
    ['battery.ts', ['scanner', '--bogus'], "Unknown option '--bogus'"],
    ['battery.ts', ['scanner', '--seed', 'many'], 'Option \'--seed\' takes a number, not "many"'],
  ] as const) {
    const { code, output } = await run(script, ...args)
    expect([code, output.split('\n')[0]], script).toEqual([2, why])
    expect(output, script).toMatch(/^Known flags: .*--json/m)
    expect(output, script).not.toContain('    at ')
  }
})

test('every command and battery reads its flags that way', () => {
  const found = ['scripts', 'tests/batteries'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !ownAnswer.includes(path))
      .filter((path) =>
        /\bparseArgs\b/.test(readFileSync(join(projectRoot, folder, path), 'utf8')),
      ),
  )
  expect(found).toEqual([])
})
