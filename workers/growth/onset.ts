/** Cycles over which two climbs in a row are compared, each with the part that the first has of the second at least. */
const spans = [
  // Stay below 2.2-fold a cycle, which no reaction exceeds: it leaves 0.21 after two cycles and 0.094 after three.
  { cycles: 2, part: 0.2 },
  { cycles: 3, part: 0.09 },
] as const
/** Least second climb, as a part of the height of the curve. */
const leastClimb = 0.2
/** Error of a climb, as a part of it: signals scatter with their size, and a baseline is no perfect line. */
const climbError = 1 / 200
/** Standard deviations from which a rise sets in too suddenly for a growth. */
export const mostSudden = 3

/**
 * Measure by how many standard deviations a curve sets in more suddenly than any growth. Each cycle of a growth adds at
 * most 2.2 times what the one before added, so the foot of its climb is seen; a bubble that grows, a leak and a cap that
 * loosens climb at their full rate from the first cycle on. `points` has no gaps; `slope` is that of the baseline,
 * `noise` and `height` those of the curve, from index `from` to `top`. 0 where nothing is sudden.
 */
export function measureOnset(
  points: Float64Array,
  { slope, noise, height }: { slope: number; noise: number; height: number },
  from: number,
  top: number,
): number {
  let most = 0
  for (const { cycles, part } of spans) {
    const perClimb = Math.sqrt(part * part + (1 + part) * (1 + part) + 1)
    for (let i = from + 2 * cycles; i <= top; i++) {
      const middle = points[i - cycles]!
      const climb = points[i]! - middle - cycles * slope
      if (!(climb >= leastClimb * height)) continue
      const before = middle - points[i - 2 * cycles]! - cycles * slope
      const error = perClimb * Math.sqrt(noise * noise + climbError * climb * climbError * climb)
      most = Math.max(most, (part * climb - before) / error)
    }
  }
  return most
}
