import { bridgeGaps } from '../curves/bridge-gaps.ts'
import { findBend, isClear, isSharp, leastShare, type PlainRise } from '../curves/plain-rise.ts'
import { exp } from '../numbers/exp.ts'
import { log10 } from '../numbers/log.ts'
import { growthLimits } from './amplification.ts'
import { lateTrace, measureSlowing } from './late-trace.ts'
import { findBreaks } from './lone-breaks.ts'
import { measureClimb } from './noisy-climb.ts'
import { measureShape, type Shape } from './shape.ts'

/** Score of one curve's growth, with the figures that it is made of. */
export interface AmplificationScore {
  /** Chance, in percent, that people who look at the curve call it amplified. */
  score: number
  /** The figures that went into it, as a person reads them. */
  evidence: Readonly<Record<EvidenceName, number>>
}

export const evidenceNames = ['rise', 'share', 'contrast', 'part'] as const
export type EvidenceName = (typeof evidenceNames)[number]

/**
 * Weight of each figure, and the border at which it counts neither way. The weights are those of a logistic regression
 * of the ratings of 3,941 published curves by people (PCRedux' ratings of curves of qpcR, chipPCR, PCRedux and RDML;
 * computed by `tests/support/train-amplification.ts`). Each set weighs as much as the square root of its size, and a
 * ridge keeps the weights near each other: with it they judge sets that they were not trained on as well as their own.
 * A figure ten times its border adds its weight to the logarithm of the odds; `part` counts as it is. A curve at all
 * four borders is just clear.
 */
export const scoreTable: Readonly<Record<EvidenceName, { weight: number; border: number }>> = {
  rise: { weight: 3.2, border: 75 },
  share: { weight: 3.14, border: 0.5 },
  contrast: { weight: 4.12, border: 14 },
  part: { weight: 4.24, border: 0.9 },
}

/**
 * Scores, in percent, from which growth is clear and below which there is none; between them people
 * would argue. Of those, what stays below the threshold counts as none up to `likely`.
 */
export const scoreLimits = { none: 5, likely: 50, clear: 70 } as const
/** Rise over the noise below which a rise is low, whatever its score. */
export const lowRise = 25
/** ln(70 : 30), the odds at the borders. */
const oddsAtBorders = 0.847

/**
 * Limits of a late rise: over the noise, against the best drift and step, its part of all movement of the signal, and
 * how much likelier few copies must be than products of the primers (`measureSlowing`; e^1.5 = 4.5 times; any from
 * `evidentRise` on, where noise hides no slowing). Few copies
 * that end at ten times the noise are far from what chance, drift and creep do: of 2,700 empty, drifting and creeping
 * wells none has more than 1.37 against the best drift. `rate` is per cycle (0.5 is what 1.65-fold growth looks like)
 * and says nothing of a rise within the last `foot` cycles: where only the foot of a growth was measured, a slow
 * rise with a sharp foot fits as well as a fast one. 1.55-fold growth comes from a fiftieth to its last height in 9.
 */
const lateRise = {
  rise: 9,
  overDrift: 1.4,
  overStep: 1.2,
  rate: 0.5,
  foot: 9,
  part: 0.3,
  climbing: -1.5,
} as const

/**
 * Cycles from 10 to 50 % of the height from which a rise is slow that hardly levels off, and the last slope, as a part
 * of the steepest, above which it hardly does. The raters find such curves ambiguous.
 */
export const slowRise = { cycles: 7, endSlope: 0.65 } as const

/**
 * Rise that climbs as straight as a ramp. To the end of the run: 50 to 90 % takes nearly as long as 10 to 50 %, and the last
 * slope is nearly the steepest. A growth that does not level off grows by a part of itself, and takes less than half as long;
 * at 1.7-fold a cycle, 10 to 50 % takes 3 cycles. To a second corner anywhere: 10 to 90 % takes `curvature` of the cycles that
 * the height takes at the steepest slope, which of a line is 0.8 and of a logistic growth 1.1. Of 3,313 curves that the
 * raters found amplified none is below 0.88, of an internal control that turns straight early the least is 0.855: below
 * `surely` a rise is a ramp whatever grows beside it.
 */
