import { fileURLToPath } from 'node:url'

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

const path = (name: string) => fileURLToPath(new URL(`../web/${name}`, import.meta.url))

/** Stages of loading, in this order, each without the modules of earlier ones: what they begin with, as it is imported. */
const stages: readonly [name: string, ...roots: string[]][] = [
  ['first', path('main.tsx')],
  ['signed-in', path('shell/SignedIn.tsx')],
  ['list', path('screens/analyses/AnalysesScreen.tsx')],
  ['records', path('local/open-records.ts')],
  [
    'at-work',
    path('live/own-devices.ts'),
    path('shell/OpenShells.tsx'),
    path('lan/keep-pass.ts'),
    path('lan/lot-stops.ts'),
  ],
  ['home', path('screens/home/HomeScreen.tsx')],
  ['menus', path('parts/menu/ContextMenu.tsx')],
  ['record-page', path('record/RecordPage.tsx'), path('record/use-bulk.tsx')],
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
