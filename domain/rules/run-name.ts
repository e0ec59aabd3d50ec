import { namePlace } from '../entities/run-name.ts'
import { cutName } from './plain-text.ts'

/** Longest name of a run (`Name` of fields.ts). */
const longestName = 120

/**
 * Name a new run by the pattern of its company: method, day, and the next number among names of the same pattern, method and day.
 * Two people who plan at the same moment may get the same number: names need not differ.
 * @param day of the plan in the planner's time zone, as `2026-11-28`.
 */
export function nameRun(
  pattern: string,
  { method, day }: { method: string; day: string },
  taken: readonly string[],
): string {
  const write = (number: string, name: string) =>
    pattern.replaceAll(namePlace, (whole, what: string) =>
      what === 'method' ? name : what === 'date' ? day : what === 'number' ? number : whole,
    )
  // Cut a long method, so that day and number stay.
  const times = pattern.split('{method}').length - 1
  const room = Math.floor((longestName - write('000', '').length) / Math.max(1, times))
  const named = cutName(method, room)
  const known = new Set(taken)
  let number = 1
  while (known.has(write(pad(number), named))) number += 1
  return write(pad(number), named)
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
