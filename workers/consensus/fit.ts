import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'
import {
  addRest,
  backSubstitute,
  createColumns,
  eliminate,
  equationSize,
  fillEquations,
  fillWeights,
  own,
  cy0Variance,
  residualVariance,
  solveOwn,
  unknowns,
  type Weighting,
} from './equations.ts'
import { fillShape, reachHeight, type GrowthShape } from './shape.ts'

/** A curve that takes part, as it is known before any fit. */
export interface Growing {
  /** Rn of the well, NaN where nothing was measured. */
  curve: Float64Array
  /** Cycle (1-based) at which half of the rise is reached. */
  middle: number
  /** Rise, in the curve's unit. */
  rise: number
}

/** Position of a curve on the common shape. */
export interface Placement {
  /** Cycle of the shape's Cy0; NaN when the curve could not be placed. */
  cy0: number
  /** Its standard error in cycles, with the shape taken as known. */
  error: number
  /** Level under the curve at Cy0, in the curve's unit, and its drift per cycle. */
  floor: number
  drift: number
  rise: number
  /** Standard deviation of the readings around the placed shape, as a part of the rise. */
  scatter: number
}

/**
 * Prior of a shape before any curve is read: ln rate and ln asymmetry with their standard deviations. PCRs of all kinds
 * are well within it; curves that carry little information stay close to it.
 */
const belief = { rate: log(0.5), rateSd: 0.5, asymmetry: log(1.5), asymmetrySd: 1 } as const
const mostRounds = 40
/** Curves that a shape is found from: more would only cost time. */
const mostCurves = 24

interface Place extends Omit<Placement, 'error' | 'scatter'> {
  fit: Float64Array
  equations: Float64Array
  offset: number
  lost: boolean
}

/** Fit the shape that curves have in common, by joint least squares. */
export function fitCommonShape(chosen: readonly Growing[], weighting: Weighting): GrowthShape {
  const shape = { rate: exp(belief.rate), asymmetry: exp(belief.asymmetry) }
  const columns = createColumns(Math.max(0, ...chosen.map(({ curve }) => curve.length)))
  const places = chosen.map((one) =>
    startPlace(one, shape, {
      fit: new Float64Array(own),
      equations: new Float64Array(equationSize),
    }),
  )
  const pace = { part: 1, turn: 0 }
  for (let round = 0; round < mostRounds; round++) {
    if (improve(chosen, places, shape, weighting, columns, pace) < 1e-6) break
  }
  return shape
}

/**
 * Choose the curves that a shape is found from: evenly from the earliest to the latest. The order of the wells must not
 * matter: on a plate laid out by columns, every fourth well is one sample.
 */
export function chooseCurves(growing: readonly Growing[]): Growing[] {
  const sorted = growing.toSorted((a, b) => a.middle - b.middle || a.rise - b.rise)
  const count = Math.min(mostCurves, sorted.length)
  return Array.from({ length: count }, (_, at) => {
    return sorted[Math.floor(((at + 0.5) * sorted.length) / count)]!
  })
}

/** Room of one placement after the other: small arrays are dear to make. */
const room = {
  fit: new Float64Array(own),
  equations: new Float64Array(equationSize),
  row: new Float64Array(own),
}

function startPlace(
  { curve, middle, rise }: Growing,
  shape: GrowthShape,
  { fit, equations }: Pick<Place, 'fit' | 'equations'>,
): Place {
  const offset = curve.find((value) => value === value) ?? Number.NaN
  return {
    cy0: middle - reachHeight(shape, 0.5),
    floor: Number.NaN,
    drift: Number.NaN,
    rise,
    fit,
    equations,
    offset,
    lost: !(rise > 0 && middle > 0),
  }
}

/** Run one round over the shape and all places; return the largest step. */
function improve(
  growing: readonly Growing[],
  places: readonly Place[],
  shape: GrowthShape,
  weighting: Weighting,
  columns: Float64Array,
  pace: Pace,
): number {
  const joint = new Float64Array(5)
  const rateWeight = 1 / (belief.rateSd * belief.rateSd)
  const asymmetryWeight = 1 / (belief.asymmetrySd * belief.asymmetrySd)
  joint[0] = rateWeight
  joint[2] = rateWeight * (belief.rate - log(shape.rate))
  joint[3] = asymmetryWeight
  joint[4] = asymmetryWeight * (belief.asymmetry - log(shape.asymmetry))
  for (const [i, { curve }] of growing.entries()) {
    const place = places[i]!
    if (place.lost) continue
    const variance = evaluatePlace(curve, place, shape, weighting, columns)
    if (!(variance > 0)) place.lost = true
    else addRest(place.equations, 1 / variance, joint)
  }
  const [rateStep, asymmetryStep] = solveShape(joint, pace)
  let largest = Math.max(Math.abs(rateStep), Math.abs(asymmetryStep))
  for (const place of places) {
    if (place.lost) continue
    backSubstitute(place.equations, rateStep, asymmetryStep, place.fit)
    largest = Math.max(largest, movePlace(place))
  }
  shape.rate *= exp(rateStep)
  shape.asymmetry *= exp(asymmetryStep)
  return largest
}

/**
 * Write the equations of one curve at its place for an unknown shape, its own unknowns eliminated; return its
 * residuals' variance.
 */
