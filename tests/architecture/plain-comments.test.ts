import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readTexts } from './source-tree.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const question =
  /^\s*(?:\/\*\*|\*|\/\/|\{\/\*) ?(?:What|How|Why|Where|Whether|Who|When|Which|Whose) /

/** Folders in which the comment of a function begins with a verb; the others are counted below. */
const withVerbs = ['domain', 'workers', 'scripts', 'desktop', 'devices', 'tests']

/** Comment of a function that begins with a word which no verb follows: an article, a number or a preposition. */
const noun =
  /\/\*\*[ \t]*(?:\n[ \t]*\*)?[ \t]*(?:The|An?|One|Two|All|Each|Every|Everything|Nothing|Of|Null|True|False|Not|Only|As|By|In|With|Without|From|For|At|On|To|So|Some|Its|Until|After|Before) (?:(?!\*\/)[\s\S])*?\*\/\n[ \t]*(?:export )?(?:default )?(?:async )?function\*? (\w+)/g

/** Return the names of functions whose comment does not begin with a verb. */
const findNouns = (text: string) => [...text.matchAll(noun)].map(([, name]) => name)

/** Return the lines of a text at which a comment, or a line within one, begins with a question word. */
const findQuestions = (text: string) =>
  text.split('\n').flatMap((line, at) => (question.test(line) ? [at + 1] : []))

test('comments begin with a verb, or with what something is', () => {
  const folders = ['domain', 'edge', 'workers', 'web', 'devices', 'desktop', 'scripts', 'tests']
  const found = readTexts(root, folders).flatMap(([path, text]) =>
    findQuestions(text).map((line) => `${path}:${line}`),
  )
  expect(found).toEqual([])
})

test('comments of functions begin with a verb', () => {
  for (const [path, text] of readTexts(root, withVerbs)) {
    expect(findNouns(text), path).toEqual([])
  }
})

test('a noun is found at the beginning of the comment of a function only', () => {
  const text = [
    '/** The lots that expire. */',
    'export function listLots() {}',
    '/**',
    ' * All wells of a plate.',
    ' */',
    'async function readWells() {}',
    '/** Return the lots that expire. */',
    'function findLots() {}',
    '/** The limit of a lot. */',
    'const limit = 3',
    'function measure() {}',
  ].join('\n')
  expect(findNouns(text)).toEqual(['listLots', 'readWells'])
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
