import type { Actions } from './action.ts'

/**
 * States of the version of a recipe that people work on (decision 34): the one beside the version in force where there
 * is one, else the one in the record. `approved` waits for its day. A version that another has followed is superseded,
 * and only its history says so.
 */
export const versionStates = ['draft', 'review', 'approved', 'effective', 'retired'] as const
export type VersionState = (typeof versionStates)[number]

/**
 * Actions on the version of a recipe. Writing in a company without review puts the version in force at once
 * (edge/store/recipe-version-changes.ts). Signing needs the permission with which results are signed.
 */
export const versionActions = {
  write: { from: ['draft', 'effective'], needs: 'recipes.edit' },
  send: { from: ['draft'], to: 'review', needs: 'recipes.edit' },
  /** Add a comparison of one's own before signing. */
  compare: { from: ['review'], needs: 'analysis.validate', unless: ['wrote_it'] },
  withdraw: { from: ['review', 'approved'], to: 'draft', needs: 'recipes.edit' },
  /** Give a version back to its authors with what they should change. */
  ask_changes: {
    from: ['review'],
    to: 'draft',
    needs: 'analysis.validate',
    unless: ['wrote_it'],
    reasonDue: 'always',
  },
  approve: { from: ['review'], to: 'approved', needs: 'analysis.validate', unless: ['wrote_it'] },
  discard: { from: ['draft'], to: 'effective', needs: 'recipes.edit', reasonDue: 'always' },
  retire: {
    from: ['draft', 'review', 'approved', 'effective'],
    to: 'retired',
    needs: 'recipes.edit',
    reasonDue: 'always',
  },
} as const satisfies Actions<VersionState>
export type VersionAction = keyof typeof versionActions
