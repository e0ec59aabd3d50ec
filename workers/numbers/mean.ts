/** Return the mean of numbers; 0 of none. */
export function meanOf(values: readonly number[]): number {
  if (values.length === 0) return 0
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Return the standard deviation of a sample (n - 1); 0 below two values. */
export function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = meanOf(values)
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return Math.sqrt(squares / (values.length - 1))
}
