/** Largest single steps of a curve from one cycle to the next, in standard deviations. */
export interface LoneSteps {
  up: number
  down: number
}

/** Part of a step that a neighbouring one of growth has at least; a PCR of any speed has over 0.35. */
const leastBeside = 0.25
/** Height over the lowest point that counts as one standard deviation more: signals scatter with their size. */
const heightPerNoise = 60

/**
 * Measure steps that no growth makes, because growth takes several cycles: a bubble that goes or comes, a lamp or a
 * passive reference that fails, readings that fail in a row. They separate two curves, of which one baseline fits at
 * most one. `noise` is that of the points; from cycle `first`.
 */
export function measureSteps(points: Float64Array, noise: number, first: number): LoneSteps {
  const steps: LoneSteps = { up: 0, down: 0 }
  if (!(noise > 0)) return steps
  let low = Number.POSITIVE_INFINITY
  for (let i = first - 1; i < points.length; i++) low = Math.min(low, points[i]!)
  for (let i = Math.max(1, first - 1); i + 2 < points.length; i++) {
    const step = points[i + 1]! - points[i]!
    const least = leastBeside * step * step
    if ((points[i]! - points[i - 1]!) * step > least) continue
    if ((points[i + 2]! - points[i + 1]!) * step > least) continue
    const height = Math.max(points[i]!, points[i + 1]!) - low
    const size = Math.abs(step) / (noise + height / heightPerNoise)
    if (step > 0) steps.up = Math.max(steps.up, size)
    else steps.down = Math.max(steps.down, size)
  }
  return steps
}
