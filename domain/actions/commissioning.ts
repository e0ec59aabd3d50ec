import type { Actions } from './action.ts'

/** States of a commissioning sheet: a draft is prepared again as often as needed, a signed one is never touched. */
export type CommissioningState = 'draft' | 'signed'

export const commissioningActions = {
  prepare: { from: ['draft'], needs: 'products.config' },
  sign: { from: ['draft'], to: 'signed', needs: 'products.config' },
} as const satisfies Actions<CommissioningState>
