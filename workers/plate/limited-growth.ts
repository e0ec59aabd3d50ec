import { estimateNoise } from '../curves/noise.ts'
import { exp } from '../numbers/exp.ts'
import {
  evaluateGrowth,
  writeGrowthEquations,
  type GrowthScratch,
  type GrowthState,
} from './growth-equations.ts'

/** Efficiency of one curve by the limited-growth model; NaN where it could not be fitted. */
export interface LimitedGrowth {
  /** Fold a cycle while nothing limits the reaction; 2 is perfect doubling. */
  efficiency: number
  /** Standard error of the efficiency as the fit sees it. */
  error: number
  /** Baseline, and the rise above it that the fitted part heads for. */
  baseline: number
  rise: number
}

const unknown: LimitedGrowth = {
  efficiency: Number.NaN,
  error: Number.NaN,
  baseline: Number.NaN,
  rise: Number.NaN,
}

/** Cycles around TD0 that are fitted: before it the ground may drift, well past it the plateau rules. */
const cyclesBefore = 6
const cyclesAfter = 3
/** Parameters are four: fewer readings than this leave too little to tell the noise. */
const leastReadings = 7
/** Noise as a part of the fluorescence (a cycler's is 0.2 to 0.4 %), and the least of the rise. */
const proportionalNoise = 0.003
const leastNoise = 0.0002
/** Start of the search: growth of 1.9 a cycle, centre a cycle and a half past TD0. */
const start = { rate: 0.6419, centre: 1.5 } as const
const mostRounds = 30
const enough = 1e-6
const limits = { least: 1.1, most: 3, error: 1 } as const

/**
 * Fit F(c) = baseline + rise * (1 + e^(-s r (c - m)))^(-1/s) to the cycles around the take-off and
 * read the efficiency off its lower tail, e^r: what the reaction does before anything limits it,
 * which is what a dilution series sees. A straight line on the log scale (LinRegPCR) averages over a
 * window in which the efficiency falls already, so it reads low, and it weighs the lowest readings,
 * nothing but noise, as much as the others.
 *
 * Generalised logistic: Richards, J Exp Bot 1959;10:290. Least squares weighted by the noise
 * (Levenberg-Marquardt). `curve` raw fluorescence, one value a cycle, NaN for gaps; `td0` in cycles
 * (see `findTakeOff`); `scratch` of the curve's length. A constant added to the curve changes nothing.
 */
export function fitLimitedGrowth(
  curve: Float64Array,
  td0: number,
  scratch: GrowthScratch,
): LimitedGrowth {
  if (!(td0 > 0)) return unknown
  const from = Math.max(0, Math.floor(td0) - cyclesBefore - 1)
  const part = curve.subarray(from, Math.min(curve.length, Math.floor(td0) + cyclesAfter))
  const readings = weigh(curve, part, from, td0, scratch)
  if (readings < leastReadings) return unknown
  const state = descend(part, scratch)
  const { rateRate, rateCentre, centreCentre } = writeGrowthEquations(part, state, scratch)
  const inverse = centreCentre / (rateRate * centreCentre - rateCentre * rateCentre)
  const efficiency = exp(state.rate)
  const error = efficiency * Math.sqrt((inverse * state.squares) / (readings - 4))
  const sound =
    efficiency > limits.least && efficiency < limits.most && error >= 0 && error < limits.error
  return sound ? { efficiency, error, baseline: state.baseline, rise: state.rise } : unknown
}

/** Set cycles and weights of the part that is fitted; returns how many readings it has. */
function weigh(
  curve: Float64Array,
  part: Float64Array,
  from: number,
  td0: number,
  { cycle, weight, sorted }: GrowthScratch,
): number {
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (const value of part) {
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  const ground = estimateNoise(curve, 1, Math.max(0, Math.floor(td0) - 5), sorted)
  const noise = Math.max(ground, leastNoise * (highest - lowest))
  let readings = 0
  for (let i = 0; i < part.length; i++) {
    const value = part[i]!
    const grown = proportionalNoise * (value - lowest)
    cycle[i] = from + i + 1 - td0
    weight[i] = Number.isFinite(value) ? 1 / (noise * noise + grown * grown) : 0
    if (weight[i] !== 0) readings++
  }
  return readings
}

/** Search for the best state, which is the one that was evaluated last. */
function descend(part: Float64Array, scratch: GrowthScratch): GrowthState {
  let state = evaluateGrowth(part, start.rate, start.centre, scratch)
  let damping = 1e-3
  for (let round = 0; round < mostRounds; round++) {
    const found = writeGrowthEquations(part, state, scratch)
    let next = state
    let step = 0
    for (let attempt = 0; attempt < 8 && next === state; attempt++) {
      const a = found.rateRate * (1 + damping)
      const b = found.rateCentre
      const c = found.centreCentre * (1 + damping)
      const rate = (found.rateGradient * c - found.centreGradient * b) / (a * c - b * b)
      const centre = (found.centreGradient * a - found.rateGradient * b) / (a * c - b * b)
      const tried = evaluateGrowth(part, state.rate + rate, state.centre + centre, scratch)
      step = Math.max(Math.abs(rate), Math.abs(centre))
      if (tried.squares <= state.squares) next = tried
      damping *= next === state ? 5 : 0.2
    }
    // Evaluate once more, since steps that were tried and refused have been evaluated since.
    if (next === state) return evaluateGrowth(part, state.rate, state.centre, scratch)
    state = next
    if (step < enough) break
  }
  return state
}
