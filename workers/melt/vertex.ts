/**
 * Find the vertex of the parabola through the top and its neighbours, whose steps may differ; the top itself beside an
 * end.
 */
export function findVertex(
  temperatures: ArrayLike<number>,
  slope: ArrayLike<number>,
  top: number,
): { tm: number; height: number } {
  const below = temperatures[top]! - temperatures[top - 1]!
  const above = temperatures[top + 1]! - temperatures[top]!
  const run = (slope[top]! - slope[top - 1]!) / below
  const rise = (slope[top + 1]! - slope[top]!) / above
  const curvature = (rise - run) / (below + above)
  if (!(curvature < 0)) return { tm: temperatures[top]!, height: slope[top]! }
  const tangent = (run * above + rise * below) / (below + above)
  const shift = -tangent / (2 * curvature)
  return { tm: temperatures[top]! + shift, height: slope[top]! + (tangent * shift) / 2 }
}
