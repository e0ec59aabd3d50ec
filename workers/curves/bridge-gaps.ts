/** Return the measured part of a curve with a straight line over each gap, so that every cycle has a value. */
export function bridgeGaps(curve: Float64Array, out: Float64Array): Float64Array {
  let before = -1
  for (let i = 0; i < curve.length; i++) {
    const value = curve[i]!
    if (value !== value) continue
    const first = before < 0 ? value : out[before]!
    for (let gap = before + 1; gap < i; gap++) {
      out[gap] = before < 0 ? value : first + ((value - first) * (gap - before)) / (i - before)
    }
    out[i] = value
    before = i
  }
  return out.subarray(0, before + 1)
}
