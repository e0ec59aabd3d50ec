/**
 * Slope per cycle by central differences, one-sided at the ends and beside gaps. A point that
 * was not measured, or has no measured neighbour, is a gap.
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

/**
 * Melt derivative -dF/dT in a.u. per deg C: three-point formula on the measured temperatures, which
 * need not be evenly spaced. Ends are one-sided; a point beside a gap is a gap.
 */
export function differentiateMelt(
  temperatures: Float64Array,
  curve: Float64Array,
  out: Float64Array,
): Float64Array {
  const last = curve.length - 1
  for (let i = 0; i <= last; i++) {
    const left = Math.max(0, i - 1)
    const right = Math.min(last, i + 1)
    const below = temperatures[i]! - temperatures[left]!
    const above = temperatures[right]! - temperatures[i]!
    const rise = curve[right]! - curve[i]!
    const run = curve[i]! - curve[left]!
    if (below === 0 && above === 0) out[i] = Number.NaN
    else if (below === 0) out[i] = -rise / above
    else if (above === 0) out[i] = -run / below
    else out[i] = -((rise / above) * below + (run / below) * above) / (below + above)
  }
  return out
}
