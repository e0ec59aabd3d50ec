/**
 * Copy a curve with its gaps (NaN) filled, as LinRegPCR needs every cycle: before the first and
 * after the last reading the nearest one is held, between two readings a straight line is drawn.
 * Fluorescence in any unit; false, and `out` left NaN, when the curve has no reading at all.
 */
export function fillGaps(curve: Float64Array, out: Float64Array): boolean {
  let last = -1
  for (let i = 0; i < curve.length; i++) {
    const value = curve[i]!
    if (!Number.isFinite(value)) {
      out[i] = Number.NaN
      continue
    }
    out[i] = value
    if (last < 0) out.fill(value, 0, i)
    else if (i - last > 1) drawLine(out, last, i)
    last = i
  }
  if (last < 0) return false
  out.fill(out[last]!, last + 1)
  return true
}

function drawLine(out: Float64Array, from: number, to: number): void {
  const step = (out[to]! - out[from]!) / (to - from)
  for (let i = from + 1; i < to; i++) out[i] = out[from]! + (i - from) * step
}
