import type { Plant } from '../sync-sim/plants.ts'

/** Mistakes that only show where two versions meet; from the fourth on such as this product had, or would have had with its next version. */
export const skewPlants: readonly Plant[] = [
  {
    name: 'a page rewrites records by its own schema',
    mutation: {
      file: 'domain/sync/document.ts',
      find: '    body,\n    //',
      put: `    body: body && Object.fromEntries(Object.entries(body).filter(([field]) => field !== 'priority')),\n    //`,
    },
  },
  {
    name: 'an edge rewrites merged records by its own schema',
    mutation: {
      file: 'edge/store/merge-changes.ts',
      find: 'return { ...record, ...completePatch(sql, record, merged.patch, by) }',
      put: 'const { priority, ...known } = record as any; return { ...known, ...completePatch(sql, record, merged.patch, by) }',
    },
  },
  {
    name: 'a pull stops at an unknown kind',
    mutation: {
      file: 'web/sync/pull.ts',
      find: 'const records = got.records.filter(({ kind }) => stream.kinds.includes(kind))',
      put: `const records = got.records
    if (records.some(({ kind }) => !stream.kinds.includes(kind))) throw new Error('unknown kind')`,
    },
  },
  {
    name: 'a new table begins where the others of its stream stand',
    mutation: {
      file: 'web/sync/pull.ts',
      find: ' || hasMoreKinds(stream, mark, got)',
      put: '',
    },
  },
  {
    name: 'an edge that is rolled back forgets which tables it has',
    mutation: {
      file: 'edge/store/migrations.ts',
      find: 'String(Math.max(done, version))',
      put: 'String(version)',
    },
  },
  {
    name: 'an unknown refusal is taken for a failure',
    mutation: {
      file: 'domain/reply.ts',
      find: `code !== undefined && status >= 400 && status < 500 ? 'refused' : 'internal'`,
      put: `'internal'`,
    },
  },
  {
    name: 'what a page too old has made is refused for good',
    mutation: {
      file: 'web/sync/back-off.ts',
      find: `'client_outdated'`,
      put: `'nothing'`,
    },
  },
  {
    name: 'what was carried over is written on under its old id',
    mutation: {
      file: 'web/local/read-old.ts',
      find: 'if (document.pending.every(({ tries }) => tries > 0)) return document',
      put: 'if (document) return document',
    },
  },
]
