import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { exportCases } from './exports.ts'
import { floorCases } from './floors.ts'
import { nameCases } from './names.ts'
import {
  hasNoBarrel,
  hasNoCatchAll,
  hasNoCycle,
  hasNoDefaultExport,
  hooksNothingWhileLoaded,
  keepsDomainPure,
  keepsExactNumbers,
  keepsImportTable,
  keepsPartsFree,
  keepsRecordsFree,
  keepsScreensApart,
  keepsSizeCeiling,
  keepsTypesToTheBorder,
  sizeCeiling,
} from './rules.ts'
import type { RuleCase } from './rule.ts'
import { makeTree, readSourceTree } from './source-tree.ts'
import { sizeCases } from './sizes.ts'
import { wallCases } from './walls.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = [
  '.',
  'domain',
  'workers',
  'wasm',
  'edge',
  'web',
  'devices',
  'desktop',
  'releases',
  'scripts',
  'tests',
]
const present = folders.filter((folder) => existsSync(join(root, folder)))
const tree = readSourceTree(root, present)

const rules: RuleCase[] = [
  ...wallCases,
  ...floorCases,
  ...exportCases,
  ...sizeCases,
  ...nameCases,
  [
    'folders import by the table',
    keepsImportTable,
    { 'edge/a.ts': "import { b } from '../web/b.ts'" },
  ],
  ['nothing imports scripts', keepsImportTable, { 'web/a.ts': "await import('../scripts/b.ts')" }],
  [
    'an import by a template is seen',
    keepsImportTable,
    { 'web/a.ts': 'await import(`../edge/${name}.ts`)', 'edge/b.ts': '' },
  ],
  [
    'an import by a pattern is seen',
    keepsImportTable,
    { 'web/a.ts': "import.meta.glob('../edge/**/*.ts')", 'edge/deep/b.ts': '' },
  ],
  [
    'an import of a type is seen',
    keepsImportTable,
    { 'web/a.ts': "let a: import('../edge/b.ts').B" },
  ],
  ['domain imports valibot only', keepsDomainPure, { 'domain/a.ts': "import { of } from 'rxjs'" }],
  ['web/parts knows no entity', keepsPartsFree, { 'web/parts/a.ts': "import '../state/b.ts'" }],
  [
    'web/parts asks nothing of the service',
    keepsPartsFree,
    { 'web/parts/a.ts': "import { call } from '../client/call.ts'" },
  ],
  [
    'web/record knows no entity',
    keepsRecordsFree,
    { 'web/record/a.ts': "import '../../domain/entities/user.ts'" },
  ],
  [
    'a screen area imports no other area',
    keepsScreensApart,
    { 'web/screens/users/a.tsx': "export { b } from '../devices/b.tsx'" },
  ],
  [
    'no import cycle',
    hasNoCycle,
    {
      'web/a.ts': "import {\n  b,\n} from './b.ts'",
      'web/b.ts': "import type { A } from './a.ts'",
    },
  ],
  [
    'no barrel',
    hasNoBarrel,
    { 'web/all.ts': "// all\nexport * from './a.ts'\nexport { b } from './b.ts'\n" },
  ],
  ['no index file', hasNoBarrel, { 'web/plate/index.ts': 'export const a = 1\n' }],
  ['no default export', hasNoDefaultExport, { 'web/a.ts': 'const a = 1\nexport default a\n' }],
  ['no file above the ceiling', keepsSizeCeiling, { 'web/a.ts': 'x\n'.repeat(sizeCeiling + 1) }],
  ['no catch-all names', hasNoCatchAll, { 'web/utils/a.ts': '' }],
  ['no Math of the engine', keepsExactNumbers, { 'workers/a.ts': 'const a = Math.exp(1)' }],
  ['no Math taken apart', keepsExactNumbers, { 'workers/a.ts': 'const { log } = Math' }],
  ['no power of the engine', keepsExactNumbers, { 'wasm/a.ts': 'const a = b ** 2' }],
  [
    'few types are claimed of what the store gives',
    keepsTypesToTheBorder,
    { 'edge/a.ts': 'const a = b as unknown as C\n'.repeat(11) },
  ],
  [
    'few types are claimed of what a call answers',
    keepsTypesToTheBorder,
    { 'tests/edge/a.ts': 'const a = b.data as C\n'.repeat(11) },
  ],
  [
    'no hook of a helper that files share',
    hooksNothingWhileLoaded,
    { 'tests/edge/a.ts': 'afterEach(() => b.close())' },
  ],
  ['no order of a language', keepsExactNumbers, { 'workers/a.ts': 'a.localeCompare(b)' }],
]

describe.each(rules)('%s', (_name, rule, broken) => {
  test('holds in the project', () => {
    expect(rule(tree)).toEqual([])
  })

  test('names no exception that the project no longer needs', () => {
    expect(rule.unused(tree)).toEqual([])
  })

  test('house B6: sees something in the project', () => {
    expect(rule.sees(tree)).toBeGreaterThan(0)
  })

  test('is able to fail', () => {
    expect(rule(makeTree(Object.entries(broken)))).toHaveLength(1)
  })
})

test('the tree was really read, with the configurations beside its folders', () => {
  expect(tree.length).toBeGreaterThan(20)
  expect(tree.some((file) => file.imports.length > 0)).toBe(true)
  const configuration = tree.find(({ path }) => path === 'vitest.config.ts')
  expect(configuration?.imports).toContain('scripts/test-projects.ts')
})

test('every file of ours that an import names is in the tree', () => {
  const paths = new Set(tree.map(({ path }) => path))
  const lost = tree.flatMap(({ path, imports }) =>
    imports
      .filter(
        (target) => /^[a-z]+\/.*\.(ts|tsx|mjs)$/.test(target) && existsSync(join(root, target)),
      )
      .filter((target) => !paths.has(target))
      .map((target) => `${path} imports ${target}`),
  )
  expect(lost).toEqual([])
})

test.each(present.filter((folder) => folder !== '.'))(
  '%s says in a README what lives there',
  (folder) => {
    expect(existsSync(join(root, folder, 'README.md'))).toBe(true)
  },
)
