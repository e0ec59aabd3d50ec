import type { SyncRecord } from '../../../domain/calls/sync.ts'
import type { LocalDocument, PendingMerge } from '../../../domain/sync/pending.ts'
import type { PageAsk } from '../../../domain/sync/asks.ts'
import type { DocumentStore, Page, Service } from '../../../web/sync/ports.ts'
import type { Parts } from './machine.ts'
import type { Mutation } from './node-hooks.ts'

/** A bug that has been made somewhere before, or would be easy to make: the simulation must find it. */
export interface Plant {
  name: string
  /** Change to the parts that a machine runs. */
  bend?: (parts: Parts) => Parts
  /** Or of a file of the product, in the process that runs it. */
  mutation?: Mutation
}

const document = 'domain/sync/document.ts'
const mark = 'web/sync/mark.ts'

const withService = (change: (service: Service) => Partial<Service>) => (parts: Parts) => ({
  ...parts,
  service: { ...parts.service, ...change(parts.service) },
})

/** A store that does something else; what it does not change it leaves to the other. */
const withStore =
  (change: (store: DocumentStore, wait: (ms: number) => Promise<void>) => Partial<DocumentStore>) =>
  (parts: Parts): Parts => ({
    ...parts,
    wrapStore: (store, tab) => ({
      find: (id) => store.find(id),
      change: (id, step) => store.change(id, step),
      waiting: () => store.waiting(),
      mark: (stream) => store.mark(stream),
      takePage: (stream, records, mark) => store.takePage(stream, records, mark),
      restart: (stream, kinds, mark) => store.restart(stream, kinds, mark),
      ...change(store, (ms) => tab.wait(ms)),
    }),
  })

const idOf = ({ kind, uuid }: SyncRecord) => `${kind}|${uuid}`

function otherChanges(operation: PendingMerge, keep: (to: unknown) => boolean): PendingMerge {
  const [first, ...others] = operation.changes.filter(({ to }) => keep(to))
  const kept = first ?? { field: 'notebook' as const, from: '', to: '' }
  return { ...operation, changes: [kept, ...others] }
}

