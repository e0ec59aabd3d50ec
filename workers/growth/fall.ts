/** The largest fall of a curve within a few cycles. */
export interface Fall {
  /** In the curve's unit. */
  size: number
  /** In standard deviations of the noise, which is larger where there is more light. */
  times: number
}

/** Most cycles that a fall takes: a bubble that bursts, a leak, a seal that opens. */
const mostCycles = 4
/** Height over the lowest point that counts as one standard deviation more: signals scatter with their size. */
const heightPerNoise = 60

/**
 * Measure the largest fall within four cycles, each end as the mean of two readings, so that a lone spike is none. What
 * falls by as much as others rise can take a growth along: then nothing seems to rise. `noise` is that of the points; from
 * cycle `first`.
 */
export function measureFall(points: Float64Array, noise: number, first: number): Fall {
  const fall: Fall = { size: 0, times: 0 }
  if (!(noise > 0)) return fall
  let low = Number.POSITIVE_INFINITY
  for (let i = first - 1; i < points.length; i++) low = Math.min(low, points[i]!)
  for (let i = first; i < points.length; i++) {
    const from = (points[i - 1]! + points[i]!) / 2
    const least = noise + (from - low) / heightPerNoise
    for (let cycles = 1; cycles <= mostCycles && i + cycles + 1 < points.length; cycles++) {
      const size = from - (points[i + cycles]! + points[i + cycles + 1]!) / 2
      if (!(size > fall.size)) continue
      fall.size = size
      fall.times = size / least
    }
  }
  return fall
}
