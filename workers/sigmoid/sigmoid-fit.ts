import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'
import { descend, poor, revisit } from './descent.ts'
import { foldAsymmetry, slot, unfoldAsymmetry } from './kernel.ts'
import { createWorkspace, solveStep, type Workspace } from './step.ts'
import { startFromCurve, startFromFit, startFromScan } from './start.ts'
import type { SigmoidParameters } from './model.ts'

/** A fitted curve; its numbers are NaN where there was nothing to fit. */
export interface SigmoidFit extends SigmoidParameters {
  model: 'l4' | 'l5'
  /** Measured points the curve was fitted to, the first one's cycle and the last one's. */
  points: number
  firstCycle: number
  lastCycle: number
  /** Standard deviation of the residuals, in the curve's unit. */
  residualSd: number
  /** Part of the curve's variance the fit explains, 1 - RSS/TSS. */
  r2: number
  /** Standard error of the lower asymptote c, in the curve's unit. */
  lowerError: number
  /**
   * Covariance of the shape - ln(-b), ln x of the inflection, asymmetry (ln f, or 1 - 1/f above 1) -
   * 3 x 3 row by row, with c and d free. Zeros where a parameter ended at its bound.
   */
  shapeCovariance: Float64Array
  /** Evaluations of the curve. */
  iterations: number
  converged: boolean
}

export interface SigmoidOptions {
  /** Five parameters (the default) or four, f = 1. */
  model?: 'l4' | 'l5'
  /** Cycle of the first reading, 1 unless told. */
  firstCycle?: number
  /**
   * For a live view: the fit before the latest cycle came. Where it was good the new one starts from
   * it, and ends when a Cq is known to some 1e-4 of a cycle; no other starts are tried but the usual.
   * A result that counts is fitted without.
   */
  start?: SigmoidFit
}

/** Range of b, of f, and how far the inflection may be beyond the cycles (in ln x). */
const leastSteepness = 0.2
const mostSteepness = 300
const leastAsymmetry = 1e-3
const mostAsymmetry = 1e5
const inflectionBefore = 3
const inflectionAfter = 2

let logTable = new Float64Array(0)

/** Return ln of the cycles 0, 1, ... up to `last`, from a table that is kept and grows. */
function logsUpTo(last: number): Float64Array {
  if (logTable.length <= last) {
    logTable = new Float64Array(Math.max(64, last + 1))
    for (let i = 0; i < logTable.length; i++) logTable[i] = log(i)
  }
  return logTable
}

let shared = createWorkspace(64)

function workspaceFor(points: number): Workspace {
  if (shared.values.length < points) shared = createWorkspace(points)
  return shared
}

/** A curve's place among the numbers: value = shift + unit * packed value. */
export interface Scale {
  shift: number
  /** Range of the measured values; 0 when there is none to fit. */
  unit: number
}

/** Pack the measured points, centred and scaled by their range, with the logs of their cycles. */
export function packCurve(curve: Float64Array, firstCycle: number, work: Workspace): Scale {
  const { values, logs } = work
  const table = logsUpTo(firstCycle + curve.length)
  let points = 0
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = 0; i < curve.length; i++) {
    const value = curve[i]!
    if (!Number.isFinite(value)) continue
    values[points] = value
    logs[points] = table[firstCycle + i]!
    points++
    if (value < low) low = value
    if (value > high) high = value
  }
  work.points = points
  const unit = high - low
  if (!(unit > 0 && Number.isFinite(unit))) return { shift: low, unit: 0 }
  const shift = low + unit / 2
  let sum = 0
  for (let i = 0; i < points; i++) {
    values[i] = (values[i]! - shift) / unit
    sum += values[i]!
  }
  const mean = sum / points
  work.total = 0
  for (let i = 0; i < points; i++) work.total += (values[i]! - mean) * (values[i]! - mean)
  return { shift, unit }
}

export function setBounds({ bounds, logs, points }: Workspace): void {
  bounds[0] = log(leastSteepness)
  bounds[1] = Math.max(0, logs[0]!) - inflectionBefore
  bounds[2] = foldAsymmetry(leastAsymmetry)
  bounds[3] = log(mostSteepness)
  bounds[4] = logs[points - 1]! + inflectionAfter
  bounds[5] = foldAsymmetry(mostAsymmetry)
}

/**
 * Fit the log-logistic curve (see `SigmoidParameters`) by least squares to one well's readings, one value per cycle,
 * NaN where none was taken; the values may be of any scale, shifted or below 0. A curve that falls gets d < c; one
 * without enough points or without any change gets NaN. Always ends: at most some hundred evaluations of the curve.
 */
