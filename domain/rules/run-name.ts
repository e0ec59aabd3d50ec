import * as v from 'valibot'
import { Line } from '../fields.ts'

/** Parts of a pattern that stand for something of the run; all other text is taken as it is. */
export const namePlaces = ['method', 'date', 'number'] as const

const place = /\{([^{}]*)\}/g
/** Longest name of a run (`Name` of fields.ts). */
const longestName = 120
/** Longest pattern: with a method's name in it there is still room in the name of a run. */
const longest = 80

/**
 * A pattern of names of new runs, such as `{method} {date} {number}`; empty for none. Without the number two runs of a day would be
 * named alike.
 */
export const RunNamePattern = v.pipe(
  Line,
  v.maxLength(longest),
  v.check((pattern) => pattern === '' || isPattern(pattern), 'name_pattern'),
)

function isPattern(pattern: string): boolean {
  const found = [...pattern.matchAll(place)].map(([, name]) => name ?? '')
  const rest = pattern.replaceAll(place, '')
  const isKnown = found.every((name) => (namePlaces as readonly string[]).includes(name))
  return isKnown && found.includes('number') && !/[{}]/.test(rest)
}

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
    pattern.replaceAll(place, (whole, what: string) =>
      what === 'method' ? name : what === 'date' ? day : what === 'number' ? number : whole,
    )
  // A long method is cut, so that day and number stay.
  const room = longestName - write('000', '').length
  const named = method.slice(0, Math.max(0, room)).trim()
  const known = new Set(taken)
  let number = 1
  while (known.has(write(pad(number), named))) number += 1
  return write(pad(number), named)
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
