import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeNotices, noticesFile } from '../../scripts/make-notices.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const made = makeNotices(root)

test('the notices are those of what is installed (else: npm run notices)', () => {
  expect(readFileSync(join(root, noticesFile), 'utf8') === made).toBe(true)
})

test('every dependency, font and recorded plate is named with a licence, and no tool of the build is', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const [name, version] of Object.entries(dependencies)) {
    expect(made).toContain(`\n${name} ${version}\n`)
  }
  for (const name of ['SIL OPEN FONT LICENSE', 'allotropy-MIT.txt', 'Natural Earth']) {
    expect(made.toLowerCase()).toContain(name.toLowerCase())
  }
  for (const tool of ['vite ', 'typescript ', 'wrangler ', '@playwright/test ']) {
    expect(made).not.toContain(`\n${tool}`)
  }
})
