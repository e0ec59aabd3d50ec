import type { CqMethod } from '../../domain/entities/evaluation-recipe.ts'
import type { TraceEntry } from '../../domain/results.ts'
import { growthLimits, type Growth } from './amplification.ts'
import {
  evidenceNames,
  lowRise,
  scoreLimits,
  isStraight,
  scoreTable,
  slowRise,
  straightRise,
  type Amplification,
  type EvidenceName,
} from './amplification-score.ts'
import { clearRise as limits } from '../curves/plain-rise.ts'
import { hookLimits, isHook } from './hook.ts'
import { lateTrace } from './late-trace.ts'
import { breakLimits } from './lone-breaks.ts'
import { leastClimb } from './noisy-climb.ts'
import { mostSudden } from './onset.ts'
import { slowStart } from './shape.ts'

type Rule = TraceEntry['rule']

/** Puts one rule into the trace and says whether it holds. */
export type Ask = (
  rule: Rule,
  value: number | null,
  limit: number | null,
  holds: boolean,
) => boolean

/** Finding from the shape of a curve: no growth, neither that nor straight, hardly or likely growth. */
export type GrowthFinding = 'none' | 'odd' | 'unlikely' | 'likely'

/**
 * Limits beyond which an amplified curve is one that people argue about. Nothing that the raters of
 * PCRedux found amplified rises by less than 37 times its noise, begins before cycle 7 or takes over
 * ten cycles from 10 to 50 %. Growth that begins before `earliest` leaves no baseline to
 * be seen. Doubling with each cycle, 10 to 50 % takes log2(5) = 2.3 cycles: what is faster is a jump.
 * The others are where the raters find curves ambiguous: a slow rise that has hardly begun to level
 * off at the end of the run, and one that levels off for most of the time it took to half its height
 * and for longer than it rose. An isolated step of ten times the noise is none of the growth:
 * of 3,313 curves that the raters found amplified one has such a step.
 */
export const shapeLimits = {
  earliest: 4,
  fastest: 2.2,
  slow: slowRise.cycles,
  slowest: 10.5,
  endSlope: slowRise.endSlope,
  overStart: 2.5,
  overMiddle: 0.7,
  step: 10,
} as const

/** Fewest other curves that show that an assay rises slowly, or turns straight: then it is no doubt where the run ends before it levels off. */
const fewestAsSlow = 3

/**
 * Fewest steps of coarse readings (a camera of few grey levels) that a rise is read from: their rounding is no noise that
 * evens out, and hides the foot of the growth.
 */
const fewestLevels = 16

const evidenceRules: Readonly<Record<EvidenceName, { rule: Rule; scale: number }>> = {
  rise: { rule: 'rise_over_noise', scale: 1 },
  share: { rule: 'plate_share', scale: 100 },
  contrast: { rule: 'rise_contrast', scale: 1 },
  part: { rule: 'rise_part', scale: 100 },
}

/**
 * Return true for a curve in the shape of a PCR that is only too low beside the other wells: an inhibited or a nearly
 * empty sample looks like that, and so does the light of a neighbour.
 */
function isFaintGrowth(amplification: Amplification, method: CqMethod | undefined): boolean {
  const { rise, contrast, part, firstHalf } = amplification.shape
  const { fastest, slow } = shapeLimits
  if (isLateTrace(amplification, method)) return false
  // Accept a late rise: a creep of the baseline takes the contrast from few copies that come late.
  if (method !== undefined && amplification.lateRise > 0) return true
  return rise >= 12 && contrast >= 10 && part >= 0.8 && firstHalf >= fastest && firstHalf <= slow
}

/** Limits of the same in recipes from before the method was written. They hold for undisturbed growth as well. */
const olderTrace = { share: 0.08, cycles: 6, endSlope: 0.8 } as const

/** Return whether a growth is one of the primers alone (`lateTrace`); older recipes (`method` undefined) keep their rule. */
function isLateTrace(
  { shape, evidence, points, slowing }: Amplification,
  method: CqMethod | undefined,
): boolean {
  if (method !== undefined) return slowing >= lateTrace.slowing
  return (
    evidence.share < olderTrace.share &&
    shape.start > lateTrace.from * points &&
    points - shape.start >= olderTrace.cycles &&
    shape.endSlope < olderTrace.endSlope
  )
}

/**
 * Return true if single steps and spikes explain a curve, and growth does not. A clear rise is never explained away,
 * and recipes from before the method was written (`method` undefined) keep their calls.
 */
export function isLoneStep(
  { breaks, clearRise }: Amplification,
  method: CqMethod | undefined,
): boolean {
  return method !== undefined && breaks > 0 && clearRise === 0
}

/** Return true if a curve shows any growth: a crossing of the threshold by noise or drift gives no Cq. */
export function showsGrowth(amplification: Amplification, method: CqMethod | undefined): boolean {
  return isScored(amplification, method) || amplification.clearRise > 0
}

/** Return true if growth shows in the shape of a PCR. */
function isScored(amplification: Amplification, method: CqMethod | undefined): boolean {
  const { shape, score } = amplification
  const isHigh = shape.rise >= growthLimits.leastRise && score >= scoreLimits.none
  return isHigh && !isLateTrace(amplification, method)
}

