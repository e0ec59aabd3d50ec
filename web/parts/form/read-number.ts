/** Read the number that a person typed, or null if it is none. `1,5` and `1.5` are the same. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** Return the value one step on, within its limits and without rounding errors (0.1 + 0.2). */
export function stepNumber(
  value: number | null,
  by: number,
  limits: { min?: number; max?: number },
): number {
  const start = value ?? limits.min ?? 0
  const decimals = Math.max(countDecimals(start), countDecimals(by))
  const next = Number((start + by).toFixed(decimals))
  return Math.min(limits.max ?? Infinity, Math.max(limits.min ?? -Infinity, next))
}

function countDecimals(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}
