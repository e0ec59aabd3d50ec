import { commonPasswords } from '../catalog/common-passwords.ts'

/** Letters for which digits and symbols are written; `1` and `!` may be two letters. */
const alike: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '€': 'e',
  '+': 't',
}

/** Ways over the keyboard and through the alphabet; reversed as well. */
const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'qazwsxedcrfvtgbyhnujm',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb',
].flatMap((way) => [way, [...way].reverse().join('')])

export type Guess = 'common' | 'personal'

/**
 * Check whether a password is among the first that an attacker tries: a common password or a row of keys in any spelling,
 * or little more than the given words (names of the person, the company, the product).
 * Composition rules alone let `Password1!` through (trust-and-performance §2.1).
 */
export function guessPassword(password: string, words: readonly string[]): Guess | null {
  const cores = listCores(password)
  if (cores.some((core) => isCommon(core)) || isWalk(password)) return 'common'
  const known = words.flatMap(splitWords)
  return cores.some((core) => isMadeOf(core, known)) ? 'personal' : null
}

/** List the words of a password, without the digits and signs that people add to satisfy the rules. */
function listCores(password: string): string[] {
  const lower = password.normalize('NFKC').toLowerCase()
  const bare = lower.replace(/[^\p{L}]+$/u, '')
  const starts = [bare, bare.replace(/^[^\p{L}]+/u, '')]
  // Keep a tail such as `$$` as well, which may be letters.
  const whole = lower.replace(/[\d\s!?.*#_-]+$/u, '')
  const spelt = [...starts, whole].flatMap((text) => [readAlike(text, 'i'), readAlike(text, 'l')])
  return [...new Set(spelt)].filter((core) => core.length > 0)
}

function readAlike(text: string, one: 'i' | 'l'): string {
  return [...text]
    .map((letter) => (letter === '1' || letter === '!' ? one : (alike[letter] ?? letter)))
    .join('')
    .replace(/[^\p{L}]/gu, '')
}

function isCommon(core: string): boolean {
  if (commonPasswords.has(core)) return true
  const [, unit] = /^(.+?)\1+$/u.exec(core) ?? []
  return unit !== undefined && (unit.length === 1 || commonPasswords.has(unit))
}

/** Recognise `Qwert123!`, `1qaz@WSX`, `Aa123456!`: pieces of walks over the keyboard and little else. */
function isWalk(password: string): boolean {
  const keys = unshift(password)
  let rest = keys
  for (const way of walks) rest = removeWalks(rest, way)
  const odd = [...rest].filter((letter) => /[\p{L}\d]/u.test(letter)).length
  return odd <= 2 && keys.length - rest.length >= 4
}

const shifted = '!@#$%^&*()'

function unshift(password: string): string {
  return [...password.toLowerCase()]
    .map((letter) => {
      const at = shifted.indexOf(letter)
      return at < 0 ? letter : String((at + 1) % 10)
    })
    .join('')
}

/** Remove the pieces of at least three keys that follow the way. */
function removeWalks(text: string, way: string): string {
  let kept = ''
  let at = 0
  while (at < text.length) {
    const length = walkLength(text, at, way)
    if (length >= 3) at += length
    else kept += text[at++] ?? ''
  }
  return kept
}

function walkLength(text: string, from: number, way: string): number {
  let length = 0
  while (from + length < text.length && way.includes(text.slice(from, from + length + 1))) length++
  return length
}

function splitWords(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 4)
}

/** Return true for some of the words with fewer than five other letters around them. */
function isMadeOf(core: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), core)
  return rest !== core && rest.length < 5
}
