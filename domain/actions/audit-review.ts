import type { Actions } from './action.ts'

/** States of a review of the audit trail: what it says may change until it is signed. */
export type ReviewState = 'due' | 'signed'

/**
 * Actions of a review of the audit trail (decision 51). Nobody marks an entry that they made themselves where the company
 * wants four eyes.
 */
export const auditReviewActions = {
  mark: { from: ['due'], needs: 'audit.search', unless: ['four_eyes'] },
  prepare: { from: ['due'], needs: 'audit.search' },
  sign: { from: ['due'], to: 'signed', needs: 'audit.search' },
} as const satisfies Actions<ReviewState>
