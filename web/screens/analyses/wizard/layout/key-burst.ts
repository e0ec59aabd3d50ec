/**
 * Tells a bar-code reader that types (a keyboard wedge) from a person: its keys come less than 30 ms apart and end
 * with Enter. Nobody types four of them so fast.
 */
export interface KeyBurst {
  text: string
  /** When the last key of it came, in milliseconds. */
  at: number
}

export const noBurst: KeyBurst = { text: '', at: Number.NEGATIVE_INFINITY }

const widestGapMs = 30
const fewestKeys = 3

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The burst after a key, and the code when that key ended one. */
export function feedKey(
  burst: KeyBurst,
  press: Press,
  at: number,
): { burst: KeyBurst; code: string | null } {
  const quick = at - burst.at < widestGapMs
  // Readers press Shift for capital letters.
  if (press.key === 'Shift') return { burst: quick ? { ...burst, at } : burst, code: null }
  if (press.key === 'Enter') {
    const isCode = quick && burst.text.length >= fewestKeys
    return { burst: noBurst, code: isCode ? burst.text : null }
  }
  if (press.key.length !== 1 || press.ctrlKey || press.metaKey || press.altKey)
    return { burst: noBurst, code: null }
  return { burst: { text: quick ? burst.text + press.key : press.key, at }, code: null }
}
