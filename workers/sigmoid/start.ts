import { log } from '../numbers/log.ts'
import type { Workspace } from './step.ts'
import { evaluateShape, foldAsymmetry, slot } from './kernel.ts'
import type { SigmoidParameters } from './model.ts'

/** 2 ln 3: from a quarter to three quarters of a logistic curve's rise, in b ln x. */
const quarters = 2.1972245773362196

/** ln B of a start when the curve does not say, and how far one may be from it. */
const usualSteepness = 2.5
const steepnessSpread = 1.6

/** Return the mean of the measured points `i - 1 .. i + 1`. */
function smoothAt(values: Float64Array, points: number, i: number): number {
  const before = values[Math.max(0, i - 1)]!
  const after = values[Math.min(points - 1, i + 1)]!
  return (before + values[i]! + after) / 3
}

/** Return the ln cycle where the smoothed curve last rises through the level before point `top`; NaN if never. */
function findRise({ values, logs, points }: Workspace, level: number, top: number): number {
  for (let i = top; i > 0; i--) {
    const here = smoothAt(values, points, i)
    const before = smoothAt(values, points, i - 1)
    if (before < level && here >= level) {
      const from = logs[i - 1]!
      return i === 1 && !(from >= 0)
        ? logs[i]!
        : from + ((level - before) / (here - before)) * (logs[i]! - from)
    }
  }
  return Number.NaN
}

/**
 * Find the first shape of a fit from the curve itself: where the smoothed curve passes a quarter, a half and three
 * quarters of the way from its lowest to its highest point, as a symmetric (f = 1) logistic curve in ln x would.
 */
export function startFromCurve(work: Workspace): void {
  const { values, logs, points, state } = work
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let top = 0
  for (let i = 0; i < points; i++) {
    const value = smoothAt(values, points, i)
    if (value < low) low = value
    if (value > high) {
      high = value
      top = i
    }
  }
  const height = high - low
  const middle = findRise(work, low + 0.5 * height, top)
  const width = findRise(work, low + 0.75 * height, top) - findRise(work, low + 0.25 * height, top)
  const steepness = width > 0 ? log(quarters / width) : usualSteepness
  state[slot.steepness] = Math.min(
    usualSteepness + steepnessSpread,
    Math.max(usualSteepness - steepnessSpread, steepness),
  )
  state[slot.inflection] = middle === middle ? middle : logs[points >> 1]!
  state[slot.asymmetry] = 0
}

/** Shape of an earlier fit. */
export function startFromFit({ b, e, f }: SigmoidParameters, state: Float64Array): void {
  state[slot.steepness] = log(-b)
  state[slot.inflection] = log(e) - log(f) / b
  state[slot.asymmetry] = foldAsymmetry(f)
}

/** Inflections a scan tries, and the three steepnesses with each. */
const scanPositions = 10

/**
 * Shape with the least sum of squares of a coarse grid of symmetric curves: the start where the
 * curve's own course misleads (spikes, drift, a fall at the end). False, and no start, where none of
 * them comes below the squares at hand.
 */
export function startFromScan(work: Workspace, squaresAtHand: number): boolean {
  const { values, logs, points, scratch, state, trial } = work
  let least = squaresAtHand
  trial[slot.asymmetry] = 0
  for (let place = 0; place < scanPositions; place++) {
    const at = Math.floor(((place + 0.5) * points) / scanPositions)
    for (let k = -1; k <= 1; k++) {
      trial[slot.steepness] = usualSteepness + 0.8 * k
      trial[slot.inflection] = logs[at]!
      const squares = evaluateShape(values, logs, points, trial, scratch, false)
      if (squares < least) {
        least = squares
        state.set(trial)
      }
    }
  }
  return least < squaresAtHand
}
