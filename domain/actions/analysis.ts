import { planNeeds } from '../permissions.ts'
import type { AnalysisStatus } from '../entities/analysis.ts'
import type { Actions } from './action.ts'

/**
 * Actions of a person on an analysis, with the statuses they start from: the table that buttons, edge and
 * devices read (spec §4 "Other analysis actions", decisions D4). Validated analyses allow nothing but reading.
 */
export const analysisActions = {
  edit: {
    from: ['INIT', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.edit',
    reasonDue: 'once_ended',
  },
  /** Name and notebook, which may be written while a run goes on. */
  annotate: {
    from: ['INIT', 'RUNNING', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.edit',
  },
  /** The notebook alone, by its own call. */
  note: {
    from: ['INIT', 'RUNNING', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.notebook',
  },
  /** A comment on a well: added to others, never edited (rules/well-comment.ts). */
  comment: {
    from: ['INIT', 'RUNNING', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.notebook',
  },
  removeComment: {
    from: ['INIT', 'RUNNING', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.notebook',
    reasonDue: 'always',
  },
  launch: {
    from: ['INIT'],
    to: 'RUNNING',
    needs: 'analysis.run',
    command: 'LOAD_RECIPE',
    unless: ['plate_without_device', 'recall_hold'],
  },
  abort: { from: ['RUNNING'], to: 'ABORT', needs: 'analysis.run', command: 'ABORT' },
  skip: { from: ['RUNNING'], needs: 'analysis.run', command: 'SKIP' },
  extend: { from: ['RUNNING'], needs: 'analysis.run', command: 'EXTEND' },
  /** A run whose device never returns (rules/give-up.ts): what was measured stays. */
  giveUp: {
    from: ['RUNNING'],
    to: 'INCOMPLETE',
    needs: 'analysis.makeComplete',
    reasonDue: 'always',
  },
  recalculate: {
    from: ['COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.recalculate',
    reasonDue: 'always',
  },
  /** With a global recipe as the new method. */
  recalculateGlobal: {
    from: ['COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.recalculateGlobal',
    reasonDue: 'always',
  },
  makeComplete: {
    from: ['INCOMPLETE'],
    to: 'COMPLETE',
    needs: 'analysis.makeComplete',
    reasonDue: 'always',
  },
  /** A reviewer's word on single samples, before the whole is signed (rules/sample-review.ts). */
  reviewSamples: {
    from: ['COMPLETE'],
    needs: 'analysis.validate',
    unless: ['no_results', 'confirmation_needed', 'four_eyes'],
  },
  validate: {
    from: ['COMPLETE'],
    to: 'VALIDATION',
    needs: 'analysis.validate',
    // Allow no hold on a signed record, which is never changed: it could not be lifted, and would keep the company for ever.
    unless: [
      'no_results',
      'confirmation_needed',
      'four_eyes',
      'reviews_stale',
      'recall_hold',
      'legal_hold',
    ],
  },
  /** A new version beside the signed one, which stays as it is (decisions R5). */
  correct: { from: ['VALIDATION'], needs: 'analysis.correct', reasonDue: 'always' },
  /** A plan like it, without its results. */
  duplicate: {
    from: ['INIT', 'RUNNING', 'COMPLETE', 'INCOMPLETE', 'ABORT', 'VALIDATION'],
    needs: 'analysis.duplicate',
    unless: ['plate_without_device'],
  },
  /**
   * To another swarm; never while the device is at it. A correction stays beside the run that it corrects: people who see the results of
   * that one would not see that they no longer count.
   */
  migrate: {
    from: ['INIT', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.migrate',
    reasonDue: 'once_ended',
    unless: ['correction_stays'],
  },
  delete: {
    from: ['INIT', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.delete',
    reasonDue: 'always',
    unless: ['recall_hold', 'legal_hold'],
  },
  /** Kept whatever its age, until the hold is lifted (decision 59). What is signed is kept anyway. */
  hold: {
    from: ['INIT', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'companies.edit',
    reasonDue: 'always',
    unless: ['legal_hold'],
  },
  liftHold: {
    from: ['INIT', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'companies.edit',
    reasonDue: 'always',
    unless: ['no_legal_hold'],
  },
  report: {
    from: ['COMPLETE', 'INCOMPLETE', 'ABORT', 'VALIDATION'],
    needs: 'analysis.report',
    unless: ['recall_hold'],
  },
  relaunch: {
    from: ['COMPLETE', 'INCOMPLETE', 'ABORT', 'VALIDATION'],
    needs: planNeeds,
    unless: ['plate_without_device'],
  },
} as const satisfies Actions<AnalysisStatus>

export type AnalysisAction = keyof typeof analysisActions

/** Changes of status that only a device reports: a run that starts, goes on or ends. */
export const runTransitions = {
  started: { from: ['INIT'], to: 'RUNNING' },
  completed: { from: ['RUNNING'], to: 'COMPLETE' },
  aborted: { from: ['RUNNING'], to: 'ABORT' },
  broken: { from: ['RUNNING'], to: 'INCOMPLETE' },
} as const satisfies Record<string, { from: readonly AnalysisStatus[]; to: AnalysisStatus }>

export type RunTransition = keyof typeof runTransitions
