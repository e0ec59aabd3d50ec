const plain = /^[ -~\n]*$/

/**
 * Return a text as filters and the palette compare it: without case, accents and other marks, and with letters of full width
 * as those of half width (Unicode NFKD). So `cafe` finds `Café` and `ＣＡＦＥ`, `елка` finds `Ёлка`, `احمد` finds `أحمد`.
 */
export function foldText(text: string): string {
  // Return early: most texts have nothing to fold but case, and lists have tens of thousands of them.
  if (plain.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Letters without a decomposition, with those that they are sorted as. */
const sortedAs: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Return the beginning of the sort keys of all names that begin with a text, whatever case and accents. */
export function sortStart(text: string): string {
  return foldText(text).replaceAll(/[ßæœøłđðþı]/g, (letter) => sortedAs[letter] ?? letter)
}

/**
 * Return the key that the service sorts names by: `Ångström` between `Angstrom` and `Angus`, `Straße` beside `Strasse`. Only
 * names that differ in case alone have the same key.
 */
export function sortKey(name: string): string {
  const lower = name.toLowerCase()
  const folded = sortStart(name)
  return folded === lower ? folded : `${folded}\u0001${lower}`
}

/** Return the words of a search, folded. */
export function searchWords(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean)
}

/**
 * Return true when a folded text has every word somewhere: the filters of lists, the palette and the service find alike. Beside
 * other words a number is one from its first digit on: `plate 7` does not find `plate 17`.
 */
export function hasWords(folded: string, words: readonly string[]): boolean {
  const [word = ''] = words
  if (words.length < 2) return folded.includes(word)
  return words.every((one) => (isDigit(one, 0) ? hasNumber(folded, one) : folded.includes(one)))
}

function hasNumber(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isDigit(text, at - 1)) return true
  return false
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}
