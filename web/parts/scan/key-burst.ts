import { separator } from '../../../domain/codes/code.ts'

/**
 * Distinguish a bar-code reader that types (a keyboard wedge) from a person. All keys since the last Enter or Tab are
 * judged together when the next one comes, and are one code or none: a code never loses its beginning. Readers send a
 * key every 3 to 60 ms, except for delays of their line or of the machine; people need 60 to 250 ms. A doubtful burst
 * is marked, and the caller shows it to a person.
 */
export interface KeyBurst {
  /** The keys since the last one that ended a text, with the time between each and the one before it. */
  keys: readonly { text: string; gap: number }[]
  /** Place that received the first of them. */
  place: Place
  /** Text in the field of a well before them. */
  behind: string
  /** Time of its last key, in milliseconds. */
  at: number
  /** The widest gap since the last of `keys`: Shift and the like came after it. */
  widest: number
  /** A code has just ended. */
  isOver: boolean
  /** True if keys are missing, or came before it. */
  isDoubtful: boolean
  /** Digits typed while Alt is held, which make the last of `keys`; empty when none are under way. */
  digits: string
}

/**
 * Places that receive a key. `plate`: a well, by the field that opens for it. `entry`: to that field with a text in it already.
 * `field`: to any other field. `nowhere`: to nothing that keeps it.
 */
export type Place = 'plate' | 'entry' | 'field' | 'nowhere'

export const noBurst: KeyBurst = {
  keys: [],
  place: 'plate',
  behind: '',
  at: Number.NEGATIVE_INFINITY,
  widest: 0,
  isOver: false,
  isDoubtful: false,
  digits: '',
}

/** A code as it was read. */
export interface ReadCode {
  text: string
  /** Its head or other keys of it may be missing, or somebody typed before it: a person compares it with the label. */
  isDoubtful: boolean
}

/** Meaning of a key beyond itself. */
export interface Fed {
  burst: KeyBurst
  /** The code that ended with it, from the first key of the burst on. */
  code: ReadCode | null
  /** It belongs to a code, and means nothing else. */
  isPart: boolean
}

/** Slowest reader, 60 ms a key, and what the clocks of keyboard and browser differ by. */
export const fastMs = 70
/** After so long a pause a person may have gone on, or a reader have stumbled: what follows is doubtful. */
export const pauseMs = 300
/** After so long another text begins. */
const forgetMs = 2000
/** So long what was forgotten makes the next code doubtful. */
const doubtMs = 10_000
/** Fewer keys in a well are taken as typed, which puts the same text there. */
const fewestInWell = 3
/** So many keys tell a reader also where somebody is typing. */
const fewestElsewhere = 4
/** So many fast keys there are for each further hiccup. */
const fastForEach = 8

export interface Press {
  key: string
  /** The key itself, whatever it writes: digits of the number pad write none where Num Lock is off. */
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** The key that makes third signs, such as @ on many keyboards; it says Ctrl and Alt as well. */
  thirdLevel?: boolean
  /** It is held down, as no reader does. */
  repeat?: boolean
  /** In a well unless told. */
  place?: Place
  /** Text in the field of the well, which may be the beginning of a code. */
  behind?: string
}

/** Keys of a letter that is not known yet: dead keys, and keys that an input method (IME) takes. */
const hidden: readonly string[] = ['Dead', 'Process', 'Unidentified']

/** Letters of other scripts: a keyboard layout made them, since labels are Latin. */
const otherScript = /(?!\p{Script=Latin})\p{L}/u

/** Keys that are pressed with others, and change what these mean. */
const silent: readonly string[] = ['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock', 'NumLock']

/** Return what a key press says of itself. */
export function pressOf(event: KeyboardEvent): Press {
  const { key, code, ctrlKey, metaKey, altKey, repeat } = event
  const thirdLevel = event.getModifierState('AltGraph')
  return { key, code, ctrlKey, metaKey, altKey, repeat, thirdLevel }
}

