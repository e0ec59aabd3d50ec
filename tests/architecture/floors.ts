import { makeRule, pairs, type RuleCase } from './rule.ts'

/**
 * The order inside a folder, from the top down: an upper line may import a lower one, never the
 * other way round, and entries of one line do not import each other. A file belongs to the longest beginning
 * of its path that is listed.
 */
const floors: string[][] = [
  // Begin with the page.
  ['web/main.tsx'],
  ['web/App.tsx'],
  ['web/shell/'],
  ['web/routes.tsx', 'web/wiring.ts'],
  ['web/evidence-routes.ts', 'web/method-routes.ts', 'web/provider-routes.ts'],
  ['web/load-screen.ts'],
  ['web/screens/', 'web/follow-host.ts'],
  // Show analyses: their lists, a run without the service, their notebook, their own page, and how they are planned.
  ['web/screens/analyses/EditAnalysisScreen.tsx', 'web/screens/analyses/offline/'],
  ['web/screens/analyses/'],
  ['web/screens/analyses/import/', 'web/screens/analyses/notebook/'],
  ['web/screens/analyses/detail/'],
  ['web/screens/analyses/wizard/'],
  ['web/screens/analyses/shared/'],
  // Share parts among several areas for one kind of record, over lists and forms of any kind.
  ['web/layout/', 'web/curves/'],
  ['web/entities/'],
  ['web/record/'],
  // Reach the devices of the local network.
  ['web/lan/'],
  // Keep signals above what they are filled from.
  ['web/state/'],
  ['web/local/', 'web/live/'],
  ['web/sync/', 'web/host/', 'web/client/'],
  ['web/load-later.tsx'],
  ['web/parts/'],
  ['web/i18n/', 'web/styles/', 'web/paths.ts', 'web/use-address.ts'],
  ['web/keep-item.ts'],

  // Go on with the service: what is called, then what its handlers need, then what is kept.
  ['edge/worker.ts'],
  ['edge/app.ts'],
  ['edge/scim/'],
  ['edge/handlers/', 'edge/openapi/'],
  ['edge/mount.ts'],
  ['edge/callers.ts'],
  ['edge/organisation/', 'edge/methods/', 'edge/reports/', 'edge/webhooks/'],
  ['edge/session/'],
  // Answer one call of somebody: who, whose company, its files and its run.
  ['edge/recipients.ts', 'edge/runs/'],
  ['edge/keep-file.ts', 'edge/readiness.ts', 'edge/reach.ts'],
  ['edge/product-flags.ts'],
  ['edge/context.ts'],
  ['edge/store/'],
  ['edge/live/', 'edge/fleet/'],
  ['edge/directory/'],
  ['edge/mail/', 'edge/middleware/'],
  ['edge/names/', 'edge/requests/', 'edge/files/'],
  ['edge/crypto/'],
  ['edge/'],

  // Go on with the compute core: workers, a whole run, wells and curves, numbers.
  ['workers/pool.ts', 'workers/open-workbench.ts', 'workers/open-method-bench.ts'],
  ['workers/entry.ts', 'workers/workbench-entry.ts', 'workers/method-bench-entry.ts'],
  ['workers/method-bench.ts'],
  ['workers/jobs.ts', 'workers/workbench.ts'],
  ['workers/watch/', 'workers/images/', 'workers/scan/', 'workers/calibration/'],
  ['workers/files/'],
  ['workers/study/'],
  ['workers/run/'],
  ['workers/wasm/'],
  ['workers/plate/', 'workers/isothermal/', 'workers/growth/', 'workers/melt/'],
  ['workers/consensus/', 'workers/compensation/'],
  ['workers/curves/'],
  ['workers/linreg/', 'workers/sigmoid/'],
  ['workers/numbers/'],
  ['workers/'],

  // End with words and rules: the contract, what it carries, what may be done, and records with what they are made of.
  ['domain/contract.ts', 'domain/desktop-bridge.ts', 'domain/local-tables.ts'],
  ['domain/sync/'],
  ['domain/calls/'],
  // Put changes to single fields below the calls that carry them for pages.
  ['domain/sync/field-change.ts'],
  ['domain/lan/'],
  ['domain/rules/'],
  ['domain/trail/'],
  ['domain/actions/'],
  ['domain/registry.ts'],
  // Put a recorded command above the one of the live bus that it is made of, which speaks of a programme.
  ['domain/entities/command.ts', 'domain/catalog/list-words.ts'],
  ['domain/live/'],
  ['domain/templates/', 'domain/labels/'],
  ['domain/entities/'],
  ['domain/results.ts'],
  ['domain/entities/evaluation-recipe.ts'],
  ['domain/catalog/'],
  // Put codes of labels below kits and their entities, which speak of them.
  ['domain/entity.ts', 'domain/call.ts', 'domain/codes/'],
  ['domain/fields.ts'],
  // Put plain texts below the schemas, which ask what a plain text is.
  ['domain/rules/plain-text.ts'],
  ['domain/'],
]

/** Return the place of a file: the listed beginning of its path, and the number of its floor. */
function placeOf(path: string): { room: string; floor: number } | null {
  let best: { room: string; floor: number } | null = null
  for (const [floor, rooms] of floors.entries()) {
    for (const room of rooms) {
      const isLonger = !best || room.length > best.room.length
      if (isLonger && path.startsWith(room)) best = { room, floor }
    }
  }
  return best
}

const top = (path: string) => path.slice(0, path.indexOf('/'))

export const keepsFloors = makeRule(
  (tree) =>
    pairs(tree).flatMap(({ path, target }) => {
      const from = placeOf(path)
      const to = placeOf(target)
      return from && to && from.room !== to.room && top(path) === top(target)
        ? [{ path, target, from, to }]
        : []
    }),
  (seen) =>
    seen
      .filter(({ from, to }) => from.floor >= to.floor)
      .map(
        ({ path, target, from, to }) =>
          `${path} imports ${target}: ${from.room} is not above ${to.room}`,
      ),
)

/** A folder with an order has a place in it for each of its files: a new one is not left out unseen. */
export const placesAll = makeRule(
  (tree) => tree.filter(({ path }) => floors.some(([room]) => top(path) === top(room ?? ''))),
  (seen) =>
    seen
      .filter(({ path }) => placeOf(path) === null)
      .map(({ path }) => `${path} has no place in the order of ${top(path)}`),
)

export const floorCases: RuleCase[] = [
  ['no file imports upwards', keepsFloors, { 'web/state/a.ts': "import '../screens/help/b.ts'" }],
  ['no file imports its neighbour', keepsFloors, { 'web/host/a.ts': "import '../client/b.ts'" }],
  [
    'types count as well',
    keepsFloors,
    { 'web/local/a.ts': "import type { A } from '../lan/b.ts'" },
  ],
  ['each file has a place in the order', placesAll, { 'web/new/a.ts': '' }],
]