export function fitSigmoid(curve: Float64Array, options: SigmoidOptions = {}): SigmoidFit {
  const model = options.model ?? 'l5'
  const firstCycle = options.firstCycle ?? 1
  const work = workspaceFor(curve.length)
  const scale = packCurve(curve, firstCycle, work)
  const parameters = model === 'l5' ? 5 : 4
  const fit = emptyFit(model, work.points)
  if (scale.unit === 0 || work.points <= parameters) return fit
  setBounds(work)
  searchShape(work, fit, options.start)
  describeFit(work, scale, fit)
  fit.firstCycle = firstCycle + curve.findIndex(Number.isFinite)
  fit.lastCycle = firstCycle + curve.findLastIndex(Number.isFinite)
  return fit
}

/** Descend from one start after the other until the fit is good; keep the best shape. */
export function searchShape(work: Workspace, fit: SigmoidFit, start?: SigmoidFit): void {
  const { state } = work
  const best = new Float64Array(slot.size)
  best[slot.squares] = Number.POSITIVE_INFINITY
  work.live = start !== undefined
  for (let attempt = isGood(start) ? 0 : 1; attempt <= (work.live ? 1 : 2); attempt++) {
    if (attempt === 0) startFromFit(start!, state)
    else if (attempt === 1) startFromCurve(work)
    else if (!startFromScan(work, best[slot.squares]!)) break
    const descent = descend(work, fit.model === 'l5')
    fit.iterations += descent.evaluations
    if (state[slot.squares]! < best[slot.squares]!) {
      best.set(state)
      fit.converged = descent.converged
    }
    if (fit.converged && best[slot.squares]! < poor * work.total) break
  }
  if (state[slot.squares]! === best[slot.squares]!) return
  state.set(best)
  revisit(work, fit.model === 'l5')
}

export function isGood(fit?: SigmoidFit): boolean {
  return fit !== undefined && fit.converged && fit.r2 > 1 - poor
}

export function emptyFit(model: 'l4' | 'l5', points: number): SigmoidFit {
  return {
    model,
    points,
    firstCycle: Number.NaN,
    lastCycle: Number.NaN,
    b: Number.NaN,
    c: Number.NaN,
    d: Number.NaN,
    e: Number.NaN,
    f: Number.NaN,
    residualSd: Number.NaN,
    r2: Number.NaN,
    lowerError: Number.NaN,
    shapeCovariance: new Float64Array(9).fill(Number.NaN),
    iterations: 0,
    converged: false,
  }
}

/** Write the state, in the curve's own unit, into the fit. */
export function describeFit(work: Workspace, { shift, unit }: Scale, fit: SigmoidFit): void {
  const { state, points } = work
  const freedom = points - (fit.model === 'l5' ? 5 : 4)
  const variance = state[slot.squares]! / freedom
  fit.b = -exp(state[slot.steepness]!)
  fit.f = fit.model === 'l5' ? unfoldAsymmetry(state[slot.asymmetry]!) : 1
  fit.e = exp(state[slot.inflection]! + log(fit.f) / fit.b)
  fit.c = shift + unit * state[slot.lower]!
  fit.d = shift + unit * (state[slot.lower]! + state[slot.rise]!)
  fit.residualSd = unit * Math.sqrt(variance)
  fit.r2 = 1 - state[slot.squares]! / work.total
  fillCovariance(work, variance, fit.shapeCovariance)
  fit.lowerError = unit * Math.sqrt(lowerVariance(work, variance, fit.shapeCovariance))
}

/** Return the variance of c (packed): that at a fixed shape, and the part that follows from the shape's. */
function lowerVariance(work: Workspace, variance: number, covariance: Float64Array): number {
  const { state, explained, points } = work
  const meanG = state[slot.meanG]!
  let sum = variance * (1 / points + (meanG * meanG) / state[slot.spreadG]!)
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const first = explained[2 * i]! - explained[2 * i + 1]! * meanG
      const second = explained[2 * j]! - explained[2 * j + 1]! * meanG
      sum += state[slot.rise]! * first * covariance[3 * i + j]! * state[slot.rise]! * second
    }
  }
  return sum
}

/** Fill the covariance of the shape: the residual variance times the inverse of the normal equations. */
function fillCovariance({ normal, step }: Workspace, variance: number, out: Float64Array): void {
  const held = [normal[0] === 0, normal[2] === 0, normal[5] === 0]
  for (let k = 0; k < 3; k++) {
    for (let j = 0; j < 3; j++) normal[6 + j] = j === k ? 1 : 0
    const solved = solveStep(normal, 0, step)
    for (let j = 0; j < 3; j++) {
      out[3 * k + j] = held[k] || held[j] ? 0 : solved ? step[j]! * variance : Number.NaN
    }
  }
}
