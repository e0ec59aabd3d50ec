import { measureFunctions } from './functions.ts'
import { isProduct, makeRule, type RuleCase } from './rule.ts'

export const longestFunction = 80

const keepsFunctionsShort = makeRule(
  (tree) =>
    tree
      .filter(
        ({ path, text }) => !path.startsWith('tests/') && text.split('\n').length > longestFunction,
      )
      .flatMap(({ path, text }) =>
        measureFunctions(path, text).map(({ name, lines }) => ({ what: `${path} ${name}`, lines })),
      ),
  (seen) =>
    seen
      .filter(({ lines }) => lines > longestFunction)
      .map(({ what, lines }) => `${what} has ${lines} lines, it may have ${longestFunction}`),
)

/** A file with fewer lines is a crumb when one file alone imports it, from the same folder. */
export const leastLines = 40

/** Crumbs of today. The list may only shrink. */
const crumbs = [
  'edge/store/principal-cache.ts',
  'edge/store/read-marks.ts',
  'edge/store/record-rules.ts',
  'edge/store/swarm-changes.ts',
  'web/sync/page-sizes.ts',
  'workers/files/cfx/read-source.ts',
  'workers/melt/repair-spikes.ts',
]

const hasNoCrumb = makeRule(
  (tree) => {
    const importers = new Map<string, { path: string; later: boolean }[]>()
    for (const { path, uses } of tree) {
      for (const { target, later } of uses) {
        importers.set(target, [...(importers.get(target) ?? []), { path, later }])
      }
    }
    return tree
      .filter(({ path, text }) => isProduct(path) && text.split('\n').length <= leastLines)
      .flatMap(({ path }) => {
        const by = importers.get(path) ?? []
        const files = new Set(by.map((one) => one.path))
        const [only = ''] = files
        const isLater = by.some(({ later }) => later)
        return files.size === 1 && !isLater && folderOf(only) === folderOf(path)
          ? [{ path, only }]
          : []
      })
  },
  (seen) =>
    seen
      .filter(({ path }) => !crumbs.includes(path))
      .map(({ path, only }) => `${path} is a crumb: put it into ${only}, which alone imports it`),
  (seen) => crumbs.filter((path) => !seen.some((one) => one.path === path)),
)

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

export const sizeCases: RuleCase[] = [
  [
    'no function above the ceiling',
    keepsFunctionsShort,
    { 'web/a.ts': `const a = () => {\n${'a()\n'.repeat(longestFunction)}}` },
  ],
  [
    'no crumb',
    hasNoCrumb,
    { 'web/a.ts': "import { b } from './b.ts'", 'web/b.ts': 'export const b = 1' },
  ],
]
