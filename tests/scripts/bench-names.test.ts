import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Read the names from the text: the file is a command, which measures once it is loaded. */
const names = [...read('scripts/bench.ts').matchAll(/^ {2}(\w+): bench\w+,$/gm)].map(
  ([, name = '']) => name,
)

test('each bench is in the tables of commands', () => {
  expect(names.length).toBeGreaterThan(10)
  const [line = ''] = read('README.md').match(/.*npm run bench -- NAME.*/) ?? []
  const table = read('scripts/README.md')
  expect(names.filter((name) => !line.includes(`\`${name}\``))).toEqual([])
  expect(names.filter((name) => !table.includes(`\`npm run bench -- ${name} `))).toEqual([])
})