/** Return the burst after a key, and the code when that key ended one. @param at in milliseconds */
export function feedKey(burst: KeyBurst, press: Press, at: number): Fed {
  const since = at - burst.at
  const gap = Math.max(since, burst.widest)
  const isFast = gap <= fastMs
  if (silent.includes(press.key)) {
    const after = since < forgetMs ? { ...burst, at, widest: gap } : burst
    return nothing(press.key === 'Alt' ? { ...after, digits: '' } : after)
  }
  const digit = altDigit(press)
  if (digit !== null) return feedDigit(burst, press, { digit, gap, at })
  if (burst.digits !== '') return feedKey({ ...burst, digits: '' }, press, at)
  if (isEnd(press)) {
    // Take a line feed behind carriage return. Its time is not kept: a person who holds Tab goes on after the pause.
    if (burst.isOver && gap < pauseMs) return { ...nothing(burst), isPart: true }
    return endBurst(burst, { gap, isTypeable: !press.ctrlKey }, at)
  }
  const text = textOf(press)
  const isInside = burst.keys.length > 0 && gap < forgetMs
  // Spoil a repeated key: a person holds it, or a remote connection sends no release, and the second of two equal letters is missing.
  if (press.repeat) return nothing(isInside ? spoil(burst, at) : noBurst)
  if (hidden.includes(press.key)) return nothing(spoil(burst, at))
  if (text === null || (text === separator && !isInside)) {
    // Pass over the end of a text and the like, which some readers send around a code.
    if (isInside && gap < pauseMs && isSign(press))
      return { ...nothing({ ...burst, at, widest: gap }), isPart: isFast && isTold(burst) }
    // Spoil a code with a key that writes nothing in its middle: some of it may be missing.
    return nothing(isInside && gap < pauseMs ? spoil(burst, at) : noBurst)
  }
  if (isInside) {
    const keys = [...burst.keys, { text, gap }]
    const isPart = text === separator && isFast && isTold(burst)
    return { ...nothing({ ...burst, keys, at, widest: 0 }), isPart }
  }
  return nothing(beginBurst(burst, press, { text, at }))
}

/** Return the burst that begins with a key. */
function beginBurst(burst: KeyBurst, press: Press, { text, at }: { text: string; at: number }) {
  const since = at - burst.at
  const isRest = burst.isDoubtful && since < pauseMs
  const isDoubtful = isRest || (burst.keys.length > 0 && since < doubtMs)
  const begun = { ...noBurst, keys: [{ text, gap: Infinity }], at, isDoubtful }
  return { ...begun, place: press.place ?? 'plate', behind: press.behind ?? '' }
}

/**
 * Take a digit of the number pad with Alt held: readers in Alt mode, and people on Windows, write each character by its
 * number. The character comes when Alt is released, without a key of its own, so it is made of the digits.
 */
function feedDigit(
  burst: KeyBurst,
  press: Press,
  { digit, gap, at }: { digit: string; gap: number; at: number },
): Fed {
  const isInside = burst.keys.length > 0 && gap < forgetMs
  const digits = (isInside ? burst.digits : '') + digit
  const text = characterOf(digits)
  const last = burst.keys.at(-1)
  const isMore = last !== undefined && digits.length > 1
  const keys = isMore
    ? [...burst.keys.slice(0, -1), { text, gap: Math.max(last.gap, gap) }]
    : [...burst.keys, { text, gap }]
  const fed = isInside
    ? { ...burst, keys, at, widest: 0, digits }
    : { ...beginBurst(burst, press, { text, at }), digits }
  // Ignore it where no field takes it: it must not act as the arrow or page key that it is without Num Lock.
  return { ...nothing(fed), isPart: fed.place === 'plate' || fed.place === 'nowhere' }
}

/**
 * Take the character that Alt and digits have written, which comes without a key of its own. Carriage return, line feed and tab
 * end a code as their keys do.
 */
export function feedWritten(burst: KeyBurst, at: number): Fed {
  const number = numberOf(burst.digits)
  if (![9, 10, 13].includes(number)) return { ...nothing({ ...burst, digits: '' }), isPart: true }
  const last = burst.keys.at(-1)
  const before = { ...burst, digits: '', keys: burst.keys.slice(0, -1) }
  return { ...endBurst(before, { gap: last?.gap ?? 0, isTypeable: false }, at), isPart: true }
}

/** A character that cannot be known from its number: the code page of the keyboard says which it is. */
const unknown = '\ufffd'

/** Return the number modulo 256, as Windows does. */
function numberOf(digits: string): number {
  return Number(digits) % 256
}

/** Return the character of a number: only ASCII is the same in all code pages. */
function characterOf(digits: string): string {
  const number = numberOf(digits)
  if (number === 29) return separator
  return number >= 32 && number < 127 ? String.fromCharCode(number) : unknown
}

/** Return the digit that a key of the number pad writes with Alt held; null for any other key. */
function altDigit({
  code = '',
  ctrlKey,
  metaKey,
  altKey,
  thirdLevel = false,
}: Press): string | null {
  if (!altKey || ctrlKey || metaKey || thirdLevel) return null
  return /^Numpad(\d)$/.exec(code)?.[1] ?? null
}