export const straightRise = {
  cycles: 3,
  secondHalf: 0.9,
  endSlope: 0.85,
  curvature: 0.86,
  surely: 0.83,
} as const

/** Rise over the noise from which a curve's height says something about the other wells' heights. */
const evidentRise = 20
/** Limits to which the figures are clamped: beyond them, a larger figure is no further evidence. */
const bounds: Readonly<Record<EvidenceName, { least: number; most: number }>> = {
  rise: { least: 1, most: 1000 },
  share: { least: 0.003, most: 1 },
  contrast: { least: 1, most: 200 },
  part: { least: 0, most: 1 },
}

/** One curve's growth, judged beside the others of its target. */
export interface Amplification extends AmplificationScore {
  shape: Shape
  /**
   * Rise over the noise of a curve whose score says little, where it rises clearly whatever its shape
   * and to a fair share of the typical height; 0 elsewhere.
   */
  clearRise: number
  /** The curve rises as sharply as a PCR, to half of the typical height or more: only noise keeps its figures low. */
  isSharp: boolean
  /** Residual variance of the best rise over that of lone breaks, where these explain the curve; else 0. */
  breaks: number
  /** Climb from end to end over the noise, of a curve in so much noise that only its height tells; else 0. */
  climb: number
  /** Certainty that a late and low growth slows down already (`measureSlowing`); 0 of all others. */
  slowing: number
  /**
   * Rise over the noise of a late and low growth that still climbs and that neither a drift nor a step explains, however
   * much its baseline creeps; 0 of all others.
   */
  lateRise: number
  /** Other clear curves of the target that rise as slowly and level off; 0 where the rise is not slow. */
  asSlow: number
  /** Other clear curves of the target that are not as straight as a ramp; 0 where the rise is not. */
  bent: number
  /** Largest fall over the noise (`measureFall`), where it is as high as a fair share of the typical height; else 0. */
  fall: number
  /** Cycles of the run, gaps included. */
  points: number
}

/** Least share of the typical height, and least part of all movement of the signal, for a rise in noise to be sharp. */
const sharpShare = 0.5
const sharpPart = 0.5

/**
 * Measure the growth of every well of a channel, from its Rn `[well * points + point]`. Curves whose lone
 * spikes were bridged are given as they were read by well, for a spike beside a step is bridged into its foot.
 */
export function measureAmplifications(
  rn: Float64Array,
  points: number,
  unbridged: ReadonlyMap<number, Float64Array> = new Map(),
): Amplification[] {
  const scratch = new Float64Array(3 * points)
  const shapes: Shape[] = []
  for (let from = 0; from < rn.length; from += points) {
    shapes.push(measureShape(rn.subarray(from, from + points), scratch))
  }
  const typicalHeight = findTypicalHeight(shapes)
  const scores = shapes.map((shape) => scoreAmplification(shape, typicalHeight))
  return shapes.map((shape, well) => {
    const scored = scores[well]!
    const isDoubtful = scored.score < scoreLimits.clear || shape.rise < lowRise
    const own = rn.subarray(well * points, (well + 1) * points)
    const curve = bridgeGaps(own, scratch.subarray(0, points))
    const spare = scratch.subarray(points)
    const rise = isDoubtful ? findBend(curve, spare) : null
    const isFaint = rise && rise.height < leastShare * typicalHeight
    const counts = rise && scored.score < scoreLimits.likely && isClear(rise) && !isFaint
    const { share, part } = scored.evidence
    const isLate = share < lateTrace.share && shape.start > lateTrace.from * points
    const slowing = isLate ? measureSlowing(curve, typicalHeight) : 0
    const isLow = share < leastShare && scored.score < scoreLimits.none
    const isUnseen = isLow || shape.rise < growthLimits.leastRise
    const comesLate = rise !== null && isUnseen && part >= lateRise.part && isLateRise(rise, points)
    // Compare with nothing where nothing grew well: a typical height is not known there.
    const least = rise !== null && rise.rise >= evidentRise ? 0 : lateRise.climbing
    const climbs = comesLate && !((slowing || measureSlowing(curve, typicalHeight)) >= least)
    return {
      shape,
      ...scored,
      clearRise: counts ? rise.rise : 0,
      isSharp: rise !== null && share >= sharpShare && part >= sharpPart && isSharp(rise),
      breaks: findBreaks(curve, spare) || findBreaksAsRead(unbridged.get(well)),
      climb: isDoubtful ? measureClimb(curve, typicalHeight, spare) : 0,
      slowing,
      lateRise: climbs ? rise.rise : 0,
      fall: shape.fall.size >= leastShare * typicalHeight ? shape.fall.times : 0,
      asSlow: shape.firstHalf > slowRise.cycles ? countAsSlow(well, shapes, scores) : 0,
      bent: isStraight(shape) ? countBent(well, shapes, scores) : 0,
      points,
    }
  })
}

