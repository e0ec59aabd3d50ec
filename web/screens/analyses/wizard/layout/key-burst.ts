/**
 * Tells a bar-code reader that types (a keyboard wedge) from a person. What was pressed is judged as a whole when Enter or Tab
 * ends it: a reader sends its keys at most 35 ms apart, but for a hiccup of its line or of the machine. Nobody types so:
 * three times in a row so fast is no hand's, and Enter least of all.
 */
export interface KeyBurst {
  /** The keys since the last pause, with the time between each and the one before it. */
  keys: readonly { text: string; gap: number }[]
  /** When the last key of it came, in milliseconds. */
  at: number
  /** The widest gap since the last of `keys`: Shift and the like came after it. */
  widest: number
  /** A code has just ended. */
  isOver: boolean
}

export const noBurst: KeyBurst = {
  keys: [],
  at: Number.NEGATIVE_INFINITY,
  widest: 0,
  isOver: false,
}

/** What a key means beyond itself. */
export interface Fed {
  burst: KeyBurst
  /** A code ended with it; `from` is its first key, by its place among `burst.keys` as they were. */
  code: { text: string; from: number } | null
  /** It belongs to a code, and means nothing else. */
  isPart: boolean
}

const widestGapMs = 35
/** After so long a pause another code begins. */
const pauseMs = 300
const fewestKeys = 3
/** So many fast keys there are for each further hiccup. */
const fastForEach = 8

/** What divides the parts of a GS1 label, as it stands in the label. */
const separator = '\u001d'

export interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** The key that makes third signs, such as @ on many keyboards; it says Ctrl and Alt as well. */
  thirdLevel?: boolean
  /** It is held down, as no reader does. */
  repeat?: boolean
}

/** Keys that are pressed with others, and change what these mean. */
const silent: readonly string[] = ['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock', 'NumLock']

/** The burst after a key, and the code when that key ended one. */
export function feedKey(burst: KeyBurst, press: Press, at: number): Fed {
  const since = at - burst.at
  const gap = Math.max(since, burst.widest)
  if (silent.includes(press.key)) {
    const after = since < pauseMs ? { ...burst, at, widest: gap } : burst
    return { burst: after, code: null, isPart: false }
  }
  const isFast = gap <= widestGapMs
  // Line feed behind carriage return.
  if (burst.isOver && isFast && isEnd(press))
    return { burst: { ...burst, at }, code: null, isPart: true }
  if (isEnd(press)) return endBurst(burst, gap, at)
  const text = textOf(press)
  const isInside = burst.keys.length > 0 && gap < pauseMs
  const isFromReader = isFast && isTold(burst)
  if (text === separator || text === null) {
    // The end of a text and the like, as some readers send it around a code, is no part of it.
    if (!isInside || !isSign(press) || press.repeat)
      return { burst: noBurst, code: null, isPart: false }
    const keys = text === null ? burst.keys : [...burst.keys, { text, gap }]
    const widest = text === null ? gap : 0
    return { burst: { keys, at, widest, isOver: false }, code: null, isPart: isFromReader }
  }
  if (press.repeat) return { burst: noBurst, code: null, isPart: false }
  const keys = isInside ? [...burst.keys, { text, gap }] : [{ text, gap: Infinity }]
  return { burst: { keys, at, widest: 0, isOver: false }, code: null, isPart: false }
}

function endBurst({ keys }: KeyBurst, gap: number, at: number): Fed {
  const from = gap < pauseMs ? findStart(keys, gap) : -1
  if (from < 0) return { burst: noBurst, code: null, isPart: false }
  const text = keys
    .slice(from)
    .map((one) => one.text)
    .join('')
  return { burst: { ...noBurst, at, isOver: true }, code: { text, from }, isPart: true }
}

/** The first key from which on a reader sent them all: after a pause, or where somebody had typed before. −1: none. */
function findStart(keys: KeyBurst['keys'], end: number): number {
  const gaps = [...keys.map(({ gap }) => gap), end]
  for (let from = 0; keys.length - from >= fewestKeys; from += 1) {
    const isStart = from === 0 || (gaps[from] as number) > widestGapMs
    if (isStart && comesFromReader(gaps.slice(from + 1), from === 0)) return from
  }
  return -1
}

/** @param gaps between the keys of a code, and to the one that ends it. */
function comesFromReader(gaps: readonly number[], mayStopEarly: boolean): boolean {
  let [fast, stops] = [0, 0]
  for (const gap of gaps) {
    if (gap <= widestGapMs) fast += 1
    else {
      stops += 1
      if (fast < fewestKeys - 1 && !(mayStopEarly && stops === 1)) return false
    }
  }
  return stops === 0 || (fast >= fewestKeys && stops <= 1 + Math.floor(fast / fastForEach))
}

/** The last keys came so fast that no person typed them. */
function isTold({ keys }: KeyBurst): boolean {
  const last = keys.slice(1 - fewestKeys)
  return keys.length >= fewestKeys && last.every(({ gap }) => gap <= widestGapMs)
}

function isEnd({ key, ctrlKey, metaKey, altKey }: Press): boolean {
  if (altKey || metaKey) return false
  // Ctrl+J and Ctrl+M are line feed and carriage return, as some readers send them.
  return ctrlKey ? /^[jm]$/i.test(key) : key === 'Enter' || key === 'Tab'
}

/** What it writes; null for a key that writes nothing. */
function textOf(press: Press): string | null {
  const { key, ctrlKey, metaKey, altKey, thirdLevel = false } = press
  const isHeld = (ctrlKey || metaKey || altKey) && !thirdLevel
  if (key === 'F8' || (ctrlKey && !altKey && key === ']')) return separator
  return key.length === 1 && !isHeld ? key : null
}

/** Ctrl with a letter: a sign that is not written; or what stands for one. */
function isSign({ key, ctrlKey, altKey }: Press): boolean {
  return key === 'F8' || (ctrlKey && !altKey && /^[a-z[\]\\^_]$/i.test(key))
}

/** A label as people read it: without what says of which kind it is, and with blanks between its parts. */
export function labelText(code: string): string {
  return code
    .replace(/^\][A-Za-z][0-9A-Za-z](?=.)/, '')
    .replaceAll(separator, ' ')
    .trim()
}
