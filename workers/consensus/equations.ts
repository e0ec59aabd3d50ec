import { shapeColumns } from './shape.ts'

/** Columns of a curve's scratch: those of the shape, then the weights. */
const columnCount = shapeColumns + 1

/**
 * Weighted least squares of one curve against a growth shape, linearised in what is not linear:
 *
 *     F(x) = floor + drift x + rise G(x - Cy0)
 *
 * Unknowns in this order: floor, drift (per `points` cycles), rise, rise * step of Cy0, and
 * for the shape itself step of ln rate, step of ln asymmetry. The first four belong to the curve.
 */
export const unknowns = 6
export const own = 4
const stride = unknowns + 1

/** Room for the equations of one curve: six rows of six coefficients and a right side. */
export const equationSize = unknowns * stride

/** First cycle that counts: the first two carry the warming-up of plate and optics. */
const firstCycle = 3

/** Cycles before the onset of growth at which a point weighs half: a baseline is no line for ever. */
const memory = 16

/** Parameters of the equations that come from a target, besides its shape. */
export interface Weighting {
  /**
   * Height, as a part of the rise, at which a curve's departure from the common shape outweighs its
   * noise: points weigh 1 / (1 + (G / height)^12).
   */
  height: number
  /** Noise of a reading as a part of the rise. */
  noiseRatio: number
  /** Rise a curve is expected to have, NaN when nothing is known of it. */
  expectedRise: number
}

/**
 * Fill the weight of every cycle, after the columns of the shape: less where the shape has risen, for
 * plateaus differ, and less long before its onset, for baselines bend. 0 where nothing was measured
 * and in the first cycles.
 */
export function fillWeights(
  curve: Float64Array,
  columns: Float64Array,
  onset: number,
  height: number,
): void {
  const points = curve.length
  for (let i = 0; i < points; i++) {
    const part = columns[i]! / height
    const cube = part * part * part
    const before = Math.max(0, onset - i - 1) / memory
    const square = before * before
    const measured = i + 1 >= firstCycle && curve[i] === curve[i]
    const loss = (1 + cube * cube * cube * cube) * (1 + square * square)
    columns[shapeColumns * points + i] = measured ? 1 / loss : 0
  }
}

/**
 * Fill the equations of a curve, for its own unknowns or for all of them (`count`). `rise` is its last known rise; values count from `offset` for the
 * sake of digits. Two weak beliefs keep what the data cannot tell within reason, and weigh nothing
 * where they can: a drift of about 0.01 of the rise per cycle, a rise of within half of the expected.
 */
export function fillEquations(
  curve: Float64Array,
  columns: Float64Array,
  rise: number,
  offset: number,
  weighting: Weighting,
  count: number,
  equations: Float64Array,
): void {
  const points = curve.length
  equations.fill(0)
  sumOwn(curve, columns, offset, equations)
  if (count > own) sumShape(curve, columns, rise, offset, equations)
  const slack = (100 * weighting.noiseRatio) / points
  equations[stride + 1]! += slack * slack
  if (!(weighting.expectedRise > 0)) return
  const belief = 4 * weighting.noiseRatio * weighting.noiseRatio
  equations[2 * stride + 2]! += belief
  equations[2 * stride + unknowns]! += belief * weighting.expectedRise
}

/**
 * Add up a curve's own unknowns over its points. Written out: most of a consensus is spent here, and a sum that is
 * kept in an array is read and written back for every point.
 */
