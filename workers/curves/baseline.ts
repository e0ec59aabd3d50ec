/** Cycles of a baseline, 1-based, both included. */
export interface Window {
  start: number
  end: number
  /** Too short to say what a slope would be forty cycles on: the baseline is its mean. */
  level?: boolean
  /** Nothing grew like a PCR: all of the curve is taken for baseline. */
  whole?: boolean
  /** Edges between cycles, where the window was found for a curve; they then say what counts. */
  soft?: SoftEdges
}

/**
 * Edges of a window between cycles: a cycle beyond an edge counts by the part of it that is within. So a line changes
 * as little as its curve does, and does not jump from cycle to cycle.
 */
export interface SoftEdges {
  start: number
  end: number
  /** Part of the slope that is believed, 0..1. */
  slopePart: number
}

/** Baseline line F = intercept + slope * cycle, with what it leaves over. */
export interface Line {
  intercept: number
  slope: number
  /** Standard deviation of the residuals (n - 2 degrees of freedom); NaN below three points. */
  noise: number
}

/**
 * Fit the least-squares line to the measured points of a window, or their mean where the window is level; NaN fields
 * when fewer than two.
 */
export function fitLine(curve: Float64Array, window: Window): Line {
  const { start, end, slopePart } = window.soft ?? {
    start: window.start,
    end: window.end,
    slopePart: window.level ? 0 : 1,
  }
  const from = Math.max(0, Math.ceil(start - 1) - 1)
  const to = Math.min(curve.length, Math.floor(end + 1))
  let count = 0
  let sumX = 0
  let sumY = 0
  for (let i = from; i < to; i++) {
    const value = curve[i]!
    if (value !== value) continue
    const weight = partWithin(i + 1, start, end)
    count += weight
    sumX += weight * (i + 1)
    sumY += weight * value
  }
  const meanX = sumX / count
  const meanY = sumY / count
  let sxx = 0
  let sxy = 0
  for (let i = from; i < to; i++) {
    if (curve[i] !== curve[i]) continue
    const distance = partWithin(i + 1, start, end) * (i + 1 - meanX)
    sxx += distance * (i + 1 - meanX)
    sxy += distance * (curve[i]! - meanY)
  }
  const slope = count < 2 ? Number.NaN : slopePart === 0 ? 0 : (slopePart * sxy) / sxx
  const intercept = meanY - slope * meanX
  let squares = 0
  for (let i = from; i < to; i++) {
    if (curve[i] !== curve[i]) continue
    const residual = curve[i]! - intercept - slope * (i + 1)
    squares += partWithin(i + 1, start, end) * residual * residual
  }
  return { intercept, slope, noise: count < 3 ? Number.NaN : Math.sqrt(squares / (count - 2)) }
}

/** Return the part of a cycle within the edges: 1 inside, 0 a cycle and more outside. */
function partWithin(cycle: number, start: number, end: number): number {
  // Return early, as most cycles are inside: without this a line takes twice the time.
  if (cycle >= start && cycle <= end) return 1
  return Math.max(0, Math.min(1, cycle - start + 1, end - cycle + 1))
}

/** Subtract a line from a curve, dR = R - line. */
export function subtractLine(curve: Float64Array, line: Line, out: Float64Array): Float64Array {
  for (let i = 0; i < curve.length; i++) {
    out[i] = curve[i]! - line.intercept - line.slope * (i + 1)
  }
  return out
}
