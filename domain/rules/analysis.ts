import type { AnalysisAction } from '../actions/analysis.ts'
import { type Refusal, refuse } from '../actions/refuse.ts'
import { isDeviceCartridge } from '../catalog/cartridges.ts'
import type { Analysis } from '../entities/analysis.ts'
import { contentSigned } from '../trail/signed.ts'
import { staleReviews } from './sample-review.ts'
import { type Acting, isAmong } from './second-person.ts'

export interface Actor extends Acting {
  permissions: readonly string[]
  /** Their own account waits for a confirmation (docs/identity.md). */
  unconfirmed: boolean | undefined
  /** The company wants results to be judged by somebody who had no hand in them. */
  fourEyes: boolean
}

/** A record, or a row of a list, which says no more of results than that there are some. */
type Subject = Pick<
  Analysis,
  | 'status'
  | 'user_uuid'
  | 'sample_reviews'
  | 'four_eyes'
  | 'hands'
  | 'cartridge_type'
  | 'corrects'
  | 'legal_hold'
> & {
  results: readonly object[]
  /** Number of a recall that holds it (edge/store/recalls/holds.ts); the service looks it up. */
  recall_hold?: number | undefined
}

/** Return null when the actor may do it now; otherwise why not. */
export function refuseAnalysis(
  action: AnalysisAction,
  subject: Subject,
  actor: Actor,
): Refusal<'analysis'> | null {
  return refuse('analysis', action, {
    state: subject.status,
    permissions: actor.permissions,
    facts: {
      correction_stays: () => subject.corrects !== undefined,
      plate_without_device: () => !isDeviceCartridge(subject.cartridge_type),
      no_results: () => subject.results.length === 0,
      confirmation_needed: () => actor.unconfirmed === true,
      four_eyes: () => refusesFourEyes(subject, actor),
      reviews_stale: () => staleReviews(subject as Analysis).length,
      recall_hold: () => subject.recall_hold ?? 0,
      legal_hold: () => subject.legal_hold !== undefined,
      no_legal_hold: () => subject.legal_hold === undefined,
    },
  })
}

/**
 * Tell whether four eyes are asked for, now or when the run began, and the person had a hand in it: the one place that
 * says who counts, for signatures, reviews of samples, reports and what the screens say of them.
 * @returns the name of who had a hand in it and counts as the person, as `isAmong`.
 */
export function refusesFourEyes(
  subject: Pick<Analysis, 'user_uuid' | 'four_eyes' | 'hands'>,
  actor: Acting & Pick<Actor, 'fourEyes'>,
): boolean | string {
  if (!actor.fourEyes && subject.four_eyes !== 'Y') return false
  return isAmong([subject.user_uuid, ...(subject.hands ?? [])], actor)
}

/**
 * Return the content that a signature covers: the whole record without the fields that signing writes (21 CFR 11.70).
 * Hash its canonical JSON (domain/canonical.ts) with SHA-256, on the page and at the edge alike.
 */
export function signedContent(record: Analysis): Record<string, unknown> {
  return contentSigned(record)
}
