/**
 * Calculate the slope per cycle by central differences, one-sided at the ends and beside gaps. A point that was not
 * measured, or has no measured neighbour, is a gap.
 */
export function differentiate(curve: Float64Array, out: Float64Array): Float64Array {
  for (let i = 0; i < curve.length; i++) {
    const here = curve[i]!
    const before = i > 0 ? curve[i - 1]! : Number.NaN
    const after = i + 1 < curve.length ? curve[i + 1]! : Number.NaN
    if (here !== here) out[i] = Number.NaN
    else if (before === before && after === after) out[i] = (after - before) / 2
    else out[i] = after === after ? after - here : here - before
  }
  return out
}
