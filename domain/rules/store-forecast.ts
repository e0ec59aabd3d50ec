import type { StoreSize } from '../entities/store-size.ts'

const dayMs = 86_400_000
const yearMs = 365.25 * dayMs

/** Days of life from which a pace says anything. */
const leastDays = 14

/**
 * Forecast when a store is full, at its average pace since the company was founded.
 * @returns the moment in ISO text and the years until then; null for a store that is too young or does not grow.
 */
export function forecastStore(
  { bytes, limit_bytes }: Pick<StoreSize, 'bytes' | 'limit_bytes'>,
  foundedMs: number,
  nowMs: number,
): { fullAt: string; years: number } | null {
  const ageMs = nowMs - foundedMs
  if (!(ageMs >= leastDays * dayMs) || bytes <= 0) return null
  const leftMs = Math.max(0, limit_bytes - bytes) / (bytes / ageMs)
  // Keep the moment within the years that a date can name.
  const fullMs = Math.min(nowMs + leftMs, nowMs + 1000 * yearMs)
  return { fullAt: new Date(fullMs).toISOString(), years: (fullMs - nowMs) / yearMs }
}
