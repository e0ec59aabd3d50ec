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
  // Load these rows of the contract, and what asks for page after page, once the first page is drawn.
  [
    'asked',
    path('../domain/calls/users.ts'),
    path('../domain/calls/recalls.ts'),
    path('../domain/calls/companies.ts'),
    path('client/read-pages.ts'),
  ],
  // Join what both the home page and pages of runs need, so that neither fetches the other one.
  [
    'home-and-runs',
    path('state/use-sending.ts'),
    path('parts/chart/use-chart-room.ts'),
    path('../domain/entities/attachment.ts'),
    path('../domain/rules/second-person.ts'),
    path('../domain/actions/publication.ts'),
    path('../domain/entities/swarm.ts'),
    path('../domain/actions/audit-review.ts'),
    path('../domain/entities/profile.ts'),
    path('../domain/catalog/devices.ts'),
    path('../domain/rules/device-sight.ts'),
    path('../domain/rules/version.ts'),
    path('state/use-devices.ts'),
    path('state/device-looks.ts'),
    path('state/hearing.ts'),
    path('../domain/rules/device.ts'),
  ],
  // Divide what the home page knows of all kinds of records: most pages need some of them only.
  [
    'recipes',
    path('../domain/entities/application.ts'),
    path('../domain/entities/global-recipe.ts'),
    path('../domain/entities/protocol.ts'),
    path('../domain/entities/publication.ts'),
    path('../domain/calls/publications.ts'),
  ],
  [
    'material',
    path('../domain/entities/bkit.ts'),
    path('../domain/entities/lot-labels.ts'),
    path('../domain/codes/gs1-fields.ts'),
  ],
  ['kinds', path('../domain/registry.ts'), path('../domain/calls/audit.ts')],
  // Join what the home page shares with single pages, so that none of them fetches the home page.
  [
    'home-calls',
    path('../domain/calls/bkernels.ts'),
    path('../domain/calls/foundings.ts'),
    path('../domain/calls/swarms.ts'),
    path('../domain/rules/rollout.ts'),
    path('../domain/rules/update-state.ts'),
    path('parts/chart/BarChart.tsx'),
  ],
  ['home', path('screens/home/HomeScreen.tsx')],
  // Join what pages of runs share with pages of records: parts of forms, and what may be done about a record.
  [
    'parts',
    path('parts/form/NumberField.tsx'),
    path('parts/form/CheckField.tsx'),
    path('parts/form/TextAreaField.tsx'),
    path('parts/tabs/Tabs.tsx'),
    path('parts/menu/Menu.tsx'),
    path('parts/menu/ContextMenu.tsx'),
    path('parts/facts/FactList.tsx'),
    path('parts/keys/KeysToggle.tsx'),
    path('parts/keys/use-single-keys.ts'),
    path('parts/print/use-print.ts'),
    path('parts/scan/use-wedge.ts'),
    path('state/single-keys.ts'),
    path('../workers/files/formula-start.ts'),
    path('client/save-file.ts'),
    path('entities/kit/today.ts'),
  ],
  [
    'rules',
    path('entities/attachment/FilesPart.tsx'),
    path('entities/call/CallBadge.tsx'),
    path('record/actor.ts'),
    path('local/blobs.ts'),
    path('../domain/actions/refuse.ts'),
    path('../domain/calls/device-command.ts'),
    path('../domain/calls/retention.ts'),
    path('../domain/rules/assay-kind.ts'),
    path('../domain/rules/recipe-version.ts'),
    path('../domain/trail/signed.ts'),
  ],
  [
    'record-parts',
    path('parts/panel/ListWithPanel.tsx'),
    path('record/RecordPanel.tsx'),
    path('record/use-acts.tsx'),
    path('record/csv.ts'),
  ],
  ['record-page', path('record/RecordPage.tsx'), path('record/use-bulk.tsx')],
  [
    'plates',
    path('parts/plate/PlateGrid.tsx'),
    path('layout/layout-look.ts'),
    path('entities/sample/sample-look.ts'),
    path('entities/sample/dye-colour.ts'),
    path('parts/plate/plate-room.ts'),
    path('../domain/rules/well-ranges.ts'),
    path('../workers/run/layout.ts'),
  ],
  [
    'charts',
    path('parts/chart/CurveChart.tsx'),
    path('parts/chart/Scrubber.tsx'),
    path('curves/cycle-times.ts'),
    path('../workers/pool.ts'),
    path('entities/result/trace-text.ts'),
    path('../domain/rules/curve-unit.ts'),
  ],
  // Join what pages of runs share, of which the bundler would make a file each.
  [
    'run-pages',
    path('entities/analysis/refusal-text.ts'),
    path('state/review-queue.ts'),
    path('../domain/rules/analysis.ts'),
    path('screens/analyses/detail/use-refusal.ts'),
    path('screens/analyses/detail/Detail.module.css'),
    path('screens/analyses/shared/MissingAnalysis.tsx'),
  ],
  [
    'run-view',
    path('screens/analyses/detail/PlateAndCurves.tsx'),
    path('screens/analyses/detail/watch/WatchList.tsx'),
    path('screens/analyses/detail/comments/mark-comments.ts'),
  ],
  ['commands', path('../domain/rules/command.ts'), path('../domain/entities/device-report.ts')],
  ['lan', path('lan/LanHelp.tsx'), path('lan/follow.ts'), path('../domain/lan/lan-calls.ts')],
  // Join what planning a run shares with pages of kits, and with the guide through the loading of its plate.
  [
    'kits',
    path('../domain/codes/read-code.ts'),
    path('../domain/calls/lots.ts'),
    path('../domain/rules/kit-use.ts'),
    path('../domain/rules/lot-offer.ts'),
    path('../domain/rules/preflight.ts'),
    path('entities/kit/ExpiryBadge.tsx'),
  ],
  [
    'plan',
    path('screens/analyses/wizard/plan.ts'),
    path('screens/analyses/wizard/use-plan-records.ts'),
    path('screens/analyses/wizard/loading/BenchSheet.tsx'),
    path('state/loading.ts'),
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
