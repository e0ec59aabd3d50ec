import type { Analysis } from '../entities/analysis.ts'

/** Difference of two times (ms) that is worth a word: requests and clocks are apart by seconds. */
const leastApartMs = 60_000

/**
 * Return start and end of a run by the clock of its device, where one of them is apart from the time of the record by more than a
 * minute: the service heard of the run late, or the clock is wrong. Null otherwise (decision 78).
 */
export function timesApart(
  record: Pick<Analysis, 'started_at' | 'ended_at' | 'device_times'>,
): NonNullable<Analysis['device_times']> | null {
  const { started_at: started, ended_at: ended, device_times: told } = record
  if (!told) return null
  return isApart(told.started_at, started) || isApart(told.ended_at, ended) ? told : null
}

function isApart(told: string | null, kept: string | null): boolean {
  if (told === null || kept === null) return false
  return Math.abs(Date.parse(told) - Date.parse(kept)) > leastApartMs
}