function sumOwn(
  curve: Float64Array,
  columns: Float64Array,
  offset: number,
  equations: Float64Array,
): void {
  const points = curve.length
  let s00 = 0
  let s01 = 0
  let s02 = 0
  let s03 = 0
  let s0 = 0
  let s11 = 0
  let s12 = 0
  let s13 = 0
  let s1 = 0
  let s22 = 0
  let s23 = 0
  let s2 = 0
  let s33 = 0
  let s3 = 0
  for (let i = 0; i < points; i++) {
    const weight = columns[shapeColumns * points + i]!
    if (weight === 0) continue
    const x = (i + 1) / points
    const height = columns[i]!
    const slope = columns[points + i]!
    const value = curve[i]! - offset
    s00 += weight
    s01 += weight * x
    s02 += weight * height
    s03 += weight * slope
    s0 += weight * value
    const byX = weight * x
    s11 += byX * x
    s12 += byX * height
    s13 += byX * slope
    s1 += byX * value
    const byHeight = weight * height
    s22 += byHeight * height
    s23 += byHeight * slope
    s2 += byHeight * value
    const bySlope = weight * slope
    s33 += bySlope * slope
    s3 += bySlope * value
  }
  equations[0] = s00
  equations[1] = s01
  equations[2] = s02
  equations[3] = s03
  equations[unknowns] = s0
  equations[stride + 1] = s11
  equations[stride + 2] = s12
  equations[stride + 3] = s13
  equations[stride + unknowns] = s1
  equations[2 * stride + 2] = s22
  equations[2 * stride + 3] = s23
  equations[2 * stride + unknowns] = s2
  equations[3 * stride + 3] = s33
  equations[3 * stride + unknowns] = s3
}

/** Add up the unknowns of the shape: their sums with a curve's own and with each other. */
function sumShape(
  curve: Float64Array,
  columns: Float64Array,
  rise: number,
  offset: number,
  equations: Float64Array,
): void {
  const points = curve.length
  let s04 = 0
  let s05 = 0
  let s14 = 0
  let s15 = 0
  let s24 = 0
  let s25 = 0
  let s34 = 0
  let s35 = 0
  let s44 = 0
  let s45 = 0
  let s4 = 0
  let s55 = 0
  let s5 = 0
  for (let i = 0; i < points; i++) {
    const weight = columns[shapeColumns * points + i]!
    if (weight === 0) continue
    const rate = rise * columns[2 * points + i]!
    const asymmetry = rise * columns[3 * points + i]!
    const value = curve[i]! - offset
    s04 += weight * rate
    s05 += weight * asymmetry
    const byX = weight * ((i + 1) / points)
    s14 += byX * rate
    s15 += byX * asymmetry
    const byHeight = weight * columns[i]!
    s24 += byHeight * rate
    s25 += byHeight * asymmetry
    const bySlope = weight * columns[points + i]!
    s34 += bySlope * rate
    s35 += bySlope * asymmetry
    const byRate = weight * rate
    s44 += byRate * rate
    s45 += byRate * asymmetry
    s4 += byRate * value
    const byAsymmetry = weight * asymmetry
    s55 += byAsymmetry * asymmetry
    s5 += byAsymmetry * value
  }
  equations[4] = s04
  equations[5] = s05
  equations[stride + 4] = s14
  equations[stride + 5] = s15
  equations[2 * stride + 4] = s24
  equations[2 * stride + 5] = s25
  equations[3 * stride + 4] = s34
  equations[3 * stride + 5] = s35
  equations[4 * stride + 4] = s44
  equations[4 * stride + 5] = s45
  equations[4 * stride + unknowns] = s4
  equations[5 * stride + 5] = s55
  equations[5 * stride + unknowns] = s5
}

/**
 * Eliminate a curve's own unknowns and solve for them, with a known shape: the same as `eliminate` and
 * `backSubstitute`, to the bit, without the columns of the shape, which hold zeros. False as for `eliminate`.
 */
export function solveOwn(equations: Float64Array, out: Float64Array): boolean {
  for (let k = 0; k < own; k++) {
    const row = k * stride
    const pivot = equations[row + k]!
    if (!(pivot > 0)) return false
    for (let r = k + 1; r < own; r++) {
      const factor = equations[row + r]! / pivot
      if (factor === 0) continue
      const other = r * stride
      for (let c = r; c < own; c++) equations[other + c]! -= factor * equations[row + c]!
      equations[other + unknowns]! -= factor * equations[row + unknowns]!
    }
  }
  for (let k = own - 1; k >= 0; k--) {
    let value = equations[k * stride + unknowns]!
    for (let c = k + 1; c < own; c++) value -= equations[k * stride + c]! * out[c]!
    out[k] = value / equations[k * stride + k]!
  }
  return true
}

