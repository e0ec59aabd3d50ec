import { isProduct, makeRule, pairs, type RuleCase } from './rule.ts'

/**
 * Packages with one home in the product, each with the beginnings of the paths that may import it: who replaces one
 * changes that place alone, and what its pages load is decided there.
 */
const homes: Record<string, string[]> = {
  rxdb: ['web/local/'],
  rxjs: ['web/local/'],
  // Name the file of a device, which has no folder for its one line to the live bus.
  'nats.ws': ['edge/live/', 'web/live/', 'devices/live-link.ts'],
  '@nats-io/nkeys': ['devices/live-key.ts'],
  'react-aria-components': ['web/parts/dialog/OpenDialog.tsx'],
  '@observablehq/plot': ['web/parts/chart/'],
  ol: ['web/parts/map/'],
  '@formatjs/intl': ['web/i18n/'],
  'intl-messageformat': ['web/i18n/'],
  // Make the page's side of a worker in bridge.ts; the rest are the workers themselves, and what changes hands.
  comlink: [
    'workers/bridge.ts',
    'workers/reply.ts',
    'workers/entry.ts',
    'workers/workbench-entry.ts',
    'workers/method-bench-entry.ts',
    'workers/files/sample-list/list-entry.ts',
    'workers/scan/',
  ],
  'zxing-wasm': ['workers/scan/', 'web/parts/scan/'],
  'bwip-js': ['workers/labels/'],
  saxes: ['workers/files/read-xml.ts'],
  hono: ['edge/'],
  fontkit: ['edge/reports/pdf/'],
  'bidi-js': ['edge/reports/pdf/'],
  otpauth: ['edge/session/'],
  'worker-mailer': ['edge/mail/'],
  '@tufjs/models': ['releases/', 'edge/files/release-files.ts'],
  '@tufjs/canonical-json': ['releases/'],
  'node:sqlite': ['devices/store.ts', 'desktop/watched/keep-queue.ts'],
}

/** Return the package of an import: 'rxdb' of 'rxdb/plugins/core'. */
function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
}

const keepsHomes = makeRule(
  (tree) =>
    pairs(tree)
      .filter(({ path, target }) => isProduct(path) && packageOf(target) in homes)
      .map(({ path, target }) => ({ path, name: packageOf(target) })),
  (seen) =>
    seen
      .filter(({ path, name }) => !homes[name]?.some((home) => path.startsWith(home)))
      .map(({ path, name }) => `${path} imports ${name}: only ${homes[name]?.join(', ')} may`),
  (seen) => {
    const used = new Set(seen.map(({ name }) => name))
    // Allow RxJS to be imported nowhere: RxDB brings it along, and
    // an import elsewhere would be one more way to hold state.
    return Object.keys(homes).filter((name) => !used.has(name) && name !== 'rxjs')
  },
)

const logger = 'edge/log.ts'

const logsInOnePlace = makeRule(
  (tree) =>
    tree
      .filter(({ path, code }) => path.startsWith('edge/') && /\bconsole\b/.test(code))
      .map(({ path }) => path),
  (seen) =>
    seen
      .filter((path) => path !== logger)
      .map((path) => `${path} uses console: only ${logger} writes into the log`),
)

