import type { Mutation } from '../sync-sim/node-hooks.ts'

/**
 * Three versions of page and edge that follow each other, N-1 (`before`), N (`now`, as it is in the tree) and N+1 (`next`),
 * made out of the same source. Each change is one that a version may bring and that an innocent one beside it may trip over:
 *
 * from N-1 to N
 * - the page keeps another table (`swarm`) and the edge hands it out; both had a mark beyond its first records
 * - the device of a plan may be edited (a field more in the merge call); both versions' tables have one shape, so that an
 *   older page finds edits of it waiting
 * - the pages of all streams come by one call: the older edge does not know it, the older page asks one by one
 * - pages of changes come as lines, and a record may be asked for alone: the older edge refuses the one as `invalid`, and
 *   answers the other as JSON
 *
 * from N to N+1
 * - an analysis has a `priority`, set with the plan (a field more in the body of `create`) and edited by a merge; a sample has
 *   the `tube` it came in
 * - the page keeps the table `profile`, and its tables have another shape: what waits is carried over, there and back
 * - the edge's tables have two columns more
 * - a plan that is migrated is `QUEUED`, a status that nobody knows before
 * - a page of changes has records of a kind that was not asked for, and fields beside the known ones, as has a merge's answer
 * - what is refused for its status is refused by a code of its own, `locked`
 * - where `demands` is set it takes writes of N and N+1 only
 */
export const versions = ['before', 'now', 'next'] as const
export type Version = (typeof versions)[number]
export interface Pair {
  page: Version
  edge: Version
}

export const pairs: readonly Pair[] = versions.flatMap((page) =>
  versions.map((edge) => ({ page, edge })),
)

export function nameOfPair({ page, edge }: Pair): string {
  return `page ${numbers[page]}, edge ${numbers[edge]}`
}

const numbers = { before: 'N-1', now: 'N', next: 'N+1' }

/** Return the tag of a version for the module loader; null for the present source. */
export function tagOf(side: keyof Pair, version: Version): string | null {
  return version === 'now' ? null : `${side}-${version}`
}

/** Versions that a page sends in its header `Application`. */
export const pageNumbers = { before: '2.4.15', next: '2.4.17' } as const

const fieldChange = 'domain/sync/field-change.ts'
const mergeField = 'domain/sync/merge-field.ts'
const localTables = 'domain/local-tables.ts'

const deviceRule = `  device_uuid: 'last',\n`
const deviceChange = `  v.strictObject({ field: v.literal('device_uuid'), from: Device, to: Device }),\n`
const withoutDevice: Mutation[] = [
  { file: mergeField, find: deviceRule, put: '' },
  { file: fieldChange, find: deviceChange, put: '' },
]

const priority = `v.picklist(['routine', 'urgent'])`
const withPriority: Mutation[] = [
  { file: mergeField, find: deviceRule, put: `${deviceRule}  priority: 'last',\n` },
  {
    file: fieldChange,
    find: deviceChange,
    put: `${deviceChange}  v.strictObject({ field: v.literal('priority'), from: v.nullable(${priority}), to: ${priority} }),\n`,
  },
  {
    file: 'domain/calls/analysis.ts',
    find: '  cartridge_type: v.picklist(deviceCartridgeNames),\n  samples:',
    put: `  cartridge_type: v.picklist(deviceCartridgeNames),\n  priority: v.optional(${priority}),\n  samples:`,
  },
  {
    file: 'domain/entities/analysis.ts',
    find: '  recipe_name: Name,\n',
    put: `  recipe_name: Name,\n  priority: v.optional(${priority}),\n`,
  },
  {
    file: 'domain/entities/analysis.ts',
    find: '  sample_type: SampleType,\n',
    put: '  sample_type: SampleType,\n  tube: v.optional(v.string()),\n',
  },
  {
    file: 'domain/entities/analysis.ts',
    find: `  'INIT',\n`,
    put: `  'INIT',\n  'QUEUED',\n`,
  },
  {
    file: 'domain/fault.ts',
    find: '  invalid: 422,\n',
    put: '  locked: 423,\n  invalid: 422,\n',
  },
]

const pageChanges: Record<Exclude<Version, 'now'>, Mutation[]> = {
  before: [
    ...withoutDevice,
    {
      file: localTables,
      find: `  { kind: 'swarm', table: 'swarms', collection: 'organisation', permission: 'swarms.search' },\n`,
      put: '',
    },
    // Pull in rising order, and read and write a mark by its `seq` alone.
    {
      file: 'web/sync/mark.ts',
      find: 'if (seq > 0 || onlyRises)',
      put: 'if (seq >= 0 || onlyRises)',
    },
    {
      file: 'web/local/service.ts',
      find: 'const onePage = { ...background, form: { type: pageLinesType, read: readPageLines } }',
      put: 'const onePage = background',
    },
    // Ask for each stream by itself.
    { file: 'web/sync/gather.ts', find: 'this.#size = size', put: 'this.#size = 1' },
  ],
  next: [
    ...withPriority,
    {
      file: 'web/local/partition.ts',
      find: 'export const shape = 2',
      put: 'export const shape = 3',
    },
    {
      file: localTables,
      find: `  { kind: 'user', table: 'users'`,
      put: `  { kind: 'profile', table: 'profiles', collection: 'organisation', permission: 'swarms.search' },\n  { kind: 'user', table: 'users'`,
    },
  ],
}

