import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'
import { foldAsymmetry, unfoldAsymmetry } from './kernel.ts'
import type { SigmoidFit } from './sigmoid-fit.ts'
import { evaluateSigmoid, risePart } from './model.ts'

/** Cqs of a fitted curve, in cycles, with their standard errors; NaN where there is none. */
export interface SigmoidCq {
  /** First-derivative maximum: the cycle of the steepest rise. */
  cpD1: number
  cpD1Error: number
  /** Second-derivative maximum. */
  cpD2: number
  cpD2Error: number
  /** Crossing of the tangent at the steepest measured cycle with the lower asymptote. */
  cy0: number
  cy0Error: number
  /**
   * Measured cycles with the greatest first and second derivative, the first and the last cycle included. There cpD1
   * and cpD2 are none (the maximum is outside the measured cycles); qpcR reports these numbers.
   */
  steepestCycle: number
  sharpestCycle: number
  /** F(x) / F(x - 1) at cpD2 with the background left in: what qpcR calls eff. */
  ratio: number
  /** (F(x) - c) / (F(x - 1) - c) at cpD2: the growth per cycle there, 1..2 for a sound curve. */
  growth: number
}

/** Shape of a fit: ln B with B = -b, ln x of the inflection, asymmetry as a state carries it. */
type Shape = readonly [steepness: number, inflection: number, asymmetry: number]

/**
 * Return the weight at the steepest slope. With s = B (p - ln x) and w = exp(s) / (1 + exp(s)/f) the slope is
 * proportional to g w / x, whose only maximum is at w = (1 + 1/B) / (1 + 1/f).
 */
function weightAtSlope([steepness, , asymmetry]: Shape): number {
  return (1 + exp(-steepness)) / (1 + 1 / unfoldAsymmetry(asymmetry))
}

/**
 * Return the weight at the sharpest bend: F''' = 0 leaves a quadratic in w, with a = 1 + 1/f: B² a (a + 1/f) w² - 3 a B
 * (B + 1) w + (B + 1)(B + 2) = 0. Its greater root comes first in time.
 */
function weightAtBend([steepness, , asymmetry]: Shape): number {
  const rate = exp(steepness)
  const a = 1 + 1 / unfoldAsymmetry(asymmetry)
  const square = rate * rate * a * (2 * a - 1)
  const half = 1.5 * a * rate * (rate + 1)
  const rest = (rate + 1) * (rate + 2)
  return (half + Math.sqrt(half * half - square * rest)) / square
}

/** Return the cycle with the weight w; 0 if the start of the curve does not reach w. */
function cycleOf([steepness, inflection, asymmetry]: Shape, weight: number): number {
  const left = 1 - weight / unfoldAsymmetry(asymmetry)
  return left > 0 ? exp(inflection - log(weight / left) / exp(steepness)) : 0
}

/** Weight w at a cycle. */
function weightOf([steepness, inflection, asymmetry]: Shape, cycle: number): number {
  const power = exp(exp(steepness) * (inflection - log(cycle)))
  return 1 / (1 / power + 1 / unfoldAsymmetry(asymmetry))
}

type Finder = (shape: Shape) => number

const findSlopeMaximum: Finder = (shape) => cycleOf(shape, weightAtSlope(shape))
/** 0 too where the slope only falls: the curvature, below 0 throughout, has another maximum then. */
const findBendMaximum: Finder = (shape) =>
  findSlopeMaximum(shape) > 0 ? cycleOf(shape, weightAtBend(shape)) : 0

/**
 * Return Cy0 = x - (F - c)/F' with x the steepest measured cycle; (F - c)/F' is x / (B w). Guescini et al. 2008, BMC
 * Bioinformatics 9:326.
 */
function findCy0(shape: Shape, first: number, last: number): number {
  const steepest = findSlopeMaximum(shape)
  const x = Math.min(last, Math.max(first, steepest))
  const weight = x === steepest ? weightAtSlope(shape) : weightOf(shape, x)
  return x - x / (exp(shape[0]) * weight)
}

/**
 * Half the steps of the differences by which a cycle's dependence on the shape is found. The
 * asymmetry, which may be 1e-5 below its end at 1, takes the smaller one.
 */
const nudge = 1e-5
const smallNudge = 1e-6

/** Return the standard error of a cycle by the delta method from the shape's covariance. */
function errorOf(find: Finder, [rate, place, bias]: Shape, covariance: Float64Array): number {
  const gradient = [
    (find([rate + nudge, place, bias]) - find([rate - nudge, place, bias])) / (2 * nudge),
    (find([rate, place + nudge, bias]) - find([rate, place - nudge, bias])) / (2 * nudge),
    covariance[8] === 0
      ? 0
      : (find([rate, place, bias + smallNudge]) - find([rate, place, bias - smallNudge])) /
        (2 * smallNudge),
  ]
  let variance = 0
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) variance += gradient[i]! * covariance[3 * i + j]! * gradient[j]!
  }
  return Math.sqrt(variance)
}

/**
 * Find the Cqs of a fit. The cycles of the maxima and their tangent follow from the shape in closed form. A curve that
 * does not rise has none. Errors assume independent residuals: a fit that misses the curve's course systematically has
 * further errors. They take most of the time: `withErrors` false leaves them NaN.
 */
export function findSigmoidCq(fit: SigmoidFit, withErrors = true): SigmoidCq {
  const { firstCycle: first, lastCycle: last, shapeCovariance: covariance } = fit
  if (!(fit.d > fit.c)) return { ...none }
  const shape: Shape = [log(-fit.b), log(fit.e) - log(fit.f) / fit.b, foldAsymmetry(fit.f)]
  const tangent: Finder = (at) => findCy0(at, first, last)
  const within = (cycle: number) => (cycle > first && cycle < last ? cycle : Number.NaN)
  const [slope, bend] = [findSlopeMaximum(shape), findBendMaximum(shape)]
  const [cpD1, cpD2, cy0] = [within(slope), within(bend), within(tangent(shape))]
  const error = (cycle: number, find: Finder) =>
    withErrors && cycle === cycle ? errorOf(find, shape, covariance) : Number.NaN
  return {
    cpD1,
    cpD1Error: error(cpD1, findSlopeMaximum),
    cpD2,
    cpD2Error: error(cpD2, findBendMaximum),
    cy0,
    cy0Error: error(cy0, tangent),
    steepestCycle: Math.min(last, Math.max(first, slope)),
    sharpestCycle: Math.min(last, Math.max(first, bend)),
    ratio: evaluateSigmoid(fit, cpD2) / evaluateSigmoid(fit, cpD2 - 1),
    growth: risePart(fit, cpD2) / risePart(fit, cpD2 - 1),
  }
}

const none: SigmoidCq = {
  cpD1: Number.NaN,
  cpD1Error: Number.NaN,
  cpD2: Number.NaN,
  cpD2Error: Number.NaN,
  cy0: Number.NaN,
  cy0Error: Number.NaN,
  steepestCycle: Number.NaN,
  sharpestCycle: Number.NaN,
  ratio: Number.NaN,
  growth: Number.NaN,
}
