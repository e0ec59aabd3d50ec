const plain = /^[ -~\n]*$/

/**
 * Return a text as filters and the palette compare it: without case, accents and other marks, and with letters of full width
 * as those of half width (Unicode NFKD). So `cafe` finds `Café` and `ＣＡＦＥ`, `елка` finds `Ёлка`, `احمد` finds `أحمد`.
 */
export function foldText(text: string): string {
  // Most texts have nothing to fold but case, and lists have tens of thousands of them.
  if (plain.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
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
