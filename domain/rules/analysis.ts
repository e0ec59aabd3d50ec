import { isDeviceCartridge } from '../catalog/cartridges.ts'
import type { Analysis, AnalysisStatus } from '../entities/analysis.ts'
import { can, type Permission } from '../permissions.ts'
import { contentSigned } from '../trail/signed.ts'
import { staleReviews } from './sample-review.ts'

interface Action {
  /** Statuses from which it is allowed. */
  from: readonly AnalysisStatus[]
  /** Status it leads to, where it changes it. */
  to?: AnalysisStatus
  needs: Permission
  /** A reason must be given and is kept in the audit trail. */
  reason?: true
  /** The same once the run is over. */
  reasonOnceEnded?: true
}

/**
 * What a person may do with an analysis from which status: the one table that buttons, edge and devices
 * read (spec §4 "Other analysis actions", decisions D4). Validated analyses allow nothing but reading.
 */
export const analysisActions = {
  edit: {
    from: ['INIT', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.edit',
    reasonOnceEnded: true,
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
  launch: { from: ['INIT'], to: 'RUNNING', needs: 'analysis.run' },
  abort: { from: ['RUNNING'], to: 'ABORT', needs: 'analysis.run' },
  skip: { from: ['RUNNING'], needs: 'analysis.run' },
  extend: { from: ['RUNNING'], needs: 'analysis.run' },
  /** A run whose device never returns (rules/give-up.ts): what was measured stays. */
  giveUp: {
    from: ['RUNNING'],
    to: 'INCOMPLETE',
    needs: 'analysis.makeComplete',
    reason: true,
  },
  recalculate: {
    from: ['COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.recalculate',
    reason: true,
  },
  /** With a global recipe as the new method. */
  recalculateGlobal: {
    from: ['COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.recalculateGlobal',
    reason: true,
  },
  makeComplete: {
    from: ['INCOMPLETE'],
    to: 'COMPLETE',
    needs: 'analysis.makeComplete',
    reason: true,
  },
  /** A reviewer's word on single samples, before the whole is signed (rules/sample-review.ts). */
  reviewSamples: { from: ['COMPLETE'], needs: 'analysis.validate' },
  validate: { from: ['COMPLETE'], to: 'VALIDATION', needs: 'analysis.validate' },
  /** A new version beside the signed one, which stays as it is (decisions R5). */
  correct: { from: ['VALIDATION'], needs: 'analysis.correct', reason: true },
  /** A plan like it, without its results. */
  duplicate: {
    from: ['INIT', 'RUNNING', 'COMPLETE', 'INCOMPLETE', 'ABORT', 'VALIDATION'],
    needs: 'analysis.duplicate',
  },
  /** To another swarm; never while the device is at it. */
  migrate: {
    from: ['INIT', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.migrate',
    reasonOnceEnded: true,
  },
  delete: {
    from: ['INIT', 'COMPLETE', 'INCOMPLETE', 'ABORT'],
    needs: 'analysis.delete',
    reason: true,
  },
  report: { from: ['COMPLETE', 'INCOMPLETE', 'ABORT', 'VALIDATION'], needs: 'analysis.report' },
  relaunch: {
    from: ['COMPLETE', 'INCOMPLETE', 'ABORT', 'VALIDATION'],
    needs: 'analysis.create',
  },
} as const satisfies Record<string, Action>

export type AnalysisAction = keyof typeof analysisActions

/** Actions that lead to a run on a device. */
const forDevices: ReadonlySet<AnalysisAction> = new Set(['launch', 'duplicate', 'relaunch'])

/** How a run may end or go on by itself; only the device's word leads here. */
export const runTransitions = {
  started: { from: ['INIT'], to: 'RUNNING' },
  completed: { from: ['RUNNING'], to: 'COMPLETE' },
  aborted: { from: ['RUNNING'], to: 'ABORT' },
  broken: { from: ['RUNNING'], to: 'INCOMPLETE' },
} as const satisfies Record<string, { from: readonly AnalysisStatus[]; to: AnalysisStatus }>

export type RunTransition = keyof typeof runTransitions

/** Why an action is not possible: the same value disables the button and makes the edge answer 409 or 403. */
export type Refusal =
  | { reason: 'permission_missing'; permission: Permission }
  | { reason: 'validated' }
  | { reason: 'wrong_status'; status: AnalysisStatus }
  | { reason: 'four_eyes' }
  | { reason: 'no_results' }
  /** The plate was imported from a file; no device can run it again. */
  | { reason: 'plate_without_device' }
  /** Words on single samples that were given on earlier results. */
  | { reason: 'reviews_stale'; count: number }

export interface Actor {
  user_uuid: string
  permissions: readonly string[]
  /** The company wants results to be judged by somebody who had no hand in them. */
  fourEyes: boolean
}

/** A record, or a row of a list, which says no more of results than that there are some. */
type Subject = Pick<
  Analysis,
  'status' | 'user_uuid' | 'sample_reviews' | 'four_eyes' | 'hands' | 'cartridge_type'
> & {
  results: readonly object[]
}

/** Null when the actor may do it now; otherwise why not. */
export function refuseAnalysis(
  action: AnalysisAction,
  subject: Subject,
  actor: Actor,
): Refusal | null {
  const rule: Action = analysisActions[action]
  if (!can(actor.permissions, rule.needs)) {
    return { reason: 'permission_missing', permission: rule.needs }
  }
  if (!rule.from.includes(subject.status)) {
    return subject.status === 'VALIDATION'
      ? { reason: 'validated' }
      : { reason: 'wrong_status', status: subject.status }
  }
  if (forDevices.has(action) && !isDeviceCartridge(subject.cartridge_type)) {
    return { reason: 'plate_without_device' }
  }
  if (action !== 'validate' && action !== 'reviewSamples') return null
  if (subject.results.length === 0) return { reason: 'no_results' }
  if (refusesFourEyes(subject, actor)) return { reason: 'four_eyes' }
  const stale = action === 'validate' ? staleReviews(subject as Analysis).length : 0
  return stale > 0 ? { reason: 'reviews_stale', count: stale } : null
}

/** Tell if an action needs a reason now: its dialog asks for one, and the edge refuses it without. */
export function isReasonDue(action: AnalysisAction, status: AnalysisStatus): boolean {
  const { reason, reasonOnceEnded }: Action = analysisActions[action]
  return reason === true || (reasonOnceEnded === true && hasEnded(status))
}

/**
 * Return true where four eyes are asked for, now or when the run began, and the person had a hand in it: the one place that
 * says who counts, for signatures, reviews of samples, reports and what the screens say of them.
 */
export function refusesFourEyes(
  subject: Pick<Analysis, 'user_uuid' | 'four_eyes' | 'hands'>,
  actor: Pick<Actor, 'user_uuid' | 'fourEyes'>,
): boolean {
  if (!actor.fourEyes && subject.four_eyes !== 'Y') return false
  return subject.user_uuid === actor.user_uuid || (subject.hands ?? []).includes(actor.user_uuid)
}

/** Whether the run's end has been reached: nothing more will be measured. */
export function hasEnded(status: AnalysisStatus): boolean {
  return status !== 'INIT' && status !== 'RUNNING'
}

/**
 * What a signature covers: the whole record less what signing itself writes (21 CFR 11.70).
 * Hash its canonical JSON (domain/canonical.ts) with SHA-256, on the page and at the edge alike.
 */
export function signedContent(record: Analysis): Record<string, unknown> {
  return contentSigned(record)
}
