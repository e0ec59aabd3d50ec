import type { HoldStatus, RecallStatus } from '../entities/recall.ts'
import type { Actions } from './action.ts'

/**
 * Actions on a recall. People who sign results hold them and let them go again; a lift or an end without a reason is
 * refused (decision 36).
 */
export const recallActions = {
  hold: { from: ['open'], needs: 'analysis.validate' },
  lift: { from: ['open'], needs: 'analysis.validate', reasonDue: 'always' },
  amend: { from: ['open'], needs: 'analysis.validate' },
  notify: { from: ['open'], needs: 'analysis.validate' },
  close: { from: ['open'], to: 'closed', needs: 'analysis.validate', reasonDue: 'always' },
} as const satisfies Actions<RecallStatus>

export type RecallAction = keyof typeof recallActions

/** A hold is lifted once; another recall holds the analysis again by a hold of its own. */
export const recallHoldActions = {
  lift: { from: ['held'], to: 'lifted', needs: 'analysis.validate', reasonDue: 'always' },
} as const satisfies Actions<HoldStatus>
