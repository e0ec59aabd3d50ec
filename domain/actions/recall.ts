import type { HoldStatus, NoticeStatus, RecallStatus } from '../entities/recall.ts'
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
  /** Notify companies, by the provider; they answer. */
  announce: { from: ['open'], needs: 'analysis.validate' },
  close: { from: ['open'], to: 'closed', needs: 'analysis.validate', reasonDue: 'always' },
} as const satisfies Actions<RecallStatus>

export type RecallAction = keyof typeof recallActions

/** A company answers a recall of the provider, and again when it has held more. */
export const recallNoticeActions = {
  answer: { from: ['open', 'answered'], to: 'answered', needs: 'analysis.validate' },
} as const satisfies Actions<NoticeStatus>

/** A hold is lifted once; another recall holds the analysis again by a hold of its own. */
export const recallHoldActions = {
  lift: { from: ['held'], to: 'lifted', needs: 'analysis.validate', reasonDue: 'always' },
} as const satisfies Actions<HoldStatus>
