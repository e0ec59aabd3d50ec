/** Cycles of a baseline, 1-based, both included. */
export interface Window {
  start: number
  end: number
  /** Too short to say what a slope would be forty cycles on: the baseline is its mean. */
  level?: boolean
}

/** Baseline line F = intercept + slope * cycle, with what it leaves over. */
export interface Line {
  intercept: number
  slope: number
  /** Standard deviation of the residuals (n - 2 degrees of freedom); NaN below three points. */
  noise: number
}

/**
 * Least-squares line over the measured points of a window, or their mean where the window is level;
 * NaN fields when fewer than two.
 */
export function fitLine(curve: Float64Array, window: Window): Line {
  const from = Math.max(0, window.start - 1)
  const to = Math.min(curve.length, window.end)
  let count = 0
  let sumX = 0
  let sumY = 0
  for (let i = from; i < to; i++) {
    if (curve[i] !== curve[i]) continue
    count++
    sumX += i + 1
    sumY += curve[i]!
  }
  const meanX = sumX / count
  const meanY = sumY / count
  let sxx = 0
  let sxy = 0
  for (let i = from; i < to; i++) {
    if (curve[i] !== curve[i]) continue
    sxx += (i + 1 - meanX) ** 2
    sxy += (i + 1 - meanX) * (curve[i]! - meanY)
  }
  const slope = count < 2 ? Number.NaN : window.level ? 0 : sxy / sxx
  const intercept = meanY - slope * meanX
  let squares = 0
  for (let i = from; i < to; i++) {
    if (curve[i] === curve[i]) squares += (curve[i]! - intercept - slope * (i + 1)) ** 2
  }
  return { intercept, slope, noise: count < 3 ? Number.NaN : Math.sqrt(squares / (count - 2)) }
}

/** Corrected curve, dR = R - line. */
export function subtractLine(curve: Float64Array, line: Line, out: Float64Array): Float64Array {
  for (let i = 0; i < curve.length; i++) {
    out[i] = curve[i]! - line.intercept - line.slope * (i + 1)
  }
  return out
}