function evaluatePlace(
  curve: Float64Array,
  place: Place,
  shape: GrowthShape,
  weighting: Weighting,
  columns: Float64Array,
): number {
  writeEquations(curve, place, shape, weighting, true, columns)
  if (!eliminate(place.equations, own)) return Number.NaN
  backSubstitute(place.equations, 0, 0, place.fit)
  return findVariance(curve, place, place.rise, weighting, columns)
}

/** Write the equations of one curve at its place, for its own unknowns or, where the shape is `sought`, for all. */
function writeEquations(
  curve: Float64Array,
  { cy0, rise, offset, equations }: Place,
  shape: GrowthShape,
  weighting: Weighting,
  sought: boolean,
  columns: Float64Array,
): void {
  fillShape(shape, cy0, curve.length, sought, columns)
  fillWeights(curve, columns, cy0, weighting.height)
  const count = sought ? unknowns : own
  fillEquations(curve, columns, rise, offset, weighting, count, equations)
}

/** Return the variance of a curve's residuals; `rise` is that with which its equations were written. */
function findVariance(
  curve: Float64Array,
  { fit, offset }: Place,
  rise: number,
  weighting: Weighting,
  columns: Float64Array,
): number {
  const variance = residualVariance(curve, columns, fit, offset)
  // Limit the weight, so that a curve that follows the shape by luck does not decide it alone.
  const least = 0.5 * weighting.noiseRatio * rise
  return Math.max(variance, least * least)
}

/** Step size of the shape's changes: it shrinks after every change of direction, which prevents endless oscillation. */
interface Pace {
  part: number
  /** Last step of ln asymmetry. */
  turn: number
}

/** Solve for the steps of ln rate and ln asymmetry, shortened to the range in which the linearised equations hold. */
function solveShape(joint: Float64Array, pace: Pace): [number, number] {
  const mixed = joint[1]!
  const determinant = joint[0]! * joint[3]! - mixed * mixed
  const rate = (joint[2]! * joint[3]! - mixed * joint[4]!) / determinant
  const asymmetry = (joint[0]! * joint[4]! - mixed * joint[2]!) / determinant
  pace.part = asymmetry * pace.turn < 0 ? pace.part / 2 : Math.min(1, 1.4 * pace.part)
  pace.turn = asymmetry
  const part = pace.part * Math.min(1, 0.3 / Math.abs(rate), 0.6 / Math.abs(asymmetry))
  return part > 0 ? [part * rate, part * asymmetry] : [0, 0]
}

/** Move a curve to the solution of its equations, at most a cycle; gives the step in cycles. */
function movePlace(place: Place): number {
  const rise = place.fit[2]!
  if (!(rise > 0)) {
    place.lost = true
    return 0
  }
  const step = Math.max(-1, Math.min(1, place.fit[3]! / rise))
  place.rise = rise
  place.cy0 += step
  return Math.abs(step)
}

/**
 * Place one curve on a known shape: floor, drift, rise and Cy0 by weighted least squares. NaN
 * where the curve does not settle on it, or settles more than half its length outside of it. Ends when
 * a step is below `enough` cycles.
 */
export function placeCurve(
  growing: Growing,
  shape: GrowthShape,
  weighting: Weighting,
  columns: Float64Array,
  enough: number,
): Placement {
  const { curve } = growing
  const place = startPlace(growing, shape, room)
  let step = Number.NaN
  let before = place.rise
  for (let round = 0; round < mostRounds && !place.lost; round++) {
    before = place.rise
    writeEquations(curve, place, shape, weighting, false, columns)
    if (!solveOwn(place.equations, place.fit)) place.lost = true
    else if (!hasVariance(curve, place, weighting, columns)) place.lost = true
    else step = movePlace(place)
    if (step < enough) break
  }
  const { cy0, equations, fit, offset, rise } = place
  const drift = fit[1]! / curve.length
  const floor = offset + fit[0]! + drift * cy0
  const within = cy0 > -curve.length / 2 && cy0 < 1.5 * curve.length
  if (place.lost || !(step < 1e-4) || !within) return lostPlacement
  const variance = findVariance(curve, place, before, weighting, columns)
  const spread = cy0Variance(columns, curve.length, equations, room.row)
  const scatter = Math.sqrt(variance) / rise
  return { cy0, error: scatter * Math.sqrt(spread), floor, drift, rise, scatter }
}

/** Sizes between which sums of squares are sound. */
const sound = { least: 1e-100, most: 1e100 } as const

/**
 * Return whether the residuals of a placed curve have a variance, which is calculated only where sizes are so unusual
 * that it might fail: it takes a tenth of a placement and is needed once, at its end.
 */
function hasVariance(
  curve: Float64Array,
  place: Place,
  weighting: Weighting,
  columns: Float64Array,
): boolean {
  const { fit, equations, rise } = place
  const isSound =
    rise > sound.least &&
    Math.abs(fit[0]!) < sound.most &&
    Math.abs(fit[1]!) < sound.most &&
    Math.abs(fit[2]!) < sound.most
  // Compare the sum of the weights with the curve's own unknowns: points less unknowns are its freedom.
  if (isSound) return equations[0]! > own
  return findVariance(curve, place, rise, weighting, columns) > 0
}

/** Placement of a curve that could not be placed. */
export const lostPlacement: Placement = {
  cy0: Number.NaN,
  error: Number.NaN,
  floor: Number.NaN,
  drift: Number.NaN,
  rise: Number.NaN,
  scatter: Number.NaN,
}
