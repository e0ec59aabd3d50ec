import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { CallName } from '../../domain/results.ts'
import type { PlainRise } from '../curves/plain-rise.ts'
import type { Ask } from '../growth/growth-rules.ts'
import { fewestCycles, startTrace, judgeMelt, type Verdict } from './calls.ts'
import type { MeltPeak } from '../melt/peaks.ts'
import { isAmplified, riseLimits, unlikeDrift } from '../isothermal/rises.ts'

/** Rise over the noise below which a rise is low. */
const lowRise = 12
/** Part of the typical rise below which a rise is faint. */
const faintPart = 0.3

export interface TimeEvidence {
  /** Readings of the curve, and how many the programme was to take. */
  readings: number
  planned: number
  minutes: number
  rise: PlainRise | null
  /** Typical rise of the wells that amplify, in the unit of the curve; 0 where none does. */
  typicalRise: number
  /** Time to threshold in minutes; NaN for none. */
  time: number
  top: number
  threshold: number
  peaks: readonly MeltPeak[] | null
  leak: { part: number; most: number } | undefined
  gap: number
  excluded: boolean
}

/**
 * Call one target in one well of an isothermal run. Amplification is a rise from one level to another that neither a drift nor a
 * step explains; nothing is asked about the shape of a PCR. Times are in minutes.
 */
export function callTime(target: TargetRule, evidence: TimeEvidence): Verdict {
  const { trace, ask } = startTrace()
  const { time, rise } = evidence
  if (evidence.excluded) {
    ask('excluded', null, null, true)
    return { call: 'invalid', trace }
  }
  if (ask('not_measured', evidence.readings, fewestCycles, evidence.readings < fewestCycles)) {
    return { call: 'invalid', trace }
  }
  const absent = findAbsence(target, evidence, ask)
  if (absent) return { call: absent, trace }
  if (ask('tt_above_maximum', time, target.cq_max, time > target.cq_max)) {
    return { call: 'not_detected', trace }
  }
  const melt = judgeMelt(target, evidence.peaks, ask)
  if (melt === 'not_detected') return { call: 'not_detected', trace }
  const { leak, gap, typicalRise } = evidence
  const share = rise && typicalRise > 0 ? rise.height / typicalRise : 1
  const height = rise?.rise ?? 0
  const unlike = rise ? unlikeDrift(rise) : 0
  const doubts = [
    melt === 'review',
    leak !== undefined && ask('crosstalk', Math.abs(leak.part) * 100, leak.most * 100, true),
    gap > 0 && ask('gap_at_crossing', gap, 0, true),
    target.cq_min !== undefined && ask('tt_too_early', time, target.cq_min, time < target.cq_min),
    share < faintPart && ask('faint_growth', share * 100, faintPart * 100, true),
    ask('low_rise', height, lowRise, height < lowRise),
    ask('drift_or_step', unlike, riseLimits.clear, unlike < riseLimits.clear),
    target.cq_review !== undefined &&
      ask('tt_in_review_band', time, target.cq_review, time >= target.cq_review),
  ]
  if (doubts.includes(true)) return { call: 'review', trace }
  ask('tt_in_range', time, target.cq_max, true)
  return { call: 'detected', trace }
}

/** Call a curve that did not amplify or did not reach the threshold; null for one that did both. */
function findAbsence(target: TargetRule, evidence: TimeEvidence, ask: Ask): CallName | null {
  const { rise, time, top, threshold } = evidence
  const height = rise?.rise ?? 0
  const isFlat = rise === null || height < riseLimits.rise
  if (!ask('no_amplification', height, riseLimits.rise, isFlat) && rise !== null) {
    if (isAmplified(rise)) {
      // Leave a rise that stays below the line of the other wells to a person.
      return ask('no_crossing', top, threshold, !(time > 0)) ? 'review' : null
    }
    ask('drift_or_step', unlikeDrift(rise), riseLimits.likely, true)
  }
  const needed = Math.min(evidence.planned, Math.ceil(target.cq_max / evidence.minutes))
  if (evidence.readings < needed) {
    ask('run_too_short', evidence.readings, needed, true)
    return 'invalid'
  }
  return 'not_detected'
}
