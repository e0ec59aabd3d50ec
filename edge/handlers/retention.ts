import type { retentionCalls } from '../../domain/calls/retention.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { changeAnalysis } from './analysis-record.ts'

/** Handle how long the present company keeps its data, and holds on what must not be removed (decision 59). */
export const retention: Handlers<typeof retentionCalls> = {
  preview: async ({ body }, { own }) => unwrap(own.previewRemoval(body)),
  set: async ({ body }, { own, by, opId, company: uuid }) => {
    const { reason, base, ...times } = body
    const change = { type: 'company.retention', uuid, retention: times, reason, base } as const
    return unwrap(own.change(change, opId, by))
  },
  hold: async ({ body }, { own, by, opId, company: uuid }) => {
    const type = body.on ? 'company.hold' : 'company.lift_hold'
    return unwrap(own.change({ type, uuid, reason: body.reason }, opId, by))
  },
  holdAnalysis: async ({ params, body }, context) =>
    changeAnalysis(context, {
      type: body.on ? 'analysis.hold' : 'analysis.liftHold',
      uuid: params.id,
      reason: body.reason,
    }),
}
