/**
 * Sums and products without error, in plain double arithmetic: a value is held as its head, a
 * double, and the part that the head lost. A function that gives both returns the head and leaves
 * the lost part in `lost[0]`, so that nothing is allocated: read it before the next call.
 * T. J. Dekker, "A floating-point technique for extending the available precision", Numer. Math. 18
 * (1971).
 */
export const lost = new Float64Array(1)

/** 2^27 + 1: cuts a double into halves of 26 bits. */
const splitter = 134217729

/** (a + aLost) * (b + bLost) within 2^-102 of itself; |a| and |b| must be below 2^996. */
export function multiply(a: number, aLost: number, b: number, bLost: number): number {
  const head = a * b
  const aCut = a * splitter
  const aHigh = aCut - (aCut - a)
  const aLow = a - aHigh
  const bCut = b * splitter
  const bHigh = bCut - (bCut - b)
  const bLow = b - bHigh
  const rounding = aLow * bLow - (head - aHigh * bHigh - aLow * bHigh - aHigh * bLow)
  lost[0] = rounding + (a * bLost + aLost * b)
  return head
}
