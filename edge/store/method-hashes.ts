import { canonicalJson } from '../../domain/canonical.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { writeCqMethods } from '../../domain/rules/cq-default.ts'
import { hashText } from '../crypto/hash-text.ts'

/** Halves of a recipe, each of which is kept as a method of its own too. */
export const halves = ['process', 'evaluation'] as const
export type Half = (typeof halves)[number]

/** Content of a version: SHA-256 of the canonical JSON of each half. */
export type Content = Readonly<Record<Half, string>>

/** Hash a half of a recipe; the empty text where there is none. */
export type HashHalf = (half: Half, value: unknown) => string

/** Make a function that hashes each half once: entries of the trail that leave it alone share it. */
export function makeHashHalf(): HashHalf {
  const known = new WeakMap<object, string>()
  return (half, value) => {
    if (typeof value !== 'object' || value === null) return ''
    const found = known.get(value)
    if (found !== undefined) return found
    // Write the Cq method into an older evaluation, which means it without saying so, as it is written into a half that is split off.
    const spelled = half === 'evaluation' ? writeCqMethods(value as Evaluation, 'threshold') : value
    const hash = hashText(canonicalJson(spelled))
    known.set(value, hash)
    return hash
  }
}
