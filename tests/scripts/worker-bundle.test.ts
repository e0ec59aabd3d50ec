import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '../../scripts/run-tool.ts'
import { bundleWorker } from '../../scripts/worker-bundle.ts'

const cache = join(projectRoot, '.cache')
let folder = ''
beforeEach(() => {
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'bundle-'))
  writeFileSync(
    join(folder, 'entry.ts'),
    `import { word } from './word.ts'\nexport default { word }`,
  )
  writeFileSync(join(folder, 'word.ts'), `export const word = 'first'`)
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  for (const path of keptBundles()) rmSync(path, { force: true })
})

/** List the kept bundles of the entry of this test. */
function keptBundles(): string[] {
  const kept = join(cache, 'worker')
  return readdirSync(kept)
    .map((name) => join(kept, name))
    .filter((path) => readFileSync(path, 'utf8').includes(folder.slice(projectRoot.length + 1)))
}

/** Bundle as another process would, which knows no bundle by the object of its changes. */
const bundle = async (change = {}) =>
  (await bundleWorker(pathToFileURL(join(folder, 'entry.ts')), change)).contents

test('a bundle of the same files is read, and made again once one of them differs', async () => {
  expect(await bundle()).toContain('first')
  const [path = ''] = keptBundles()
  writeFileSync(path, readFileSync(path, 'utf8').replace('first', 'as kept'))
  expect(await bundle()).toContain('as kept')
  writeFileSync(join(folder, 'word.ts'), `export const word = 'second'`)
  expect(await bundle()).toContain('second')
})

test('a bundle with changed files is kept apart, and made again once the change comes to another text', async () => {
  expect(await bundle()).toContain('first')
  let word = 'planted'
  // Make a new object each time, as in another process; what it does depends on more than its text.
  const planted = () => bundle({ '/word.ts': (source: string) => source.replace('first', word) })
  expect(await planted()).toContain('planted')
  expect(await bundle()).toContain('first')
  expect(keptBundles()).toHaveLength(2)
  for (const path of keptBundles()) {
    writeFileSync(path, readFileSync(path, 'utf8').replace('planted', 'as kept'))
  }
  expect(await planted()).toContain('as kept')
  word = 'another'
  expect(await planted()).toContain('another')
  writeFileSync(join(folder, 'word.ts'), `export const word = 'first, and more'`)
  expect(await planted()).toContain('another, and more')
})
