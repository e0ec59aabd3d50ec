import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSourceTree } from './source-tree.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Comments of today that begin with a question word instead of a verb or the noun that something is (docs/style.md), by
 * folder. The numbers may only shrink; folders without one have none.
 */
const left: Readonly<Record<string, number>> = {
  web: 1,
}

const question =
  /^\s*(?:\/\*\*|\*|\/\/|\{\/\*) ?(?:What|How|Why|Where|Whether|Who|When|Which|Whose) /

/** Lines of a text at which a comment, or a line within one, begins with a question word. */
const findQuestions = (text: string) =>
  text.split('\n').flatMap((line, at) => (question.test(line) ? [at + 1] : []))

test('comments begin with a verb, or with what something is', () => {
  const folders = ['domain', 'edge', 'workers', 'web', 'devices', 'desktop', 'scripts', 'tests']
  const counts = Object.fromEntries(
    folders.map((folder) => [
      folder,
      readSourceTree(root, [folder]).reduce((sum, { text }) => sum + findQuestions(text).length, 0),
    ]),
  )
  expect(counts).toEqual(Object.fromEntries(folders.map((folder) => [folder, left[folder] ?? 0])))
})

test('a question word is found at the beginning of a comment only', () => {
  const text = [
    '/** What a press does. */',
    '/**',
    ' * Whether it is open.',
    ' */',
    '// Return when it is done: why it failed is in the log.',
    "const text = 'What is this?'",
    '{/* Who is signed in. */}',
  ].join('\n')
  expect(findQuestions(text)).toEqual([1, 3, 7])
})
