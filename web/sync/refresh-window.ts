import { formatInTimeZone, fromZonedTime } from 'date-fns-tz'

/** The provider's own day, wherever the laboratory is (spec §9). */
const zone = 'Europe/Rome'

/**
 * Return the period of an incremental refresh: changed since the last refresh, up to the end of the day in Rome. A table that was
 * never refreshed, or whose last refresh failed, is requested as a whole.
 * @param last ms of the last refresh; 0: never, -1: failed.
 */
export function refreshWindow(
  last: number,
  now: number,
): { update_from: string; update_to: string } | null {
  if (last <= 0) return null
  const day = formatInTimeZone(now, zone, 'yyyy-MM-dd')
  const end = fromZonedTime(`${day}T23:59:59.999`, zone)
  return { update_from: new Date(last).toISOString(), update_to: end.toISOString() }
}
