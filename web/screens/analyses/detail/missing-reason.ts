import { isReason } from '../../../../domain/rules/plain-text.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { AnalysisAction } from '../../../../domain/actions/analysis.ts'
import { isReasonDue } from '../../../../domain/actions/refuse.ts'

/** Tell if an action needs a reason and what was typed is none. */
export function isReasonMissing(
  action: AnalysisAction,
  { status }: Pick<Analysis, 'status'>,
  reason: string,
): boolean {
  return isReasonDue('analysis', action, status) && !isReason(reason)
}
