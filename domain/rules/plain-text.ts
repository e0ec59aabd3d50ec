/**
 * Rules for the characters of texts, by Unicode's own properties. Every schema of names and texts uses them, so that a
 * character which is refused in one place is not accepted in another.
 */

/** Control characters, line and paragraph separators, halves of characters, and what turns the direction of writing. */
const turning = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Return false for control characters, line breaks and overrides of the direction: one line of text to read aloud. */
export function isLine(text: string): boolean {
  return !turning.test(text)
}

/** Return true for a valid text of several lines: tabs and line breaks are allowed. */
export function isText(text: string): boolean {
  return isLine(text.replaceAll(/[\t\n\r]/g, ''))
}

/**
 * Characters that are printed as nothing or as a space although their class says otherwise: blank hieroglyphs, the null
 * notehead, a Khitan filler, an ideographic half fill. Those that Unicode has not assigned are printed as nothing or a box.
 */
const blank = /[\p{Cn}\u{13441}\u{13442}\u{1d159}\u{16fe4}\u303f]/u

/** Number signs of Arabic, Syriac and Kaithi are of the class `Cf` and are seen. */
const unseen =
  /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cf}\p{Co}\u2800\ufffc]/u

/** Scripts that are written with joiners (UAX #31, 2.3); there they change the form of letters, and are seen. */
const joining =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}'
const letter = `(?=[\\p{L}\\p{M}])[${joining}]`
/** Made with the first text that has a joiner: what Unicode says of scripts is read for 3 ms, at each start of a page. */
let joiner: RegExp | null = null

function withoutJoiners(text: string): string {
  if (!/[\u200c\u200d]/.test(text)) return text
  joiner ??= new RegExp(`(${letter})[\\u200c\\u200d](?=${letter})`, 'gu')
  return text.replaceAll(joiner, '$1')
}

/** So many marks above one letter are no writing but a way to hide it; the most that is written is four. */
const stackedMarks = /\p{M}{5}/u

/**
 * Return false for a name with characters that are not seen, by which it could look like another (UTS #39). Joiners stay
 * between letters of the scripts that need them.
 */
export function isName(text: string): boolean {
  if (!isLine(text) || blank.test(text) || stackedMarks.test(text)) return false
  return !unseen.test(withoutJoiners(text))
}

/** Count the characters of a text that are seen: no spaces, and none that are printed as nothing. */
export function seenLength(text: string): number {
  return [...text].filter((one) => !/[\s\p{Z}\p{Cc}]/u.test(one) && isName(one)).length
}

/** Fewest characters of a reason that are seen. */
const shortestReason = 3

/** Return true for a reason that says something: it is kept in the audit trail. */
export function isReason(text: string): boolean {
  return seenLength(text) >= shortestReason
}

/** Return true for a reason, and for a text too short to be one: its length is checked separately, which gives one error. */
export function isSeenReason(text: string): boolean {
  return text.length < shortestReason || isReason(text)
}

/** A character that a line cannot have, seen where it was: nobody reads the text as if it had never been there. */
const replaced = '\ufffd'

/**
 * Return the line that replaces a text which no person can correct, such as a device's: refusing it would lose the rest
 * of its message. Line breaks become spaces, other characters that a line cannot have become U+FFFD.
 */
export function asLine(text: string): string {
  if (isLine(text)) return text
  return text
    .replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replaceAll(new RegExp(turning, 'gu'), replaced)
}

/** Replace every text, and name of a field, of a value as JSON writes it, by such a line. */
export function asLines<Value>(value: Value): Value {
  return mapTexts(value) as Value
}

function mapTexts(value: unknown): unknown {
  if (typeof value === 'string') return asLine(value)
  if (Array.isArray(value)) return value.map(mapTexts)
  if (typeof value !== 'object' || value === null) return value
  // Leave files of a form alone.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [asLine(name), mapTexts(inner)]),
  )
}

/** Return the name that replaces one in a file: without characters that a name cannot have, and perhaps empty. */
export function asName(text: string): string {
  if (isName(text)) return text.trim()
  const characters = [...text.replaceAll(/\p{Cc}+|[\u2028\u2029]+/gu, ' ')]
  const seen = characters.filter(
    (one, at) =>
      isName(`${characters[at - 1] ?? ''}${one}${characters[at + 1] ?? ''}`) || isName(one),
  )
  return seen
    .join('')
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .trim()
}

/**
 * Cut a name, such as for a copy's: no half of a character at its end, and no joiner whose second letter was cut off,
 * which would make the name invalid.
 */
export function cutName(name: string, length: number): string {
  return asName(name.slice(0, length))
}

/** Shorten a text that is only shown, with a sign that it goes on: no half of a character before it. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…` : text
}

/** Return true for a text with pictures, which are no part of a person's name: many look alike in print. */
export function hasPicture(text: string): boolean {
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text)
}

/** Scripts in use for identifiers (UAX #31, table 5). */
const scripts = [
  'Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Latn Mlym Mymr Orya Sinh Taml',
  'Telu Thaa Thai Tibt',
]
  .join(' ')
  .split(' ')
const together = [
  ...scripts.map((script) => [script]),
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
]
/** Made with the first text that is asked about, as are the joiners. */
let allowed: RegExp[] | null = null

function listAllowed(): RegExp[] {
  return together.map((some) => {
    const classes = some.map((script) => `\\p{scx=${script}}`).join('')
    return new RegExp(`^[${classes}\\p{sc=Zyyy}\\p{sc=Zinh}]*$`, 'u')
  })
}

/** Return true for letters of one script, or of those that are written together (UTS #39, "highly restrictive"). */
export function isOneScript(text: string): boolean {
  allowed ??= listAllowed()
  return allowed.some((one) => one.test(text))
}

/**
 * Return the form in which two spellings of a user name or address are equal, near to NFKC_Casefold: without case,
 * width of letters, and invisible characters.
 */
export function foldName(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
  return folded.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}
