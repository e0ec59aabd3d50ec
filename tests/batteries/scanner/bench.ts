// The plate as far as keys go: the page's own `feedKey` before everything, and behind it what a well does with a key that is no
// part of a code: the first opens a field, Enter and Tab put its text into the well.
import { codeText } from '../../../domain/codes/read-code.ts'
import { feedKey, noBurst, type Place } from '../../../web/parts/scan/key-burst.ts'
import type { Burst, Stroke } from './bursts.ts'

/** Name that a well was given. */
export interface Named {
  text: string
  /** Shown to a person as one to look at. */
  isDoubtful: boolean
}

/** Element with the focus: a well, or none that takes keys. */
export type Focus = 'well' | 'nowhere'

export function openBench(focus: Focus = 'well') {
  let burst = noBurst
  let at = 1000
  let entry: string | null = null
  const named: Named[] = []

  const placeOf = (): Place => {
    if (focus === 'nowhere') return 'nowhere'
    return entry ? 'entry' : 'plate'
  }
  const type = ({ key, ctrlKey, altKey }: Stroke) => {
    if (focus === 'nowhere' || altKey) return
    const isReturn = ctrlKey === true && /^[jm]$/.test(key)
    if (key === 'Enter' || key === 'Tab' || isReturn) {
      if (entry !== null && entry.trim() !== '')
        named.push({ text: entry.trim(), isDoubtful: false })
      entry = null
    } else if ([...key].length === 1 && !ctrlKey) entry = (entry ?? '') + key
  }
  const press = (stroke: Stroke) => {
    at += stroke.gap
    const { key, code, ctrlKey = false, altKey = false } = stroke
    const held = { ...(code !== undefined && { code }), ctrlKey, metaKey: false, altKey }
    const place = placeOf()
    const behind = place === 'entry' ? (entry ?? '') : ''
    const fed = feedKey(burst, { key, ...held, place, behind }, at)
    burst = fed.burst
    if (fed.code) {
      const { text, isDoubtful } = fed.code
      named.push({ text: codeText(text), isDoubtful })
      entry = null
    } else if (!fed.isPart) type(stroke)
  }
  return {
    /** Names that came of it. */
    send({ strokes }: Burst): Named[] {
      const before = named.length
      for (const stroke of strokes) press(stroke)
      return named.slice(before)
    },
  }
}

export type Outcome = 'whole' | 'whole, to look at' | 'other, to look at' | 'cut' | 'lost'

/** Judge the names that one label gave. A name without a doubt must be the whole label. */
export function judgeNamed(wanted: string, named: readonly Named[]): Outcome {
  const hit = named.find(({ text }) => text === wanted)
  // Count whatever else came of it as a wrong name in another well.
  if (named.some(({ text, isDoubtful }) => text !== wanted && !isDoubtful)) return 'cut'
  if (hit) return hit.isDoubtful ? 'whole, to look at' : 'whole'
  return named.length > 0 ? 'other, to look at' : 'lost'
}
