import type { LabLot } from '../entities/lab-lot.ts'
import type { LotState } from '../entities/bkit-lot.ts'
import type { Actions } from './action.ts'

/**
 * Actions on a produced lot (decision 32). Release and withdrawal are signed, with evidence; what a lot says of itself
 * changes only while it cannot be run.
 */
export const lotActions = {
  edit: { from: ['quarantine', 'held'], needs: 'production.lots', reasonDue: 'always' },
  attach: { from: ['quarantine', 'released', 'held'], needs: 'production.lots' },
  /** Labels of a withdrawn lot would put it back on a shelf. */
  label: { from: ['quarantine', 'released', 'held'], needs: 'production.lots' },
  release: {
    from: ['quarantine', 'held'],
    to: 'released',
    needs: 'production.lots',
    reasonDue: 'always',
    unless: ['four_eyes'],
  },
  hold: { from: ['released'], to: 'held', needs: 'production.lots', reasonDue: 'always' },
  withdraw: {
    from: ['quarantine', 'released', 'held'],
    to: 'withdrawn',
    needs: 'production.lots',
    reasonDue: 'always',
  },
} as const satisfies Actions<LotState>

export type LotAction = keyof typeof lotActions

/** States of a laboratory's own record of a lot. */
export type LabLotState = 'usable' | 'held_here'

export function labLotState(record: Pick<LabLot, 'hold'> | null): LabLotState {
  return record?.hold ? 'held_here' : 'usable'
}

/**
 * Actions on a laboratory's own record. The people who run it may stop a lot, or retire a box, at once; its release is for those
 * who answer for the results.
 */
export const labLotActions = {
  keep: { from: ['usable', 'held_here'], needs: 'analysis.run' },
  unit: { from: ['usable', 'held_here'], needs: 'analysis.run' },
  retire: { from: ['usable', 'held_here'], needs: 'analysis.run', reasonDue: 'always' },
  reinstate: { from: ['usable', 'held_here'], needs: 'analysis.validate', reasonDue: 'always' },
  hold: { from: ['usable'], to: 'held_here', needs: 'analysis.run', reasonDue: 'always' },
  release: {
    from: ['held_here'],
    to: 'usable',
    needs: 'analysis.validate',
    reasonDue: 'always',
  },
} as const satisfies Actions<LabLotState>
