/** Height at the start, as a part of its range, above which a curve counts as not subtracted. */
const highest = 0.2

/**
 * Return true if curves still have their baseline: CFX exports subtracted ones unless a person chose "No Baseline
 * Subtraction". A subtracted curve starts near zero; more than half of them must start above a fifth of their own
 * range.
 */
export function lookRaw(curves: readonly (readonly number[])[]): boolean {
  let [seen, high] = [0, 0]
  for (const curve of curves) {
    const values = curve.filter(Number.isFinite)
    if (values.length < 9) continue
    const range = values.reduce(larger) - values.reduce(smaller)
    const lowest = values.slice(0, Math.ceil(values.length / 3)).reduce(smaller)
    seen++
    if (lowest > highest * range) high++
  }
  return seen > 0 && high > seen / 2
}

const larger = (a: number, b: number) => Math.max(a, b)
const smaller = (a: number, b: number) => Math.min(a, b)
