import { makeRule, type RuleCase } from './rule.ts'
import type { SourceFile } from './source-tree.ts'

/**
 * Exports that only tests use: calculations that are described in docs/curves.md and checked against published numbers,
 * and that no screen asks for yet, with the tools of such checks. The list may only shrink.
 */
const onlyTested = [
  'domain/trail/proofs.ts isConsistent',
  'workers/compensation/transfer.ts adjustWells',
  'workers/compensation/transfer.ts learnCompensation',
  'workers/consensus/error.ts findHandlingError',
  'workers/consensus/error.ts poissonError',
  'workers/images/draw-wells.ts drawWells',
  'workers/images/write-png.ts writePng',
  'workers/melt/melt-rule.ts sensitiveMeltRule',
  'workers/melt/normalise.ts chooseMeltRegions',
  'workers/melt/normalise.ts normaliseMelt',
  'workers/numbers/distributions.ts chiSquareCdf',
  'workers/numbers/distributions.ts fCdf',
  'workers/numbers/distributions.ts studentCdf',
  'workers/numbers/error-function.ts erf',
  'workers/numbers/linear-system.ts solveLeastSquares',
  'workers/plate/assay-efficiency.ts averageEfficiency',
  'workers/plate/assay-growth.ts estimateAssay',
  'workers/plate/dynamic-range.ts findDynamicRange',
  'workers/plate/efficiency-flags.ts flagCurve',
  'workers/plate/quantification-limit.ts findQuantificationLimit',
  'workers/plate/starting-quantity.ts estimateCopies',
]

/** Files whose exports are named from elsewhere than an import. */
const namedElsewhere: Record<string, string> = {
  'web/local/left-out.ts': 'takes the place of modules of RxDB when the app is built',
  'scripts/bench-curves-page.ts': 'is called by name in the page of the benchmark',
}

/** Say for each exported value who uses it: other files, tests alone, or nobody. */
function listExports(tree: SourceFile[]) {
  const importers = new Map<string, Map<string, string[]>>()
  for (const { path, uses } of tree) {
    for (const { target, names } of uses) {
      if (target === path) continue
      const users = importers.get(target) ?? new Map<string, string[]>()
      importers.set(target, users)
      for (const name of names === 'every' ? ['*'] : names) {
        users.set(name, [...(users.get(name) ?? []), path])
      }
    }
  }
  return tree
    .filter(
      ({ path }) => path.includes('/') && !path.startsWith('tests/') && !(path in namedElsewhere),
    )
    .flatMap(({ path, code, exports }) =>
      exports
        .filter((name) => name !== 'default')
        .map((name) => {
          const users = importers.get(path)
          const by = [...(users?.get(name) ?? []), ...(users?.get('*') ?? [])]
          const isUsedHere =
            code.split(new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`)).length > 2
          return { what: `${path} ${name}`, by, isUsedHere }
        }),
    )
}

const isTest = (path: string) => path.startsWith('tests/')

/** An export is for another file. A test may be that file when the export works for its own file too. */
const usesExports = makeRule(
  listExports,
  (seen) =>
    seen.flatMap(({ what, by, isUsedHere }) => {
      if (by.length === 0) return [`${what} is exported and nobody imports it`]
      const isLost = by.every(isTest) && !isUsedHere && !onlyTested.includes(what)
      return isLost ? [`${what} is reached by tests only: wire it or remove it`] : []
    }),
  (seen) =>
    onlyTested.filter(
      (one) =>
        !seen.some(({ what, by, isUsedHere }) => what === one && by.every(isTest) && !isUsedHere),
    ),
)

export const exportCases: RuleCase[] = [
  ['each export is used', usesExports, { 'edge/a.ts': 'export const a = 1\nconst b = a' }],
  [
    'what only a test uses is not kept',
    usesExports,
    { 'edge/a.ts': 'export const a = 1', 'tests/a.test.ts': "import { a } from '../edge/a.ts'" },
  ],
  [
    'a name that is loaded later counts for that name only',
    usesExports,
    {
      'web/a.ts': 'export const a = 1\nexport const b = 2',
      'web/c.ts': "const { a } = await import('./a.ts')",
    },
  ],
]
