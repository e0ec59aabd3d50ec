import type { resultCalls, sampleCalls } from '../../domain/calls/results.ts'
import { cutPeriod } from '../runs/cut-period.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import type { RowFilter } from '../store/queries/rows.ts'

interface Body {
  update_from?: string | undefined
  update_to?: string | undefined
  filters?: Omit<RowFilter, 'updateFrom' | 'updateTo'> | undefined
}

function filterOf(body: Body | undefined): RowFilter {
  return { updateFrom: body?.update_from, updateTo: body?.update_to, ...body?.filters }
}

export const results: Handlers<typeof resultCalls> = {
  search: async ({ query, body }, { own, by }) =>
    unwrap(own.ask({ name: 'resultRows', query, filter: filterOf(body) }, by.sight)),
}

export const samples: Handlers<typeof sampleCalls> = {
  search: async ({ query, body }, { own, by }) =>
    unwrap(own.ask({ name: 'sampleRows', query, filter: filterOf(body) }, by.sight)),
  aggregate: async ({ body }, { own, by }) => {
    const stretches = cutPeriod(body)
    const question = { name: 'dashboard', stretches, swarms: body.swarm_uuid } as const
    const { counts } = await unwrap(own.ask(question, by.sight))
    return { counts, total: counts.reduce((sum, one) => sum + one.samples, 0) }
  },
}