export const plants: readonly Plant[] = [
  {
    name: 'RxDB’s default conflict handler: the edge’s version wins',
    bend: withService((service) => ({
      mergeAnalysis: async (uuid, operation) => {
        const record = await service.findAnalysis(uuid)
        const isMet = operation.changes.some(
          ({ field, from }) => record && JSON.stringify(record[field]) !== JSON.stringify(from),
        )
        if (!record || !isMet) return service.mergeAnalysis(uuid, operation)
        return { record, seq: 1, overwritten: [] }
      },
    })),
  },
  {
    name: 'checkpoint written before the page',
    bend: withStore((store, wait) => ({
      takePage: async (stream, records, { from, to }) => {
        await store.takePage(stream, [], { from, to })
        await wait(300)
        await store.takePage(stream, records, { from: to, to })
      },
    })),
  },
  {
    name: 'pages of several streams are handed out in another order',
    mutation: {
      file: 'web/sync/gather.ts',
      find: 'pages[at] ??',
      put: 'pages.at(-1 - at) ??',
    },
  },
  {
    name: 'checkpoint by updated_at: ties are passed over',
    bend: (parts) => {
      const newest = new Map<string, string>()
      const isNew = (kinds: readonly string[], after: number) => (record: SyncRecord) => {
        const key = kinds.join()
        const at = ((record.body?.['updated_at'] as string | undefined) ?? '').slice(0, 18)
        if (record.body === null) return true
        const fresh = after === 0 || at > (newest.get(key) ?? '')
        if (fresh) newest.set(key, at)
        return fresh
      }
      const bent = (page: Page, { kinds, after }: PageAsk) => {
        return { ...page, records: page.records.filter(isNew(kinds, after)) }
      }
      return withService((service) => ({
        pull: async (kinds, order) => bent(await service.pull(kinds, order), { kinds, ...order }),
        pulls: async (asks, limit) => {
          const pages = await service.pulls(asks, limit)
          return asks.map((ask, at) => {
            const page = pages[at]
            return page ? bent(page, ask) : null
          })
        },
      }))(parts)
    },
  },
  {
    name: 'push without the operation’s id',
    mutation: {
      file: 'web/client/call.ts',
      find: `if (opId) headers.set('Operation-Id', opId)`,
      put: '',
    },
  },
  {
    name: 'retry under a new operation id',
    bend: withService((service) => ({
      mergeAnalysis: (uuid, operation) =>
        service.mergeAnalysis(
          uuid,
          operation.tries > 1 ? { ...operation, op_id: crypto.randomUUID() } : operation,
        ),
    })),
  },
  {
    name: 'no RESYNC after the line was cut, and no poll',
    bend: (parts) => ({ ...parts, resyncsOnReturn: false }),
  },
  {
    name: 'told as saved before it is on the disk',
    bend: withStore((store, wait) => ({
      change: async (id, step) => {
        const soon = step(await store.find(id))
        void wait(400).then(() => store.change(id, step).catch(() => undefined))
        return soon
      },
    })),
  },
  {
    name: 'a merge drops null',
    bend: withService((service) => ({
      mergeAnalysis: (uuid, operation) =>
        service.mergeAnalysis(
          uuid,
          otherChanges(operation, (to) => to !== null),
        ),
    })),
  },
  {
    name: 'a base is replaced by an older one',
    mutation: {
      file: document,
      find: 'if (document && seq <= document.seq) return document',
      put: '',
    },
  },
  {
    name: 'what waits is dropped by a pull',
    mutation: {
      file: document,
      find: 'const pending = document?.pending ?? []\n  const journal',
      put: 'const pending: Pending[] = []\n  const journal',
    },
  },
  {
    name: 'one store for every account of a machine',
    bend: (parts) => ({ ...parts, nameOf: () => 'bapp', looksAtScope: false }),
  },
  {
    name: 'signing out empties the outbox',
    bend: (parts) => ({ ...parts, leaveBehind: () => null }),
  },
  {
    name: 'another view of the company empties the outbox',
    bend: (parts) => ({ ...parts, carryOver: () => null }),
  },
  {
    name: 'another view of the company leaves the old records',
    bend: (parts) => ({ ...parts, carryOver: (one: LocalDocument) => one }),
  },
  {
    name: 'what was parked stays parked',
    mutation: {
      file: document,
      find: `: { ...one, state: 'waiting', tries: Math.min(one.tries, 1), next_at: 0 }`,
      put: ': one',
    },
  },
  {
    name: 'a create is acknowledged without reading it back',
    bend: withService((service) => {
      const made = new Map<string, Awaited<ReturnType<Service['createAnalysis']>>>()
      return {
        findAnalysis: async (uuid) => made.get(uuid) ?? service.findAnalysis(uuid),
        createAnalysis: async (input, opId) => {
          const shown = { ...input, created_at: '1', updated_at: '2' } as unknown
          made.set(input.uuid, shown as Awaited<ReturnType<Service['createAnalysis']>>)
          return service.createAnalysis(input, opId).catch(() => shown as never)
        },
      }
    }),
  },
  {
    name: 'the edge does not keep the id of a merge',
    mutation: {
      file: 'edge/store/merge-changes.ts',
      find: 'applyPlanned(sql, [planned], { opId,',
      put: 'applyPlanned(sql, [planned], { opId: crypto.randomUUID(),',
    },
  },
  {
    name: 'an acknowledgement takes all that waits with it',
    mutation: {
      file: document,
      find: 'const rest = document.pending.filter((one) => one !== taken)',
      put: 'const rest: Pending[] = []',
    },
  },
  {
    name: 'an operation that may have been taken is extended',
    mutation: {
      file: document,
      find: `return tries === 0 && state === 'waiting'`,
      put: `return state === 'waiting'`,
    },
  },
  {
    name: 'silence is taken for a refusal',
    mutation: {
      file: 'web/sync/back-off.ts',
      find: `  'network',\n  'timeout',\n`,
      put: '',
    },
  },
  {
    name: 'deleted records stay',
    bend: withStore((store) => ({
      takePage: (stream, records, mark) =>
        store.takePage(
          stream,
          records.filter(({ body }) => body !== null),
          mark,
        ),
    })),
  },
  {
    name: 'an edit of another takes the place of one’s own in a note',
    mutation: {
      file: 'domain/sync/merge-text.ts',
      find: 'return theirs + noteDivider + mine',
      put: 'return mine',
    },
  },
  {
    name: 'a record that is read again is written over what was done meanwhile',
    bend: withStore((store) => ({
      takePage: async (stream, records, mark) => {
        const known = await Promise.all(records.map((record) => store.find(idOf(record))))
        await store.takePage(stream, records, mark)
        for (const one of known) {
          if (one) await store.change(one.id, (now) => now && { ...now, pending: one.pending })
        }
      },
    })),
  },
  {
    name: 'a first pull that was cut short counts as whole',
    mutation: {
      file: mark,
      find: 'const place = { newest, below: checkpoint, since }',
      put: 'if (newest > 0) return { seq: newest }\n  const place = { newest, below: checkpoint, since }',
    },
  },
  {
    name: 'a window with the first page alone of what is worked on below it',
    mutation: { file: mark, find: 'open: more ? checkpoint : 0', put: 'open: 0' },
  },
  // Plant bugs from here on that this product had until the simulation found them.
  {
    name: 'an editor of another page takes back what was written meanwhile',
    mutation: {
      file: document,
      find: 'if (from === undefined) return null',
      put: 'if (from === undefined) { changes[at] = { ...change, from: known.from } as FieldChange; continue }',
    },
  },
  {
    name: 'a try that ended with the session counts as none',
    mutation: {
      file: 'web/sync/push.ts',
      find: 'Math.max(1, one.tries - 1)',
      put: 'Math.max(0, one.tries - 1)',
    },
  },
]
