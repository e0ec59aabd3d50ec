/** Start of a curve's rise to its top. */
export interface Start {
  /** Cycle (1-based, fractional) at which the curve has come to 10 % of its top. */
  start: number
  /**
   * Climb from 10 to 50 % of the top over the climb to 10 %: 1 for a straight line, 3 for a slow swing, 10 to 40 for a
   * PCR.
   */
  contrast: number
}

/**
 * Find the position (index, fractional) before the top where the values last rose through a level; `from` when never
 * below it.
 */
export function findRise(values: Float64Array, from: number, top: number, level: number): number {
  let i = top
  while (i > from && values[i]! > level) i--
  if (i === top || values[i]! > level) return from
  return i + (level - values[i]!) / (values[i + 1]! - values[i]!)
}

/**
 * Start of the rise to a top, over the level of the lowest point from `from` on and not over a line:
 * a drift that a line takes away is part of the approach.
 */
export function measureStart(smoothed: Float64Array, from: number, top: number): Start {
  let low = from
  for (let i = low; i <= top; i++) if (smoothed[i]! < smoothed[low]!) low = i
  const floor = smoothed[low]!
  const height = smoothed[top]! - floor
  const tenth = findRise(smoothed, low, top, floor + height / 10)
  const half = findRise(smoothed, low, top, floor + height / 2)
  return { start: tenth + 1, contrast: half > tenth ? (4 * (tenth + 1)) / (half - tenth) : 1 }
}

/** Slopes of a climb, over the drift per cycle. */
interface ClimbSlopes {
  steepest: number
  /** Mean slope over the last three steps of the run as a part of the steepest one. */
  endSlope: number
}

/** Measure the steepest slope between knee and top, and that at the end of the run, both over the drift per cycle. */
export function measureSlopes(
  points: Float64Array,
  knee: number,
  top: number,
  drift: number,
): ClimbSlopes {
  const last = points.length - 1
  let steepest = Number.NEGATIVE_INFINITY
  for (let i = knee; i <= top; i++) {
    const reach = Math.min(2, i, last - i)
    const near = points[Math.min(last, i + 1)]! - points[i - 1]!
    const slope =
      reach === 2
        ? (2 * (points[i + 2]! - points[i - 2]!) + near) / 10
        : near / (reach === 1 ? 2 : 1)
    if (slope > steepest) steepest = slope
  }
  const end = (points[last]! - points[last - 3]!) / 3
  return { steepest: steepest - drift, endSlope: (end - drift) / (steepest - drift) }
}
