import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { type AnalysisAction, isReasonDue } from '../../../../domain/rules/analysis.ts'

/** Letters that a reason has at least. */
const fewest = 3

/** Tell if an action needs a reason and what was typed is none. */
export function isReasonMissing(
  action: AnalysisAction,
  { status }: Pick<Analysis, 'status'>,
  reason: string,
): boolean {
  return isReasonDue(action, status) && reason.replaceAll(/\s/g, '').length < fewest
}