/** Files that write rows of `records`, with their reasons. */
const recordWriters: Record<string, string> = {
  'edge/store/operations.ts': 'the one writer: with its operation and its audit entry',
  'edge/store/migrations.ts': 'fills new columns of rows that are there, from their own bodies',
  'edge/store/restore.ts': 'puts a backup back into an empty store, table by table',
}
/** Tables whose name is put together, none of which is `records`. */
const otherTables: Record<string, string> = {
  'edge/store/device-reports.ts': 'what devices tell, beside the records',
  'edge/store/analysis-rows.ts': 'facts and rows beside the records of analyses',
  'edge/directory/company-rows.ts': 'tables of the directory, which has no records',
}
const write = /\b(?:INTO|UPDATE|DELETE\s+FROM)\s+(?:records\b|"?\$\{)/

const writesRecordsInOnePlace = makeRule(
  (tree) =>
    tree
      .filter(({ path, code }) => path.startsWith('edge/') && write.test(code))
      .map(({ path }) => path),
  (seen) =>
    seen
      .filter((path) => !(path in recordWriters) && !(path in otherTables))
      .map((path) => `${path} writes to records: only operations.ts does`),
  (seen) =>
    [...Object.keys(recordWriters), ...Object.keys(otherTables)].filter(
      (path) => !seen.includes(path),
    ),
)

/** Files whose SQL looks into entries of kinds that are never packed (kept-entry.ts), with what it looks for. */
const looksIntoText: Record<string, string> = {
  'edge/store/migrations.ts': 'entries of versions that packed none',
  'edge/store/departures.ts': 'reasons for which devices left',
  'edge/store/rights-changed.ts': 'changed fields of people, profiles and companies',
  'edge/store/rules/user.ts': 'names that people had before',
  'edge/store/recalls/calibration-subjects.ts': 'configurations of devices',
  'edge/store/recalls/touched-files.ts': 'files that were handed out',
}
const looksInto =
  /json_each\((?:audit\.)?entry\b|json_extract\((?:audit\.)?entry\b|\bentry ->|instr\((?:lower\()?entry\b|SELECT (?:\w+, )*entry\b/

const readsEntriesInOnePlace = makeRule(
  (tree) =>
    tree
      .filter(({ path, code }) => path.startsWith('edge/') && looksInto.test(code))
      .map(({ path, code }) => ({ path, opens: code.includes('kept-entry.ts') })),
  (seen) =>
    seen
      .filter(({ path, opens }) => !opens && !(path in looksIntoText))
      .map(({ path }) => `${path} reads entries as text: some are packed (kept-entry.ts)`),
  (seen) => Object.keys(looksIntoText).filter((path) => !seen.some((one) => one.path === path)),
)

/** Files that open another object of the region: each of their calls to it ends in time (decision 97). */
const openers = [
  'edge/store/other-store.ts',
  'edge/live/bus.ts',
  'edge/live/LiveHub.ts',
  'edge/fleet/FleetIndex.ts',
  'edge/fleet/open-index.ts',
]
/** Others that open the object which a request itself is for: its caller gives up, and nothing else waits for it. */
const forRequests: Record<string, string> = {
  'edge/callers.ts': 'the store of the one who calls, and those that its handler asks',
  'edge/live/upgrade.ts': 'the hub of the page or device that connects',
}

const opensObjectsInFewPlaces = makeRule(
  (tree) =>
    tree
      .filter(({ path, code }) => path.startsWith('edge/') && /\bregional\(/.test(code))
      .map(({ path, code }) => ({ path, opened: countOf(/\bregional\(/g, code), code })),
  (seen) =>
    seen.flatMap(({ path, opened, code }) => {
      if (path in forRequests) return []
      if (!openers.includes(path))
        return [`${path} opens an object by itself: one that hangs would hold up its work`]
      // Look for the limit itself: a reason in words let a file through whose calls waited for ever.
      const limits = countOf(/\binTime\(/g, code)
      return limits < opened ? [`${path} opens ${opened} objects with ${limits} limits`] : []
    }),
  (seen) =>
    [...openers, ...Object.keys(forRequests)].filter(
      (path) => !seen.some((one) => one.path === path),
    ),
)

function countOf(pattern: RegExp, code: string): number {
  return code.match(pattern)?.length ?? 0
}

/** Files of the service that parse a text called body, besides open-record.ts: none reads a record from it. */
const otherBodies: Record<string, string> = {
  'edge/store/kept-body.ts': 'texts of launches, which it puts together again',
  'edge/store/queries/commands.ts': 'answers of devices to commands',
  'edge/store/queries/material.ts': 'what devices tell of themselves',
}

const opensRecordsInOnePlace = makeRule(
  (tree) =>
    tree
      .filter(
        ({ path, code }) =>
          path.startsWith('edge/') && /JSON\.parse\(\s*(?:\w+\??\.)?body\b/.test(code),
      )
      .map(({ path }) => path),
  (seen) =>
    seen
      .filter((path) => !(path in otherBodies))
      .map((path) => `${path} parses a body: openRecord reads it in today's shape`),
  (seen) => Object.keys(otherBodies).filter((path) => !seen.includes(path)),
)

/** The page's side of a worker. */
const bridges = [
  'workers/pool.ts',
  'workers/open-workbench.ts',
  'workers/open-method-bench.ts',
  'workers/scan/open-scanner.ts',
  'workers/files/sample-list/open-list.ts',
]

/**
 * Imports of the page from the compute core besides types and bridges, with the reason for running them on the page's
 * thread.
 */
const onThePage: Record<string, string> = {
  'workers/files/formula-start.ts': 'a pattern for tables that the page itself writes',
  'workers/files/imported-run.ts': 'a word for a sample, no calculation',
  'workers/files/plan-import.ts': 'puts an analysis together of one file that was read; a moment',
  'workers/files/fit-plan.ts': 'why a method cannot judge the run of a file',
  'workers/files/sample-list/decode-list.ts': 'the list of encodings to choose from',
  'workers/files/sample-list/index-rows.ts': 'the list of delimiters to choose from',
  'workers/files/sample-list/left-out.ts': 'the list of reasons to filter by',
  'workers/files/sample-list/list-wish.ts': 'the list of kinds of samples to choose from',
  'workers/files/sample-list/list-columns.ts': 'which settings name a header',
  'workers/files/sample-list/list-settings.ts': 'settings as they are kept and read again',
  'workers/files/sample-list/write-template.ts': 'a file of a few lines',
  'workers/labels/draw-symbol.ts': 'the bar code of one label: some milliseconds',
  'workers/run/assemble.ts': 'one reading into arrays, as it comes from the live bus',
  'workers/curves/readings.ts': 'the arrays themselves: made and read',
  'workers/bench-step.ts': 'a constant: the step before the first',
  'workers/run/layout.ts': 'which samples share a mix: a few comparisons',
  'workers/run/blob.ts': 'curves of files in the queue, one at a time',
  'workers/run/count-curves.ts': 'counts points of such a file',
  'workers/watch/reading-temperatures.ts': 'temperatures that a programme asks for',
}

const keepsPageOutOfCore = makeRule(
  (tree) =>
    pairs(tree).filter(
      ({ path, target, typesOnly }) =>
        path.startsWith('web/') && target.startsWith('workers/') && !typesOnly,
    ),
  (seen) =>
    seen
      .filter(({ target }) => !bridges.includes(target) && !(target in onThePage))
      .map(({ path, target }) => `${path} imports ${target}: ask a worker, or take its types`),
  (seen) =>
    [...bridges, ...Object.keys(onThePage)].filter(
      (path) => !seen.some(({ target }) => target === path),
    ),
)

export const wallCases: RuleCase[] = [
  ['RxDB has one home', keepsHomes, { 'web/sync/a.ts': "import 'rxdb/plugins/core'" }],
  ['RxJS has one home', keepsHomes, { 'web/state/a.ts': "import { of } from 'rxjs'" }],
  ['NATS has its homes', keepsHomes, { 'edge/handlers/a.ts': "import 'nats.ws'" }],
  ['React Aria has one home', keepsHomes, { 'web/parts/a.tsx': "import 'react-aria-components'" }],
  [
    'a worker is bridged in one place',
    keepsHomes,
    { 'workers/open-a.ts': "import { wrap } from 'comlink'" },
  ],
  ['edge logs in one place', logsInOnePlace, { 'edge/a.ts': 'console.error(1)' }],
  [
    'a console that is taken apart is seen',
    logsInOnePlace,
    { 'edge/a.ts': 'const { warn } = console' },
  ],
  [
    'other objects are opened where their calls end in time',
    opensObjectsInFewPlaces,
    { 'edge/store/a.ts': 'await regional(env.COMPANY_STORE, env, company).describe()' },
  ],
  [
    'an opener without a limit is seen',
    opensObjectsInFewPlaces,
    { 'edge/live/bus.ts': 'await regional(env.LIVE_HUB, env, company).connected()' },
  ],
  [
    'records are written in one place',
    writesRecordsInOnePlace,
    { 'edge/store/a.ts': 'sql.run(`INSERT OR REPLACE INTO records VALUES (1)`)' },
  ],
  [
    'records are changed in one place',
    writesRecordsInOnePlace,
    { 'edge/store/a.ts': "sql.run('UPDATE records SET body = 1')" },
  ],
  [
    'a table whose name is put together counts as records',
    writesRecordsInOnePlace,
    { 'edge/store/a.ts': 'sql.run(`DELETE FROM ${table}`)' },
  ],
  [
    'bodies of records are opened in one place',
    opensRecordsInOnePlace,
    { 'edge/store/a.ts': 'const a = JSON.parse(row.body) as Swarm' },
  ],
  [
    'texts of entries are read in one place',
    readsEntriesInOnePlace,
    { 'edge/store/a.ts': "sql.all('SELECT uuid, entry FROM audit')" },
  ],
  [
    'entries are searched as text in one place',
    readsEntriesInOnePlace,
    { 'edge/store/a.ts': "sql.all('SELECT uuid FROM audit WHERE instr(entry, ?) > 0')" },
  ],
  [
    'web takes types and bridges of workers',
    keepsPageOutOfCore,
    { 'web/a.ts': "import { analyse } from '../workers/run/analyse.ts'" },
  ],
]
