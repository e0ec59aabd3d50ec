import { fileURLToPath } from 'node:url'

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

const path = (name: string) => fileURLToPath(new URL(`../web/${name}`, import.meta.url))

/** Stages of loading up to the list of analyses, in this order, each without the modules of earlier ones. */
const stages = [
  ['first', path('main.tsx')],
  ['signed-in', path('shell/SignedIn.tsx')],
  ['list', path('screens/analyses/AnalysesScreen.tsx')],
  ['records', path('local/open-records.ts')],
] as const

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
  for (const [name, root] of stages) {
    for (const id of closureOf(root, graph)) if (!found.has(id)) found.set(id, name)
  }
  return found
}

/** Return a module with all its imports, except those that are loaded later. */
function closureOf(root: string, graph: Graph): Set<string> {
  const seen = new Set([root])
  for (const id of seen)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
  return seen
}
