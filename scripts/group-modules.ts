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
 * The file that a module goes into: one for each stage of opening the app, where the bundler would make dozens of small
 * ones that weigh more than what is in them. Null for all else, which it divides by itself.
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

/** A module with all that it imports, but for what is imported when it is needed. */
function closureOf(root: string, graph: Graph): Set<string> {
  const seen = new Set([root])
  for (const id of seen)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
  return seen
}
