/**
 * Tells a bar-code reader that types (a keyboard wedge) from a person: its keys come less than 30 ms apart and end
 * with Enter. Nobody types three of them so fast. A reader that was told by three keys may then stop for a moment in the
 * middle of a code: what it had sent belongs to it, or a sample would go by the end of its label.
 */
export interface KeyBurst {
  text: string
  /** How many of the last keys came as fast as a reader's. */
  quick: number
  /** So many did, here or earlier in the code, that no person typed them. */
  isReader: boolean
  /** When the last key of it came, in milliseconds. */
  at: number
}

export const noBurst: KeyBurst = {
  text: '',
  quick: 0,
  isReader: false,
  at: Number.NEGATIVE_INFINITY,
}

const widestGapMs = 30
/** After so long a pause another code begins. */
const pauseMs = 300
const fewestKeys = 3

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The burst after a key, and the code when that key ended one. */
export function feedKey(
  burst: KeyBurst,
  press: Press,
  at: number,
): { burst: KeyBurst; code: string | null } {
  const gap = at - burst.at
  const quick = gap < widestGapMs
  // Readers press Shift for capital letters.
  if (press.key === 'Shift') return { burst: quick ? { ...burst, at } : burst, code: null }
  if (press.key === 'Enter') {
    return { burst: noBurst, code: quick && burst.isReader ? burst.text : null }
  }
  if (press.key.length !== 1 || press.ctrlKey || press.metaKey || press.altKey)
    return { burst: noBurst, code: null }
  const before = quick || (burst.isReader && gap < pauseMs) ? burst : noBurst
  const run = quick ? burst.quick + 1 : 1
  const isReader = before.isReader || run >= fewestKeys
  return { burst: { text: before.text + press.key, quick: run, isReader, at }, code: null }
}
