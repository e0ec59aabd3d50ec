import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { judgeRoutes, weighRoutes } from '../../scripts/bench-ui/weights.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bapp-build-'))
  mkdirSync(join(folder, 'assets'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const page = 'web/screens/users/UsersScreen.tsx'

/** Write a build: chunks by their key in the manifest, with what they import at once. */
function write(chunks: Record<string, { bytes: number; name?: string; imports?: string[] }>) {
  const weights = new Map<string, number>()
  const entries = Object.entries(chunks).map(([key, { bytes, ...facts }], at) => {
    const file = `assets/${at}.js`
    const content = randomBytes(bytes)
    writeFileSync(join(folder, file), content)
    weights.set(key, gzipSync(content).length / 1000)
    return [key, { file, name: facts.name ?? `chunk-${at}`, imports: facts.imports ?? [] }]
  })
  writeFileSync(join(folder, 'asset-manifest.json'), JSON.stringify(Object.fromEntries(entries)))
  return (...keys: string[]) => keys.reduce((sum, key) => sum + weights.get(key)!, 0)
}

test('issue 20: a page weighs its file and all its imports, each once, without what is there', () => {
  const weigh = write({
    _first: { bytes: 9000 },
    _shared: { bytes: 3000, imports: ['_first', '_deep'] },
    _deep: { bytes: 2000, imports: ['_shared'] },
    [page]: { bytes: 1000, imports: ['_first', '_shared', '_deep'] },
    'web/screens/users/InviteListDialog.tsx': { bytes: 5000 },
  })
  const [route, ...others] = weighRoutes(folder, new Set(['assets/0.js']))
  expect(route!.kB).toBeCloseTo(weigh('_shared', '_deep', page), 6)
  expect(others).toEqual([])
})

test('issue 20: the home page and files of several editors count as pages', () => {
  write({
    '_home-x.js': { bytes: 100, name: 'home' },
    'web/screens/methods/protocols/ProtocolScreens.tsx': { bytes: 200, name: 'ProtocolScreens' },
  })
  const names = weighRoutes(folder, new Set()).map(({ name }) => name)
  expect(names).toEqual(['ProtocolScreens', 'home'])
})

test('issue 20: a page of more than 80 kB misses its bar', () => {
  write({
    [page]: { bytes: 79_000, name: 'UsersScreen', imports: ['_part'] },
    _part: { bytes: 500 },
  })
  expect(judgeRoutes(folder, new Set())).toMatchObject({ ok: true })
  write({
    [page]: { bytes: 79_000, name: 'UsersScreen', imports: ['_part'] },
    _part: { bytes: 1500 },
  })
  const missed = judgeRoutes(folder, new Set())
  expect(missed).toMatchObject({ ok: false, bar: '<= 80' })
  expect(missed.name).toContain('UsersScreen')
})