const mergeChanges = 'edge/store/merge-changes.ts'
const edgeChanges: Record<Exclude<Version, 'now'>, Mutation[]> = {
  before: [
    ...withoutDevice,
    { file: 'domain/calls/sync.ts', find: '      uuid: v.optional(Uuid),\n', put: '' },
    // Refuse to choose what has not ended: a page with a window pulls everything.
    { file: 'domain/calls/sync.ts', find: `      open: v.optional(v.literal('Y')),\n`, put: '' },
    // Know no call for several streams, and no falling order.
    {
      file: 'domain/calls/sync.ts',
      find: `  pulls: get('/sync/pulls',`,
      put: `  pulls: get('/sync/later',`,
    },
    {
      file: 'domain/calls/sync.ts',
      find: '      before: v.optional(',
      put: '      beneath: v.optional(',
    },
    {
      file: 'domain/sync/page-lines.ts',
      find: `'text/plain;form=lines'`,
      put: `'text/plain;form=none'`,
    },
    {
      file: 'edge/store/pull-changes.ts',
      find: '  if (!sight.kinds.includes(kind)',
      put: `  if (kind === 'swarm' || !sight.kinds.includes(kind)`,
    },
  ],
  next: [
    ...withPriority,
    {
      file: 'edge/store/new-analysis.ts',
      find: `    status: 'INIT',\n`,
      put: `    status: 'INIT',\n    priority: input.priority ?? 'routine',\n`,
    },
    {
      file: 'edge/store/migrations.ts',
      find: '\n]\n',
      put: `\n  'ALTER TABLE operations ADD COLUMN page_version TEXT; ALTER TABLE records ADD COLUMN bench TEXT',\n]\n`,
    },
    {
      file: 'edge/handlers/sync.ts',
      find: 'const answer = { pages, scope: account.scope }',
      put: `const answer = { pages, scope: account.scope, hint_every: 5 }
    const [known] = pages.flatMap((page) => page?.records ?? [])
    if (known) {
      const body = JSON.stringify({ uuid: account.company_uuid, name: 'Bench', company_uuid: account.company_uuid })
      pages[0]?.records.push({ ...known, kind: 'bench', uuid: account.company_uuid, seq: pages[0].checkpoint, body })
    }`,
    },
    {
      file: 'edge/handlers/sync.ts',
      find: 'const page = { ...(await store.pull(order, by.sight)), scope: account.scope }',
      put: `const page = { ...(await store.pull(order, by.sight)), scope: account.scope, hint_every: 5 }
    const [known] = page.records
    if (known) {
      const body = JSON.stringify({ uuid: account.company_uuid, name: 'Bench', company_uuid: account.company_uuid })
      page.records.push({ ...known, kind: 'bench', uuid: account.company_uuid, seq: page.checkpoint, body })
    }`,
    },
    {
      file: mergeChanges,
      find: `return { record, seq: newestEntry(sql, 'analysis', uuid), overwritten }`,
      put: `return { record, seq: newestEntry(sql, 'analysis', uuid), overwritten, warnings: [] }`,
    },
    {
      file: 'edge/store/plan-change.ts',
      find: `return new Fault('refused', `,
      put: `return new Fault('locked', `,
    },
    {
      file: 'edge/store/allow.ts',
      find: `return new Fault('refused', 'Validated`,
      put: `return new Fault('locked', 'Validated`,
    },
    {
      file: 'edge/store/allow.ts',
      find: `return new Fault('refused', \`Not possible while`,
      put: `return new Fault('locked', \`Not possible while`,
    },
    {
      file: 'edge/store/version-changes.ts',
      find: 'swarm_name: swarm.name,',
      put: `swarm_name: swarm.name,\n    ...(record.status === 'INIT' ? { status: 'QUEUED' } : {}),`,
    },
    {
      file: 'edge/requests/check-page.ts',
      find: 'compareVersions(version, oldestPage) >= 0',
      put: 'compareVersions(version, globalThis.skewDemands ?? oldestPage) >= 0',
    },
  ],
}

/** All that makes the versions beside the one in the tree. */
export const versionChanges: readonly Mutation[] = [
  ...tagged('page', pageChanges),
  ...tagged('edge', edgeChanges),
]

function tagged(side: keyof Pair, changes: typeof pageChanges): Mutation[] {
  return (['before', 'next'] as const).flatMap((version) =>
    changes[version].map((one) => ({ ...one, as: tagOf(side, version) ?? '' })),
  )
}
