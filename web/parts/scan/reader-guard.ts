import {
  fastMs,
  feedKey,
  feedWritten,
  isBlankInside,
  noBurst,
  pauseMs,
  pressOf,
} from './key-burst.ts'
import { takesText } from '../keys/takes-text.ts'

/**
 * Keeps a bar-code reader from working the page. A reader types a label as keys and Enter to whatever has the focus: its
 * letters would act as single keys, and its Enter would press a button.
 */

/** The step that takes codes itself hears of them first. */
const claims = new Set<(target: EventTarget | null) => boolean>()

/** Leave codes that go to a target to the caller, until what comes back is called. */
export function claimReader(isOurs: (target: EventTarget | null) => boolean): () => void {
  claims.add(isOurs)
  return () => claims.delete(isOurs)
}

/** A code shorter than this is as likely two keys of a person. */
const fewestKeys = 3

/**
 * Take codes that no step of the page takes, wherever the focus is but in a field, so that they press nothing.
 * @param onCode is called with each, to say that it was put nowhere.
 */
export function guardAgainstReaders(onCode: (code: string) => void): () => void {
  let burst = noBurst
  let wasElsewhere = false
  let isLongOver = false
  const onKeyDown = (event: KeyboardEvent) => {
    const isTaken = [...claims].some((isOurs) => isOurs(event.target))
    const isElsewhere = event.isComposing || isTaken || takesText(event.target)
    // Forget the burst after a pause: a person who goes from a field to a button is slower than a reader.
    if (isElsewhere !== wasElsewhere && event.timeStamp - burst.at > pauseMs) burst = noBurst
    wasElsewhere = isElsewhere
    const { length } = burst.keys
    const fed = feedKey(burst, { ...pressOf(event), place: 'nowhere' }, event.timeStamp)
    burst = fed.burst
    if (fed.code !== null) isLongOver = length >= fewestKeys
    // Accept a second key at the end, with which some readers end a code; no letters come before it.
    const isLong = length >= fewestKeys || (length === 0 && isLongOver)
    // Follow these keys too: a dialog may open in the middle of a code and get its last keys and Enter.
    if (isElsewhere) return
    // Take a digit with Alt held as part of a code, however few there are: it is never a key of the page.
    const isPart = fed.isPart && (isLong || burst.digits !== '')
    if (!isBlankInside(burst, event.key) && !isPart) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (fed.code !== null) onCode(fed.code.text)
  }
  // Handle characters typed as Alt and digits, which have no key of their own: a carriage return would press a button.
  const onKeyPress = (event: KeyboardEvent) => {
    if (burst.digits === '') return
    const fed = feedWritten(burst, event.timeStamp)
    burst = fed.burst
    const isTaken = [...claims].some((isOurs) => isOurs(event.target))
    if (isTaken || takesText(event.target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (fed.code !== null) onCode(fed.code.text)
  }
  addEventListener('keydown', onKeyDown, true)
  addEventListener('keypress', onKeyPress, true)
  return () => {
    removeEventListener('keydown', onKeyDown, true)
    removeEventListener('keypress', onKeyPress, true)
  }
}

/** Times of the last key and of the last one as fast as a reader's, and the work that waits. */
let lastAt = Number.NEGATIVE_INFINITY
let burstAt = Number.NEGATIVE_INFINITY
let waiting: ReturnType<typeof setTimeout> | undefined

function noteKey({ key, repeat, timeStamp, target }: KeyboardEvent): void {
  if (repeat || key.length !== 1 || takesText(target)) return
  if (timeStamp - lastAt <= fastMs) {
    burstAt = timeStamp
    clearTimeout(waiting)
  }
  lastAt = timeStamp
}

globalThis.addEventListener?.('keydown', noteKey as EventListener, true)

/** Do what a key asks for unless it is one of many that come faster than a person types. Must be called while it is heard. */
export function whenAlone(event: KeyboardEvent, act: () => void): void {
  // Act on a key that is held, as no reader repeats one.
  if (event.repeat) return act()
  if (event.timeStamp - burstAt < pauseMs) return
  const wait = (ms: number) => {
    clearTimeout(waiting)
    waiting = setTimeout(() => (isInputPending() ? wait(0) : act()), ms)
  }
  wait(fastMs)
}

/** Return true if input is waiting: on a busy machine the next key may have come already. */
function isInputPending(): boolean {
  const { scheduling } = navigator as { scheduling?: { isInputPending?: () => boolean } }
  return scheduling?.isInputPending?.() === true
}