/**
 * Eliminate the first `count` unknowns (Gauss, no pivoting: the matrix is positive definite; only its upper half is
 * kept). The rows below then hold the rest of the problem without them. Return false if the curve determines one of
 * them not at all.
 */
export function eliminate(equations: Float64Array, count: number): boolean {
  for (let k = 0; k < count; k++) {
    const pivot = equations[k * stride + k]!
    if (!(pivot > 0)) return false
    for (let r = k + 1; r < unknowns; r++) {
      const factor = equations[k * stride + r]! / pivot
      if (factor === 0) continue
      for (let c = r; c < stride; c++)
        equations[r * stride + c]! -= factor * equations[k * stride + c]!
    }
  }
  return true
}

/** Return a curve's own four unknowns, after elimination, for given steps of the shape. */
export function backSubstitute(
  equations: Float64Array,
  rateStep: number,
  asymmetryStep: number,
  out: Float64Array,
): void {
  for (let k = own - 1; k >= 0; k--) {
    let value = equations[k * stride + unknowns]!
    value -= equations[k * stride + 4]! * rateStep + equations[k * stride + 5]! * asymmetryStep
    for (let c = k + 1; c < own; c++) value -= equations[k * stride + c]! * out[c]!
    out[k] = value / equations[k * stride + k]!
  }
}

/**
 * Return the variance of Cy0 (times the rise) for readings of variance 1, by weighted least squares with
 * weights that need not be the inverse of the readings' variance (White 1980, Econometrica 48:817).
 * `equations` are already eliminated for the curve's own unknowns; `row` is overwritten.
 */
export function cy0Variance(
  columns: Float64Array,
  points: number,
  equations: Float64Array,
  row: Float64Array,
): number {
  for (let k = own - 1; k >= 0; k--) {
    let value = k === own - 1 ? 1 : 0
    for (let c = k + 1; c < own; c++) value -= equations[k * stride + c]! * row[c]!
    row[k] = value / equations[k * stride + k]!
  }
  let sum = 0
  for (let i = 0; i < points; i++) {
    const weight = columns[shapeColumns * points + i]!
    if (weight === 0) continue
    const line = row[0]! + (row[1]! * (i + 1)) / points
    const part = weight * (line + row[2]! * columns[i]! + row[3]! * columns[points + i]!)
    sum += part * part
  }
  return sum
}

/** Add what is left of a curve's equations, as the part `scale`, to those of the shape (2 x 3). */
export function addRest(equations: Float64Array, scale: number, shape: Float64Array): void {
  shape[0]! += scale * equations[4 * stride + 4]!
  shape[1]! += scale * equations[4 * stride + 5]!
  shape[2]! += scale * equations[4 * stride + 6]!
  shape[3]! += scale * equations[5 * stride + 5]!
  shape[4]! += scale * equations[5 * stride + 6]!
}

/** Return the weighted variance of the residuals of a curve with its own unknowns `fit`; NaN without freedom. */
export function residualVariance(
  curve: Float64Array,
  columns: Float64Array,
  fit: Float64Array,
  offset: number,
): number {
  const points = curve.length
  const floor = offset + fit[0]!
  const drift = fit[1]!
  const rise = fit[2]!
  let squares = 0
  let sum = 0
  for (let i = 0; i < points; i++) {
    const weight = columns[shapeColumns * points + i]!
    if (weight === 0) continue
    const line = floor + (drift * (i + 1)) / points
    const residual = curve[i]! - line - rise * columns[i]!
    squares += weight * residual * residual
    sum += weight
  }
  return sum > own ? squares / (sum - own) : Number.NaN
}

/** Create the scratch of one curve's columns. */
export function createColumns(points: number): Float64Array {
  return new Float64Array(columnCount * points)
}
