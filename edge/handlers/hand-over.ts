import type { handOverCalls } from '../../domain/calls/hand-over.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'

export const handOver: Handlers<typeof handOverCalls> = {
  openWork: async ({ params, query }, { own, by }) =>
    unwrap(own.ask({ name: 'openWork', user: params.id, to: query.to }, by.sight)),
  handOver: async ({ params, body }, { own, by, opId }) => {
    const { to, works, reason = '' } = body
    const notice = derivedUuid(opId, 'hand over')
    const change = { type: 'work.hand_over', from: params.id, to, works, reason, notice } as const
    await unwrap(own.change(change, opId, by))
    return { handed: works.length }
  },
}