/** Mark a burst as doubtful after a key that it does not contain: what is read next may be the rest of a code. */
function spoil(burst: KeyBurst, at: number): KeyBurst {
  const isInside = burst.keys.length > 0 && at - burst.at <= pauseMs
  return { ...(isInside ? burst : noBurst), at, isDoubtful: true }
}

/** Return the burst after a key that went to another element. */
export function passKey(burst: KeyBurst, press: Press, at: number): KeyBurst {
  if (silent.includes(press.key)) return burst
  // Take the end of a code for no beginning of the next one.
  return burst.keys.length === 0 && isEnd(press) ? noBurst : spoil(burst, at)
}

function nothing(burst: KeyBurst): Fed {
  return { burst, code: null, isPart: false }
}

/** @param end the key that ends it: people press Enter or Tab, and never Ctrl with a letter. */
function endBurst(burst: KeyBurst, end: { gap: number; isTypeable: boolean }, at: number): Fed {
  const isTimely = end.gap < forgetMs && burst.keys.length > 0
  const judged = isTimely ? judgeBurst(burst, end.gap) : null
  const verdict = judged ?? (burst.keys.length > 0 && !end.isTypeable ? 'doubtful' : null)
  if (verdict === null) return nothing(noBurst)
  const text = burst.behind + burst.keys.map((one) => one.text).join('')
  const isDoubtful =
    verdict === 'doubtful' ||
    burst.isDoubtful ||
    burst.place === 'entry' ||
    otherScript.test(text) ||
    text.includes(unknown)
  return { burst: { ...noBurst, at, isOver: true }, code: { text, isDoubtful }, isPart: true }
}

/** Judge a burst of keys: surely the code of a reader, perhaps one, or typed by a person (null). */
function judgeBurst({ keys, place }: KeyBurst, end: number): 'sure' | 'doubtful' | null {
  // Leave out the gap of the first key, before which the burst has none.
  const gaps = [...keys.slice(1).map(({ gap }) => gap), end]
  const pause = gaps.slice(0, -1).findLastIndex((gap) => gap >= pauseMs)
  const behind = gaps.slice(pause + 1)
  const count = (fast: boolean) => behind.filter((gap) => gap <= fastMs === fast).length
  const [fast, slow] = [count(true), count(false)]
  const isReader = fast >= Math.max(1, slow)
  const isSteady = isReader && slow <= 1 + Math.floor(fast / fastForEach)
  const isEndFast =
    behind.length >= fewestElsewhere && behind.slice(-fewestElsewhere).every(isQuick)
  const isLong = behind.length >= fewestElsewhere
  if (place === 'nowhere') {
    if (!isReader && !isEndFast) return null
    return isSteady && pause < 0 ? 'sure' : 'doubtful'
  }
  // Ask for a longer code where somebody was typing, or the reader stopped for long.
  if (pause >= 0 || place !== 'plate')
    return !isLong || (!isSteady && !isEndFast) ? null : pause < 0 && isSteady ? 'sure' : 'doubtful'
  if (isSteady && behind.length >= fewestInWell) return 'sure'
  return isEndFast ? 'doubtful' : null
}

function isQuick(gap: number): boolean {
  return gap <= fastMs
}

/** Return true for a blank in the middle of a label, which would press a button that has the focus. */
export function isBlankInside({ keys }: KeyBurst, key: string): boolean {
  return key === ' ' && keys.length > 1 && isQuick(keys.at(-1)?.gap ?? Infinity)
}

/** Return true if the last keys came so fast that no person typed them. */
function isTold({ keys }: KeyBurst): boolean {
  const last = keys.slice(1 - fewestInWell)
  return keys.length >= fewestInWell && last.every(({ gap }) => isQuick(gap))
}

function isEnd({ key, ctrlKey, metaKey, altKey }: Press): boolean {
  if (altKey || metaKey) return false
  // Take Ctrl+J and Ctrl+M, line feed and carriage return as some readers send them.
  return ctrlKey ? /^[jm]$/i.test(key) : key === 'Enter' || key === 'Tab'
}

/** Return the character of a key; null for a key that writes nothing. */
function textOf(press: Press): string | null {
  const { key, ctrlKey, metaKey, altKey, thirdLevel = false } = press
  const isHeld = (ctrlKey || metaKey || altKey) && !thirdLevel
  if (key === 'F8' || (ctrlKey && !altKey && key === ']')) return separator
  return key.length === 1 && !isHeld ? key : null
}

/** Return true for a control character: Ctrl with a letter, or F8, which readers send in its place. */
function isSign({ key, ctrlKey, altKey }: Press): boolean {
  return key === 'F8' || (ctrlKey && !altKey && /^[a-z[\]\\^_]$/i.test(key))
}
