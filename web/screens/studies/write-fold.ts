import { formatNumber } from '../../i18n/format.ts'

/** Write a fold with about three figures; empty for none. */
export function writeFold(value: number): string {
  if (!Number.isFinite(value)) return ''
  // Round, as the mean of a calibrator is 1 but for the last bits of its sum.
  const size = Math.abs(Number(value.toPrecision(9)))
  return formatNumber(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}

/** Write both ends of an interval; empty where one is unknown. */
export function writeSpan(low: number, high: number): string {
  return Number.isFinite(low) && Number.isFinite(high)
    ? `${writeFold(low)} – ${writeFold(high)}`
    : ''
}
