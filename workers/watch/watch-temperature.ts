import type { Observation } from './observation.ts'
import { watchLimits as limits } from './watch-limits.ts'

/**
 * Find readings that were not taken at the programme's temperature, as one observation that names the first and the
 * worst. `programme` is by cycle; a cycle beyond it, or without a known temperature, is skipped.
 */
export function watchTemperature(
  temperatures: ArrayLike<number>,
  measured: number,
  programme: readonly number[],
): Observation[] {
  let first = -1
  let worst = 0
  for (let i = 0; i < Math.min(measured, programme.length); i++) {
    const off = temperatures[i]! - programme[i]!
    if (!(Math.abs(off) > limits.celsius)) continue
    if (first < 0) first = i
    if (Math.abs(off) > Math.abs(worst)) worst = off
  }
  if (first < 0) return []
  return [
    {
      id: 'temperature',
      kind: 'temperature',
      wells: [],
      channels: [],
      target: null,
      cycle: first + 1,
      pattern: null,
      value: worst,
      limit: limits.celsius,
    },
  ]
}
