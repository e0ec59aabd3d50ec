import type { syncCalls } from '../../domain/calls/sync.ts'
import type { Handlers } from '../mount.ts'

export const sync: Handlers<typeof syncCalls> = {
  pull: async ({ query }, { own, by, account }) => {
    const page = await own.pull(
      query.kinds.split(','),
      Number(query.after),
      Number(query.limit),
      by.sight,
    )
    return { ...page, scope: account.scope }
  },
}
