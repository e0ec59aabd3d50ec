import type { Kind } from '../registry.ts'

/** All that the trail of an analysis can say was done: the page has words for each of them. */
export const analysisAuditActions = [
  'analysis.create',
  'analysis.import',
  'analysis.duplicate',
  'analysis.edit',
  'analysis.merge',
  'analysis.note',
  'analysis.migrate',
  'analysis.swarm_renamed',
  'analysis.delete',
  'analysis.giveUp',
  'analysis.calculate',
  'analysis.recalculateGlobal',
  'analysis.makeComplete',
  'analysis.reviewSamples',
  'analysis.validate',
  'analysis.correct',
  'run.started',
  'run.ordered',
  'run.completed',
  'run.aborted',
  'run.broken',
] as const
export type AnalysisAuditAction = (typeof analysisAuditActions)[number]

/** What entries are about beside kinds of records. */
type OtherSubject = 'sign_in' | 'store'

/**
 * What an entry of the trail says was done, by subject and verb. Closed for analyses, whose trail people read; of other
 * records, whose trail no page shows, the subject is.
 */
export type AuditAction =
  | AnalysisAuditAction
  | `${Exclude<Kind, 'analysis'> | OtherSubject}.${string}`

/** Tell if an action is one of an analysis that this version knows: entries of other versions may name others. */
export function isAnalysisAction(action: string): action is AnalysisAuditAction {
  return (analysisAuditActions as readonly string[]).includes(action)
}
