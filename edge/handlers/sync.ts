import type { syncCalls } from '../../domain/calls/sync.ts'
import type { Handlers } from '../mount.ts'
import type { PullOrder } from '../store/pull-changes.ts'

export const sync: Handlers<typeof syncCalls> = {
  pull: async ({ query }, { own, provider, by, account }) => {
    const store = query.home === 'provider' ? await provider() : own
    const order: PullOrder = {
      kinds: query.kinds.split(','),
      after: Number(query.after),
      limit: Number(query.limit),
      home: query.home ?? 'company',
    }
    return { ...(await store.pull(order, by.sight)), scope: account.scope }
  },
}
