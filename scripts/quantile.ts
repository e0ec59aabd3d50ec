/** Return the value below which a part of all values is; NaN if there is none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}

/** Return the value in the middle, of an even number of values the upper one of the two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
