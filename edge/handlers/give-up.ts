import type { CallInput } from '../../domain/call.ts'
import type { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { countReadings } from '../../domain/rules/run-points.ts'
import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'
import { computeEnd } from '../run-end.ts'
import { changeAnalysis, checkAction, findAnalysis } from './analysis-record.ts'

/** Ends a run whose device never returns, with what has come of it. */
export async function giveUp(
  { params, body }: CallInput<typeof analysisCalls.giveUp>,
  context: AccountContext,
): Promise<Analysis> {
  const { env, own, by, account } = context
  const record = await findAnalysis(context, params.id)
  checkAction('giveUp', record, context)
  const { readings, kept } = await unwrap(own.runSoFar(params.id, by.sight))
  const computed = await computeEnd(env, record, readings, account.name)
  const { reason } = body
  return changeAnalysis(context, {
    type: 'analysis.giveUp',
    uuid: params.id,
    reason,
    computed,
    kept,
    measured: countReadings(readings),
  })
}
