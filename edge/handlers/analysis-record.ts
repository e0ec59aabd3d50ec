import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import type { AnalysisAction } from '../../domain/actions/analysis.ts'
import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'
import { refuseUnlessAllowed } from '../store/allow.ts'
import type { AnalysisChange } from '../store/analysis-changes.ts'
import type { AnalysisHoldChange } from '../store/retention/retention-changes.ts'

/** @throws Fault `not_found` for a repeated delivery about an analysis that has been deleted since. */
export async function changeAnalysis(
  { own, opId, by }: AccountContext,
  order: AnalysisChange | AnalysisHoldChange,
): Promise<Analysis> {
  const record = await unwrap(own.change(order, opId, by))
  if (!record && order.type !== 'analysis.delete') throw new Fault('not_found', 'No such analysis')
  return record
}

export async function findAnalysis({ read }: AccountContext, uuid: string): Promise<Analysis> {
  return await read('analysis', uuid)
}

/**
 * Check an action before costly work begins; the store asks again in its transaction.
 * @throws Fault `forbidden` or `refused`.
 */
export function checkAction(
  action: AnalysisAction,
  record: Analysis,
  { by }: AccountContext,
): void {
  refuseUnlessAllowed(action, record, by)
}
