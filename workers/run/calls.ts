import type { CqMethod, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { CallName, TraceEntry } from '../../domain/results.ts'
import { clearRise } from '../curves/plain-rise.ts'
import type { Growth } from '../growth/amplification.ts'
import type { Amplification } from '../growth/amplification-score.ts'
import type { Parting } from './compare-methods.ts'
import { mostStray } from './find-strays.ts'
import { doubtGrowth, findGrowth, type Ask } from '../growth/growth-rules.ts'
import type { MeltPeak } from '../melt/peaks.ts'
import { sortProductPeaks } from '../melt/product-peaks.ts'

/** Fewest measured cycles from which a curve is judged. */
export const fewestCycles = 6

export interface Evidence {
  /** Measured cycles of the curve. */
  cycles: number
  /** Cycles the programme was to measure. */
  planned: number
  /** NaN when the curve does not cross the threshold. */
  cq: number
  threshold: number
  /** Growth of the corrected curve over its baseline. */
  growth: Growth
  /** Growth of the curve as it is, beside the others of its target. */
  amplification: Amplification
  /** Melting peaks, the most prominent first; null when melt was not measured. */
  peaks: readonly MeltPeak[] | null
  /** Part of another dye's curve that this one may be no more than, and how much is to be expected. */
  leak?: { part: number; most: number } | undefined
  /** Distance of the Cq at the threshold from the other methods, if larger than allowed. */
  parting?: Parting | null
  /** Distance of the readings from the target's common growth, as a multiple of the usual one. */
  stray?: number | null
  /** A baseline window that was found or given ends at this cycle; absent: there is none. */
  baselineEnd?: number | undefined
  /** No window was found and the floor of the rise is the baseline. */
  hasFloor?: boolean
  /** Cycles that were not measured where the curve crosses the threshold. */
  gap?: number | undefined
  excluded: boolean
}

export interface Verdict {
  call: CallName
  trace: TraceEntry[]
}

/**
 * Call of one target in one well: the rules in order, each with the value it saw and its limit. What
 * settles the call ends the list; what only raises a doubt makes it `review` and the rest is still
 * asked, so that the trace shows every doubt.
 */
export function callWell(target: TargetRule, evidence: Evidence): Verdict {
  const { trace, ask } = startTrace()
  const { cq } = evidence
  if (evidence.excluded) {
    ask('excluded', null, null, true)
    return { call: 'invalid', trace }
  }
  if (ask('not_measured', evidence.cycles, fewestCycles, evidence.cycles < fewestCycles)) {
    return { call: 'invalid', trace }
  }
  const absent = findAbsence(target, evidence, ask)
  if (absent) return { call: absent, trace }
  if (ask('cq_above_maximum', cq, target.cq_max, cq > target.cq_max)) {
    return { call: 'not_detected', trace }
  }
  const melt = judgeMelt(target, evidence.peaks, ask)
  if (melt === 'not_detected') return { call: 'not_detected', trace }
  const doubts = [
    melt === 'review',
    doubtReading(evidence, target.cq_method, ask),
    target.cq_min !== undefined && ask('cq_too_early', cq, target.cq_min, cq < target.cq_min),
    doubtGrowth(evidence.amplification, ask, target.cq_method),
    target.cq_review !== undefined &&
      ask('cq_in_review_band', cq, target.cq_review, cq >= target.cq_review),
  ]
  if (doubts.includes(true)) return { call: 'review', trace }
  ask('cq_in_range', cq, target.cq_max, true)
  return { call: 'detected', trace }
}

/** Return an empty trace, and the function that adds a rule to it. */
export function startTrace(): { trace: TraceEntry[]; ask: Ask } {
  const trace: TraceEntry[] = []
  const ask: Ask = (rule, value, limit, holds) => {
    trace.push({ rule, value: finite(value), limit: finite(limit), decided: holds })
    return holds
  }
  return { trace, ask }
}

/** Collect doubts about the reading, however well the curve grew. */
function doubtReading(
  { leak, parting, stray = null, baselineEnd, hasFloor = false, gap = 0, amplification }: Evidence,
  method: CqMethod | undefined,
  ask: Ask,
): boolean {
  const { middle, rise } = amplification.shape
  const doubts = [
    leak !== undefined && ask('crosstalk', Math.abs(leak.part) * 100, leak.most * 100, true),
    // Look for a baseline that runs through the growth and takes it away: the Cq is late by cycles.
    baselineEnd !== undefined &&
      baselineEnd > middle &&
      ask('baseline_in_growth', baselineEnd, middle, true),
    // Leave out a rise that was the reason to judge the curve: it is in the trace already. Leave out the consensus,
    // which fits floor, drift and growth together and needs no baseline.
    hasFloor &&
      method !== 'consensus' &&
      (amplification.clearRise === 0 || amplification.isSharp) &&
      ask('clear_rise', rise, clearRise.rise, true),
    parting && ask('methods_part', parting.distance, parting.limit, true),
    stray !== null && ask('strays_from_shape', stray, mostStray, true),
    gap > 0 && ask('gap_at_crossing', gap, 0, true),
  ]
  return doubts.includes(true)
}

/**
 * Call of a curve that did not grow or did not reach the threshold, null for one that did both. What
 * likely grew and stayed below the threshold, or is neither straight nor a growth, is for a person.
 */
function findAbsence(target: TargetRule, evidence: Evidence, ask: Ask): CallName | null {
  const { cq, growth, amplification } = evidence
  const finding = findGrowth(amplification, growth, ask, target.cq_method)
  if (finding === 'odd') return 'review'
  if (finding !== 'none' && !ask('no_crossing', growth.top, evidence.threshold, !(cq > 0))) {
    return null
  }
  // Refuse to call a run negative that ended before the growth could show. Growth after the largest Cq that counts is
  // negative anyway, so those cycles are not needed.
  const needed = Math.min(evidence.planned, Math.ceil(target.cq_max))
  if (evidence.cycles < needed) {
    ask('run_too_short', evidence.cycles, needed, true)
    return 'invalid'
  }
  return finding === 'likely' ? 'review' : 'not_detected'
}

/**
 * Judge the melt of an amplified curve: every peak outside the window shows another product, so the target is not
 * detected; the right peak beside a more prominent wrong one, or no peak at all, is a doubt.
 */
export function judgeMelt(
  target: TargetRule,
  peaks: readonly MeltPeak[] | null,
  ask: Ask,
): CallName | null {
  const window = target.tm
  if (!window || !peaks) return null
  const main = peaks[0]
  if (!main) {
    ask('tm_missing', 0, 1, true)
    return 'review'
  }
  const { product } = sortProductPeaks(peaks, window)
  const limit = main.tm < window.min ? window.min : window.max
  if (!ask('tm_outside_window', main.tm, limit, product !== main)) return null
  return product ? 'review' : 'not_detected'
}

/** Replace NaN and Infinity, which JSON lacks, by null. */
function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null
}
