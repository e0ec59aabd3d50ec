import { estimateNoise } from '../curves/noise.ts'
import { findMedian } from '../numbers/median.ts'
import { jumpWindow, measureError, measureJump } from './jump-window.ts'
import { watchLimits as limits } from './watch-limits.ts'

/** A spike or a lasting step of one curve. `at` is the index of the first point on the other side. */
export interface Jump {
  kind: 'spike' | 'step'
  at: number
  /** Signed, in the curve's unit. */
  size: number
  /** Level of the curve before it. */
  level: number
  /** Least size that counts, in the curve's unit. */
  least: number
}

interface Candidate extends Omit<Jump, 'level'> {
  /** Points that it lasts as far as it is looked at. */
  length: number
  /** Size in standard errors. */
  clarity: number
}

/**
 * Find spikes and lasting steps in the first `measured` points of a raw curve. Around each point fit a polynomial,
 * which follows growth, and the same with a jump: if the jump leaves a small part of the polynomial's residuals, no
 * growth made it. A jump that has not lasted yet is left for the next cycles.
 */
export function findJumps(curve: Float64Array, measured: number, scratch: Float64Array): Jump[] {
  if (measured < limits.leastCycles) return []
  const candidates = listCandidates(curve, measured, scratch)
  candidates.sort((a, b) => b.clarity - a.clarity)
  const chosen: Candidate[] = []
  for (const one of candidates) {
    if (chosen.every((other) => !touches(one, other))) chosen.push(one)
  }
  return chosen
    .filter(({ kind, length }) => kind === 'spike' || length >= limits.lastingCycles)
    .map(({ kind, at, size, least }) => ({ kind, at, size, least, level: levelBefore(curve, at) }))
    .sort((a, b) => a.at - b.at)
}

function listCandidates(curve: Float64Array, measured: number, scratch: Float64Array): Candidate[] {
  const candidates: Candidate[] = []
  const overall = estimateNoise(curve, 0, measured, scratch)
  const first = Math.max(0, curve.findIndex(Number.isFinite))
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let at = 1; at + 1 < measured; at++) {
    const last = curve[at - 1]!
    // Skip a gap, such as first cycles that were not kept.
    if (last !== last) continue
    low = Math.min(low, last)
    high = Math.max(high, last)
    const before = Math.min(limits.windowCycles, at - first)
    if (before < limits.beforeCycles) continue
    const noise = Math.min(overall, noiseAround(curve, at, measured, scratch))
    // Skip readings so coarse that most steps are equal, which say nothing about their noise.
    if (!(noise > 0)) continue
    const least = Math.max(
      limits.stepNoise * noise,
      limits.stepLevel * Math.abs(last),
      limits.stepHeight * (high - low),
    )
    const consider = (kind: Jump['kind'], length: number, after: number) => {
      const window = jumpWindow(before, length, after)
      const size = measureJump(curve, at - before, window)
      if (!(Math.abs(size) > least)) return
      // Limit the clarity: without an end the first of two perfect curves would win by rounding.
      const clarity = Math.min(1e6, Math.abs(size) / measureError(curve, at - before, window))
      if (clarity > limits.clarity) candidates.push({ kind, at, size, least, length, clarity })
    }
    for (let length = 1; length <= limits.spikeCycles; length++) {
      const after = Math.min(limits.windowCycles, measured - at - length)
      if (after >= 2) consider('spike', length, after)
    }
    const rest = Math.min(limits.windowCycles, measured - at)
    if (rest >= 2) consider('step', rest, 0)
  }
  return candidates
}

/** Return the noise of the points around one: a curve that grows bends more than one that does not. */
function noiseAround(
  curve: Float64Array,
  at: number,
  measured: number,
  scratch: Float64Array,
): number {
  const reach = limits.noiseCycles
  return estimateNoise(curve, Math.max(0, at - reach), Math.min(measured, at + reach), scratch)
}

/** Return true for the same event seen from two points, or a second one too near to be separate. */
function touches(one: Candidate, other: Candidate): boolean {
  const reach = limits.windowCycles - 1
  return Math.abs(one.at - other.at) < reach
}

function levelBefore(curve: Float64Array, at: number): number {
  return findMedian(curve.slice(Math.max(0, at - limits.lastingCycles), at))
}
