import { findStep } from './order-points.ts'
import { solveNormal } from './solve-normal.ts'

/** Slopes of local polynomials over one width of window, as weights on the curve's points. */
export interface SlopeWindow {
  /** Points to each side. */
  half: number
  /** First point of each point's window. */
  starts: Int32Array
  /** Row of `weights` for each point; points of an even grid share rows. */
  rows: Int32Array
  /** Rows of `2 * half + 1` weights that give dF/dT. */
  weights: Float64Array
  /** Root of the sum of the squared weights by row: noise of the slope over noise of a point. */
  gains: Float64Array
}

/** Narrowest window in deg C to each side: hardly any product melts over less than one degree. */
const narrowest = 0.6
/** Widest: several times the width of the melting of one product. */
const widest = 3
const growth = 1.5
/** Largest deviation from an even grid, in steps, that still counts as even. */
const evenTolerance = 0.01

/**
 * Create windows from narrow to wide for the slopes of a melt curve, each 1.5 times the one before: at least five
 * points, at most 3 deg C to each side. Inside, a slope is that of a cubic fitted by least squares to the window on the
 * measured temperatures (on an even grid: Savitzky & Golay, Anal Chem 1964;36:1627), which neither shifts a peak nor,
 * to third order, flattens it; at an end the window stays whole, off centre, with a parabola.
 * @param temperatures deg C, rising.
 */
export function createSlopeWindows(temperatures: Float64Array): SlopeWindow[] {
  const points = temperatures.length
  const step = findStep(temperatures)
  if (points < 5 || !(step > 0)) return []
  const even = isEven(temperatures)
  const windows: SlopeWindow[] = []
  let half = Math.max(2, Math.round(narrowest / step))
  while (windows.length === 0 || (half * step <= widest && 2 * half + 1 <= points)) {
    const fitting = Math.min(half, (points - 1) >> 1)
    windows.push(createWindow(temperatures, fitting, even))
    half = Math.ceil(half * growth)
  }
  return windows
}

function isEven(temperatures: Float64Array): boolean {
  const last = temperatures.length - 1
  const step = (temperatures[last]! - temperatures[0]!) / last
  for (let i = 1; i < last; i++) {
    if (Math.abs(temperatures[i]! - temperatures[0]! - i * step) > evenTolerance * step)
      return false
  }
  return true
}

function createWindow(temperatures: Float64Array, half: number, even: boolean): SlopeWindow {
  const points = temperatures.length
  const width = 2 * half + 1
  const count = even ? width : points
  const window: SlopeWindow = {
    half,
    starts: new Int32Array(points),
    rows: new Int32Array(points),
    weights: new Float64Array(count * width),
    gains: new Float64Array(count),
  }
  for (let i = 0; i < points; i++) {
    const start = Math.min(Math.max(0, i - half), points - width)
    // Use one row for each place in the window: on an even grid it depends on nothing else.
    const row = even ? i - start : i
    window.starts[i] = start
    window.rows[i] = row
    if (window.gains[row] === 0) fillRow(window, row, temperatures, start, i)
  }
  return window
}

/** Moments of a window's temperatures and the system that gives its weights, used again and again. */
const moments = new Float64Array(7)
const system = new Float64Array(20)

/** Fill in the weights of the slope at point `at` of the polynomial fitted to the window that begins at `start`. */
function fillRow(
  window: SlopeWindow,
  row: number,
  temperatures: Float64Array,
  start: number,
  at: number,
): void {
  const width = 2 * window.half + 1
  const here = temperatures[at]!
  const size = at - start === window.half ? 4 : 3
  // Measure distances in parts of the window, which keeps the system well conditioned.
  const scale = 1 / (temperatures[start + width - 1]! - temperatures[start]!)
  moments.fill(0)
  for (let j = 0; j < width; j++) {
    const x = (temperatures[start + j]! - here) * scale
    let power = 1
    for (let k = 0; k <= 2 * size - 2; k++) {
      moments[k]! += power
      power *= x
    }
  }
  solveSlope(size)
  let sum = 0
  for (let j = 0; j < width; j++) {
    const x = (temperatures[start + j]! - here) * scale
    let weight = 0
    for (let k = size - 1; k >= 0; k--) weight = weight * x + system[k * (size + 1) + size]!
    weight *= scale
    window.weights[row * width + j] = weight
    sum += weight * weight
  }
  window.gains[row] = Math.sqrt(sum)
}

/**
 * Solve the normal equations for the second unit vector, which picks the slope out of the
 * polynomial; the solution is left in the last column of `system`.
 */
function solveSlope(size: number): void {
  const columns = size + 1
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) system[a * columns + b] = moments[a + b]!
    system[a * columns + size] = a === 1 ? 1 : 0
  }
  solveNormal(system, size)
}

/** Calculate the slopes of a curve through one window. */
export function applySlopes(window: SlopeWindow, values: Float64Array, out: Float64Array): void {
  const { starts, rows, weights, half } = window
  const width = 2 * half + 1
  for (let i = 0; i < out.length; i++) {
    const start = starts[i]!
    const row = rows[i]! * width
    let sum = 0
    for (let j = 0; j < width; j++) sum += weights[row + j]! * values[start + j]!
    out[i] = sum
  }
}