function isLateRise(
  { rise, start, rate, overDrift, overStep }: PlainRise,
  points: number,
): boolean {
  const isClearly = overDrift >= lateRise.overDrift && overStep >= lateRise.overStep
  const isSteep = rate >= lateRise.rate || start > points - lateRise.foot
  return isClearly && isSteep && rise >= lateRise.rise && start > lateTrace.from * points
}

/** Count the other clear curves that rise as slowly as one and level off. */
function countAsSlow(
  well: number,
  shapes: readonly Shape[],
  scores: readonly AmplificationScore[],
): number {
  const { firstHalf } = shapes[well]!
  let count = 0
  for (const [other, one] of shapes.entries()) {
    const isSlow = one.firstHalf >= firstHalf && one.endSlope <= slowRise.endSlope
    if (other !== well && isSlow && scores[other]!.score >= scoreLimits.clear) count++
  }
  return count
}

export function isStraight({ firstHalf, secondHalf, endSlope, curvature }: Shape): boolean {
  const isOpen = endSlope > straightRise.endSlope
  const isEven = secondHalf >= straightRise.secondHalf * firstHalf
  return (isOpen && isEven) || curvature < straightRise.curvature
}

/** Count the other clear curves that are not straight: they show how the target grows. */
function countBent(
  well: number,
  shapes: readonly Shape[],
  scores: readonly AmplificationScore[],
): number {
  return shapes.filter(
    (one, other) => other !== well && scores[other]!.score >= scoreLimits.clear && !isStraight(one),
  ).length
}

function findBreaksAsRead(read: Float64Array | undefined): number {
  if (!read) return 0
  const curve = bridgeGaps(read, new Float64Array(read.length))
  return findBreaks(curve, new Float64Array(curve.length))
}

/**
 * Find the height of a target's well grown curves: the 90th percentile of those that rise evidently, upwards to the
 * highest among fewer than ten. NaN where none rises.
 */
export function findTypicalHeight(shapes: readonly Shape[]): number {
  const heights = Float64Array.from(
    shapes.filter(({ rise }) => rise >= evidentRise),
    ({ height }) => height,
  ).sort()
  return heights[Math.ceil(0.9 * heights.length) - 1] ?? Number.NaN
}

/**
 * Return the score of one curve among those of its target. Leaked light of another channel and primer dimers grow too,
 * but not as high: therefore its share of the typical height counts. If no curve rises there is nothing to compare
 * with, and the share is 1.
 */
export function scoreAmplification(shape: Shape, typicalHeight: number): AmplificationScore {
  const evidence = {
    rise: shape.rise,
    share: typicalHeight > 0 ? shape.height / typicalHeight : 1,
    contrast: shape.contrast,
    part: shape.part,
  }
  let odds = oddsAtBorders
  for (const name of evidenceNames) {
    const { weight, border } = scoreTable[name]
    odds += weight * (weigh(name, evidence[name]) - weigh(name, border))
  }
  return { score: 100 / (1 + exp(-odds)), evidence }
}

/** Return a figure on the scale on which it is weighed: within its bounds, all but `part` as a logarithm. */
export function weigh(name: EvidenceName, value: number): number {
  const { least, most } = bounds[name]
  const within = value > least ? Math.min(value, most) : least
  return name === 'part' ? within : log10(within)
}