/**
 * Judge whether a curve amplified, and trace each figure with the border at which it counts neither way. A curve that
 * hardly rises above the noise did not amplify, and needs no score.
 */
export function findGrowth(
  amplification: Amplification,
  growth: Growth,
  ask: Ask,
  method: CqMethod | undefined,
): GrowthFinding {
  const { shape, score, evidence, clearRise, isSharp, breaks, climb, lateRise, fall } =
    amplification
  const { leastRise, mostWander } = growthLimits
  const isOdd = growth.wander > mostWander
  const isBroken = shape.steps.up > shapeLimits.step
  const climbs = climb > 0 && method !== undefined
  const isLate = lateRise > 0 && method !== undefined
  // Ask of no curve whose light falls as much as a growth rises whether it is flat: a growth may be hidden.
  const isFallen = fall > shapeLimits.step && method !== undefined
  const isStraight = !isOdd && !isBroken && !isFallen
  const isFlat = shape.rise < leastRise && isStraight && clearRise === 0 && !climbs && !isLate
  if (ask('no_amplification', shape.rise, leastRise, isFlat)) {
    return 'none'
  }
  for (const name of evidenceNames) {
    const { rule, scale } = evidenceRules[name]
    ask(rule, evidence[name] * scale, scoreTable[name].border * scale, false)
  }
  // Call no curve absent while it clearly rises: a person looks at it.
  if (clearRise > 0) {
    ask('clear_rise', clearRise, limits.rise, !isSharp)
    return 'likely'
  }
  if (isLoneStep(amplification, method) && ask('lone_step', breaks, breakLimits.overRise, true)) {
    return 'none'
  }
  const isPcr = isScored(amplification, method)
  if (!isPcr) {
    if (isBroken && ask('odd_shape', shape.steps.up, shapeLimits.step, true)) return 'odd'
    if (isFallen && ask('odd_shape', fall, shapeLimits.step, true)) return 'odd'
    if (ask('odd_shape', growth.wander, mostWander, isOdd)) return 'odd'
    if (isFaintGrowth(amplification, method)) {
      // Judge a growth that nearly is none by the noise, not by the height beside the other wells.
      if (shape.rise < leastRise) ask('low_rise', shape.rise, lowRise, true)
      else ask('faint_growth', evidence.share * 100, scoreTable.share.border * 100, true)
      return 'odd'
    }
  }
  if (climbs && score < scoreLimits.likely && ask('clear_rise', climb, leastClimb, true)) {
    return 'likely'
  }
  if (isPcr) return score < scoreLimits.likely && !isFallen ? 'unlikely' : 'likely'
  if (isLateTrace(amplification, method)) {
    const { share } = method === undefined ? olderTrace : lateTrace
    ask('plate_share', evidence.share * 100, share * 100, true)
  } else ask('growth_score', score, scoreLimits.none, true)
  return 'none'
}

/**
 * Collect doubts about a curve that did amplify: a step, which moves the Cq by cycles, an unclear score, a small rise,
 * one that began before a baseline was seen, a jump, a sudden start, a slow rise, a slow plateau. A hook is put into the
 * trace and is no doubt. Recipes from before the method was written (`method` undefined) ask for no sudden start.
 */
export function doubtGrowth(
  { shape, score, isSharp, asSlow, bent }: Amplification,
  ask: Ask,
  method: CqMethod | undefined,
): boolean {
  const { rise, start, firstHalf, secondHalf, steps, onset, levels } = shape
  const { earliest, fastest, slow, slowest, overStart, overMiddle } = shapeLimits
  const isKnown = method !== undefined && asSlow >= fewestAsSlow
  const isOpen = shape.endSlope > shapeLimits.endSlope && !isKnown
  const usual = isOpen ? slow : slowest
  const isAlone = isStraight(shape) && bent < fewestAsSlow
  const isRamp = method !== undefined && (isAlone || shape.curvature < straightRise.surely)
  const slowLimit = isRamp ? straightRise.cycles : usual
  const slowEnd = Math.max(overMiddle * shape.middle, overStart * firstHalf)
  if (isHook(shape.hook)) ask('hook', shape.hook.fall * 100, hookLimits.fall * 100, false)
  const step = Math.max(steps.up, steps.down)
  const doubts = [
    step > shapeLimits.step && ask('odd_shape', step, shapeLimits.step, true),
    ask('growth_score', score, scoreLimits.clear, score < scoreLimits.clear && !isSharp),
    ask('low_rise', rise, lowRise, rise < lowRise && !isSharp),
    method !== undefined && levels < fewestLevels && ask('low_rise', levels, fewestLevels, true),
    ask('early_rise', start, earliest, start < earliest),
    ask('jump', firstHalf, fastest, firstHalf < fastest),
    method !== undefined && onset > mostSudden && ask('sudden_start', onset, mostSudden, true),
    ask('slow_rise', firstHalf, slowLimit, firstHalf > slowLimit),
    ask('slow_plateau', secondHalf, slowEnd, secondHalf > slowEnd && firstHalf > slowStart),
  ]
  return doubts.includes(true)
}
