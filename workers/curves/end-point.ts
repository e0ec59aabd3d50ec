import { countMeasured } from './readings.ts'

/**
 * End point: mean of the last `cycles` measured points of a corrected curve, in its unit. NaN when
 * nothing was measured.
 */
export function findEndPoint(curve: Float64Array, cycles = 5): number {
  const end = countMeasured(curve)
  let sum = 0
  let count = 0
  for (let i = Math.max(0, end - cycles); i < end; i++) {
    const value = curve[i]!
    if (value !== value) continue
    sum += value
    count++
  }
  return count > 0 ? sum / count : Number.NaN
}
