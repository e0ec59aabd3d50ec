// Some benches run by hand only (tests/e2e/benches.e2e.ts, @long). Here the pages that they measure are built together, with the same plug-ins,
// and their workers as they build them: a part of the app that changes shows at once that a bench does not build any more.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundleCurveScripts } from '../../scripts/bench-curves.ts'
import { buildParts } from '../../scripts/bench-ui/build-page.ts'
import { bundleScript } from '../../scripts/bundle-script.ts'
import { projectRoot } from '../../scripts/run-tool.ts'

const scripts = readdirSync(join(projectRoot, 'scripts'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /^bench.*\.ts$/.test(name))
  .map((name) => {
    const path = join(projectRoot, 'scripts', name)
    return { name, path, text: readFileSync(path, 'utf8') }
  })
const pages = readdirSync(join(projectRoot, 'tests', 'browser', 'bench')).filter((name) =>
  name.endsWith('-page.tsx'),
)
const workers = scripts.flatMap(({ path, text }) =>
  Array.from(text.matchAll(/new URL\('([./]*workers\/[\w/-]+-entry\.ts)'/g), ([, to = '']) => {
    return new URL(to, `file://${path}`)
  }),
)

describe('what benches measure still builds', () => {
  let exported: Map<string, string[]>
  beforeAll(async () => {
    const folder = join(projectRoot, 'tests', 'browser', 'bench')
    const entry = Object.fromEntries(pages.map((page) => [page, join(folder, page)]))
    const built = await buildParts({ minify: false, lib: { entry, formats: ['es'] } })
    const chunks = built.flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file] : []))
    exported = new Map(chunks.map((chunk) => [chunk.name, chunk.exports]))
  })

  test('every page has its bench', () => {
    const opened = scripts.flatMap(({ text }) => pages.filter((page) => text.includes(`'${page}'`)))
    expect(opened.toSorted()).toEqual(pages.toSorted())
  })

  const withPages = scripts.filter(({ text }) => pages.some((page) => text.includes(`'${page}'`)))
  test.each(withPages)('$name: its pages, with all that it calls on them', ({ text }) => {
    const called = Array.from(text.matchAll(/\binside\.(\w+)\(/g), ([, name]) => name)
    expect(called.length).toBeGreaterThan(0)
    const own = pages.filter((page) => text.includes(`'${page}'`))
    const found = own.flatMap((page) => exported.get(page) ?? [])
    expect(called.filter((name = '') => !found.includes(name))).toEqual([])
  })

  test('bench-curves.ts: its page and workers, with all that it calls on the page', async () => {
    const { text } = scripts.find(({ name }) => name === 'bench-curves.ts')!
    const built = await bundleCurveScripts()
    expect(built.size).toBe(4)
    const page = built.get('/bench-curves-page.js') ?? ''
    const called = Array.from(text.matchAll(/\binside\.(time\w+)\(/g), ([, name]) => name)
    expect(called.length).toBeGreaterThan(3)
    const isThere = (name = '') => page.includes(`.${name}=`)
    expect(called.filter((name) => !isThere(name))).toEqual([])
  })

  test('workers', async () => {
    expect(workers.length).toBeGreaterThanOrEqual(2)
    for (const file of workers) expect((await bundleScript(file)).length).toBeGreaterThan(1000)
  })
})
