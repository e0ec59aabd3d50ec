/**
 * Normalise the reporter, Rn = reporter / passive reference, which cancels differences of volume and lamp. Without a
 * passive channel the curve is copied. A point without a positive passive value is a gap (NaN).
 */
export function divideByReference(
  reporter: Float64Array,
  passive: Float64Array | null,
  out: Float64Array,
): Float64Array {
  if (!passive) {
    out.set(reporter)
    return out
  }
  for (let i = 0; i < reporter.length; i++) {
    const reference = passive[i]!
    out[i] = reference > 0 ? reporter[i]! / reference : Number.NaN
  }
  return out
}
