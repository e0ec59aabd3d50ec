import { fileURLToPath } from 'node:url'

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

const path = (name: string) => fileURLToPath(new URL(`../web/${name}`, import.meta.url))

/** Stages of loading, in this order, each without the modules of earlier ones: what they begin with, as it is imported. */
const stages: readonly [name: string, ...roots: string[]][] = [
  ['first', path('main.tsx')],
  ['signed-in', path('shell/SignedIn.tsx'), path('live/own-devices.ts')],
  ['list', path('screens/analyses/AnalysesScreen.tsx')],
  // Keep these out of the file of the records, which no page waits for before it is drawn.
  [
    'runs',
    path('../domain/calls/analysis.ts'),
    path('../domain/canonical.ts'),
    path('../domain/rules/well-comment.ts'),
  ],
  ['records', path('local/open-records.ts')],
  ['at-work', path('lan/keep-pass.ts'), path('lan/lot-stops.ts')],
  // Load these rows of the contract once the first page is drawn.
  [
    'asked',
    path('../domain/calls/users.ts'),
    path('../domain/calls/recalls.ts'),
    path('../domain/calls/companies.ts'),
  ],
  // Join what both the home page and pages of runs need, so that neither fetches the other one.
  [
    'home-and-runs',
    path('state/use-sending.ts'),
    path('parts/chart/use-chart-room.ts'),
    path('../domain/entities/attachment.ts'),
    path('../domain/entities/swarm.ts'),
    path('../domain/actions/audit-review.ts'),
  ],
  ['home', path('screens/home/HomeScreen.tsx')],
  ['menus', path('parts/menu/ContextMenu.tsx')],
  // Join what pages of runs share with pages of records.
  [
    'parts',
    path('parts/form/NumberField.tsx'),
    path('parts/form/CheckField.tsx'),
    path('parts/form/TextAreaField.tsx'),
    path('parts/tabs/Tabs.tsx'),
    path('parts/menu/Menu.tsx'),
    path('parts/dialog/Dialog.tsx'),
    path('parts/facts/FactList.tsx'),
    path('parts/keys/KeysToggle.tsx'),
    path('../workers/files/formula-start.ts'),
    path('client/save-file.ts'),
  ],
  ['record-page', path('record/RecordPage.tsx'), path('record/use-bulk.tsx')],
  [
    'plates',
    path('parts/plate/PlateGrid.tsx'),
    path('parts/chart/CurveChart.tsx'),
    path('layout/layout-look.ts'),
    path('entities/sample/sample-look.ts'),
    path('entities/sample/dye-colour.ts'),
    path('curves/cycle-times.ts'),
    path('../workers/pool.ts'),
  ],
  // Join what pages of runs share, of which the bundler would make a file each.
  [
    'run-pages',
    path('entities/attachment/FilesPart.tsx'),
    path('entities/analysis/refusal-text.ts'),
    path('record/actor.ts'),
    path('state/review-queue.ts'),
    path('parts/chart/Scrubber.tsx'),
  ],
]

let groups: Map<string, string> | null = null

/**
 * Return the file of a module: one for each stage of opening the app, because the bundler would make dozens of small
 * ones that weigh more than their content. Null for all others, which the bundler divides by itself.
 */
export function groupModules(id: string, graph: Graph): string | null {
  groups ??= findGroups(graph)
  return groups.get(id) ?? null
}

function findGroups(graph: Graph): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, ...roots] of stages) {
    for (const id of closureOf(roots, graph)) if (!found.has(id)) found.set(id, name)
  }
  return found
}

/** Return modules with all their imports, except those that are loaded later. */
function closureOf(roots: readonly string[], graph: Graph): Set<string> {
  const seen = new Set(roots)
  for (const id of seen)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
  return seen
}
