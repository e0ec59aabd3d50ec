import type { Sample } from '../../domain/entities/analysis.ts'

/** Return the value that all of them share; null where they differ or there are none. */
export function onlyOf<Value>(
  owners: readonly Sample[],
  read: (one: Sample) => Value,
): Value | null {
  const [first, ...rest] = owners.map(read)
  if (first === undefined || rest.some((one) => one !== first)) return null
  return first
}
