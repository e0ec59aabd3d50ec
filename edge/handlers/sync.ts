import type { syncCalls } from '../../domain/calls/sync.ts'
import { readAsks } from '../../domain/sync/asks.ts'
import {
  pageLinesType,
  writePageJson,
  writePageLines,
  writePagesJson,
  writePagesLines,
} from '../../domain/sync/page-lines.ts'
import { inTime, patience } from '../in-time.ts'
import { logFailure } from '../log.ts'
import type { Handlers } from '../mount.ts'
import type { PullOrder } from '../store/pull-changes.ts'
import { WrittenReply } from '../requests/written-reply.ts'

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
      ...(query.open === 'Y' && { open: true }),
    }
    const page = { ...(await store.pull(order, by.sight)), scope: account.scope }
    return new WrittenReply(() => writePageJson(page), {
      type: pageLinesType,
      write: () => writePageLines(page),
    })
  },
  pulls: async ({ query }, { own, provider, by, account }) => {
    const limit = Number(query.limit)
    const orders = readAsks(query.asks).map(({ home, ...ask }): PullOrder => {
      return { ...ask, limit, home: home ?? 'company' }
    })
    const isShared = ({ home }: PullOrder) => home === 'provider'
    const shared = orders.filter(isShared)
    const askProvider = async () => (await provider()).pulls(shared, by.sight)
    const [ofOwn, ofProvider] = await Promise.all([
      own.pulls(
        orders.filter((one) => !isShared(one)),
        by.sight,
      ),
      // Wait for no other store where only the company's own records are asked for.
      shared.length === 0
        ? []
        : inTime('store of the provider', askProvider(), patience.list).catch((error: unknown) => {
            logFailure('pages of the provider are left out', error)
            return []
          }),
    ])
    const [mine, others] = [ofOwn.values(), ofProvider.values()]
    const pages = orders.map((one) => (isShared(one) ? others : mine).next().value ?? null)
    const answer = { pages, scope: account.scope }
    return new WrittenReply(() => writePagesJson(answer), {
      type: pageLinesType,
      write: () => writePagesLines(answer),
    })
  },
}
