import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Documents that promise something to people outside: each promise names the test that holds it (issue 14). */
const promising = ['docs/audit-trail.md', 'docs/offline.md', 'docs/desktop.md', 'devices/README.md']
const naming = [...promising, 'docs/findings.md', ...globSync('docs/decisions/*.md', { cwd: root })]

/** A test as a document names it: its file, and words of its title. */
interface Named {
  path: string
  titles: string[]
}

/** Find the tests that a text names, such as `tests/edge/trail.test.ts` "checkpoints", "an anchor". */
function findNamed(text: string): Named[] {
  const files = /`(tests\/[^`\s]+\.(?:test|e2e)\.tsx?)`((?:,?\s+"[^"]+")*)/g
  return [...text.replaceAll(/\s+/g, ' ').matchAll(files)].map(([, path = '', titles = '']) => ({
    path,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
  }))
}

/** Read a file with the tables of titles that it takes from files beside it. */
function readWithTables(path: string): string {
  const text = read(path)
  const beside = [...text.matchAll(/from '\.\/([\w-]+\.tsx?)'/g)].map(([, name = '']) => name)
  const tables = beside.map((name) => join(dirname(path), name))
  return [text, ...tables.filter((one) => existsSync(join(root, one))).map(read)].join('\n')
}

/** Return what of a named test is not there: its file, or a title with these words. */
function findMissing({ path, titles }: Named): string[] {
  const files = globSync(path, { cwd: root }).map(readWithTables)
  if (files.length === 0) return [path]
  return titles
    .filter((title) => !files.some((text) => hasTitle(text, title)))
    .map((title) => `${path} "${title}"`)
}

/** Return true for a text with these words behind the beginning of a string, one after the other where they are cut by "…". */
function hasTitle(text: string, words: string): boolean {
  const parts = words.split(/\s*…\s*/).filter(Boolean)
  return text
    .replaceAll("\\'", "'")
    .split('\n')
    .some((line) => {
      const at = parts.map((part) => line.indexOf(part))
      const isThere = at.every((one, index) => one > 0 && one >= (at[index - 1] ?? 0))
      return isThere && /['"`]/.test(line.slice(0, at[0]))
    })
}

test.each(naming)('issue 14: the tests that %s names are there', (path) => {
  expect(findNamed(read(path)).flatMap(findMissing)).toEqual([])
})

/** Find the rows of the tables of a text whose last column is of tests, with what that column says. */
function findRows(text: string): { promise: string; says: string }[] {
  let isOfTests = false
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    if (cells.length < 4) {
      isOfTests = false
      return []
    }
    const [promise = '', says = ''] = [cells[1], cells.at(-2)]
    if (/^tests?$/i.test(says)) {
      isOfTests = true
      return []
    }
    return isOfTests && !/^-+$/.test(says.replaceAll(' ', '')) ? [{ promise, says }] : []
  })
}

test.each(promising)('issue 14: every promise in a table of %s names its test', (path) => {
  const rows = findRows(read(path))
  expect(rows.length).toBeGreaterThan(9)
  const named = /`tests\/|batter(y|ies) `|npm run battery|^(as for|the same)/
  expect(rows.filter(({ says }) => !named.test(says))).toEqual([])
})
