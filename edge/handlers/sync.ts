import type { syncCalls } from '../../domain/calls/sync.ts'
import { pageLinesType, writePageJson, writePageLines } from '../../domain/sync/page-lines.ts'
import type { Handlers } from '../mount.ts'
import type { PullOrder } from '../store/pull-changes.ts'
import { WrittenReply } from '../written-reply.ts'

export const sync: Handlers<typeof syncCalls> = {
  pull: async ({ query }, { own, provider, by, account }) => {
    const store = query.home === 'provider' ? await provider() : own
    const order: PullOrder = {
      kinds: query.kinds.split(','),
      after: Number(query.after),
      ...(query.before === undefined ? {} : { before: Number(query.before) }),
      limit: Number(query.limit),
      home: query.home ?? 'company',
      ...(query.uuid === undefined ? {} : { uuid: query.uuid }),
    }
    const page = { ...(await store.pull(order, by.sight)), scope: account.scope }
    return new WrittenReply(() => writePageJson(page), {
      type: pageLinesType,
      write: () => writePageLines(page),
    })
  },
}
