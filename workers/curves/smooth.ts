/**
 * Savitzky-Golay smoothing: the value at the centre of a cubic fitted by least squares to
 * `2 * half + 1` equally spaced points (Savitzky & Golay, Anal Chem 1964;36:1627). Near an end or a
 * gap (NaN) the window shrinks evenly, so that no point is invented and gaps stay gaps.
 */
export function smooth(curve: Float64Array, half: number, out: Float64Array): Float64Array {
  for (let i = 0; i < curve.length; i++) {
    const reach = evenReach(curve, i, half)
    // Closed form of the centre weights for a quadratic or cubic over -m..m.
    const m2 = reach * (reach + 1)
    const scale = 3 / ((2 * reach + 1) * (4 * m2 - 3))
    let sum = 0
    if (reach < 2) sum = curve[i]!
    else {
      for (let k = -reach; k <= reach; k++) {
        sum += scale * (3 * m2 - 1 - 5 * k * k) * curve[i + k]!
      }
    }
    out[i] = sum
  }
  return out
}

/** How far a symmetric window around `i` reaches, up to `half`, before it meets an end or a gap. */
function evenReach(curve: Float64Array, i: number, half: number): number {
  const limit = Math.min(half, i, curve.length - 1 - i)
  let reach = 0
  while (
    reach < limit &&
    Number.isFinite(curve[i - reach - 1]) &&
    Number.isFinite(curve[i + reach + 1])
  ) {
    reach++
  }
  return reach
}
