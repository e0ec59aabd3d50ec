import type { TraceEntry } from '../../../../../domain/results.ts'
import { nearLimitCycles } from '../../../../../domain/rules/review-risk.ts'

type Rule = TraceEntry['rule']

/** Rules that are always evaluated: above their limit they are evidence for growth, below it against. */
export const evidenceRules: readonly Rule[] = [
  'rise_over_noise',
  'plate_share',
  'rise_contrast',
  'rise_part',
]

/** Distance from its limit within which a value of a rule is borderline, in the rule's own unit. */
const within: Partial<Record<Rule, number>> = {
  // Use the same distance as the findings above the plate.
  cq_above_maximum: nearLimitCycles,
  cq_in_review_band: nearLimitCycles,
  cq_too_early: nearLimitCycles,
  cq_in_range: nearLimitCycles,
  positive_cq_outside: nearLimitCycles,
  tm_outside_window: 0.3,
}

/** The same as a part of the limit. Perfect doubling is 5.5 % above the limit of a jump, and is no borderline. */
const partOfLimit: Partial<Record<Rule, number>> = {
  rise_over_noise: 0.2,
  plate_share: 0.2,
  rise_contrast: 0.2,
  // Set it low: a clear growth is all that its signal did, which is a tenth above the border.
  rise_part: 0.05,
  no_amplification: 0.2,
  lone_step: 0.2,
  clear_rise: 0.2,
  growth_score: 0.05,
  odd_shape: 0.05,
  early_rise: 0.05,
  jump: 0.05,
  sudden_start: 0.2,
  slow_rise: 0.05,
  slow_plateau: 0.05,
  no_crossing: 0.05,
  low_rise: 0.05,
  replicate_spread: 0.05,
  drift_or_step: 0.05,
  tt_above_maximum: 0.05,
  tt_in_review_band: 0.05,
  tt_too_early: 0.05,
  tt_in_range: 0.05,
  tt_positive_outside: 0.05,
  tt_spread: 0.05,
}

/** Return true when a rule's value is so close to its limit that it may be on this side by chance. */
export function isBorderline({ rule, value, limit }: TraceEntry): boolean {
  if (value === null || limit === null) return false
  const room = within[rule] ?? (partOfLimit[rule] ?? -1) * Math.abs(limit)
  return Math.abs(value - limit) <= room
}
