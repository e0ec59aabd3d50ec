import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Citation, findCitations, judgeCitation, listTexts, readPlaces } from './citations.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const texts = listTexts(root)
const places = readPlaces(root, texts)
const own = /^tests\/architecture\/citations/
const cited = texts
  .filter((path) => !own.test(path))
  .map((path) => [path, findCitations(path, readFileSync(join(root, path), 'utf8'))] as const)
/** Forms of before docs/decisions, until all of them are rewritten. */
const old = / (decision (R\d+|76)|ruling \d+|trust-and-performance [§\d.]+):/

function findBroken(path: string, citations: readonly Citation[]): string[] {
  return citations.flatMap((one) => {
    const why = judgeCitation(path, one, places)
    return why === null ? [] : [`${path}:${one.line} ${why}`]
  })
}

test('every citation leads to a place inside the repository', () => {
  const broken = cited.flatMap(([path, citations]) => findBroken(path, citations))
  expect(broken.filter((one) => !old.test(one))).toEqual([])
})

test('the list of decisions names each of them', () => {
  const folder = join(root, 'docs', 'decisions')
  const list = readFileSync(join(folder, 'README.md'), 'utf8')
  const missing = readdirSync(folder).filter((name) => !list.includes(`](${name})`))
  expect(missing).toEqual(['README.md'])
})

test.each(['desktop', 'devices', 'domain', 'web/sync'])(
  '%s says in its README what each of its files does',
  (folder) => {
    const readme = readFileSync(join(root, folder, 'README.md'), 'utf8')
    const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'))
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  },
)

test('citations of every form are found in this tree', () => {
  const kinds = cited.flatMap(([, citations]) => citations.map(({ kind }) => kind))
  const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length
  expect(count('section')).toBeGreaterThan(100)
  expect(count('decision')).toBeGreaterThan(100)
  expect(count('document')).toBeGreaterThan(50)
  expect(count('link')).toBeGreaterThan(20)
  expect(count('path')).toBeGreaterThan(100)
})

test.each([
  ['a section that the specification does not have', 'a.ts', '/** Sizes (spec §12). */'],
  ['a decision that was never made', 'a.ts', '// Kept (decision 999).'],
  ['one of several decisions', 'a.ts', '// Kept (decisions 5, D21 and D7).'],
  ['a decision after the end of a line', 'a.ts', '/**\n * Kept (decision\n * D999).\n */'],
  ['a ruling', 'a.ts', '// One writer (ruling 1).'],
  ['a document outside of the repository', 'a.ts', '// As in trust-and-performance §2.1.'],
  ['a document that is gone', 'web/a.ts', '// See docs/gone.md.'],
  ['a section of a document', 'a.ts', '// See docs/curves.md, section 99.'],
  ['a link', 'docs/a.md', 'See [there](gone.md).'],
  ['a heading', 'docs/a.md', 'See [there](offline.md#no-such-heading).'],
  ['a file', 'docs/a.md', 'See `edge/store/gone.ts`.'],
])('a citation of %s is reported', (_, path, text) => {
  expect(findBroken(path, findCitations(path, text))).toHaveLength(1)
})

test('what is right is not reported', () => {
  const text =
    'See [offline](offline.md), spec §4 and §5, decisions 5, D21 and D75, docs/curves.md, section 5, `edge/mount.ts`.'
  expect(findBroken('docs/a.md', findCitations('docs/a.md', text))).toEqual([])
})
