import * as v from 'valibot'
import { Line } from '../fields.ts'

/** Places of a pattern that stand for something of the run; all other text is taken as it is. */
const places = ['method', 'date', 'number']

/** Finds each place of a pattern, with its name. */
export const namePlace = /\{([^{}]*)\}/g

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
  const found = [...pattern.matchAll(namePlace)].map(([, name]) => name ?? '')
  const rest = pattern.replaceAll(namePlace, '')
  const isKnown = found.every((name) => places.includes(name))
  return isKnown && found.includes('number') && !/[{}]/.test(rest)
}
