/** The channel of the right axis, or why there is none although one is wanted. */
export interface SecondAxis {
  channel: string | null
  refusal: 'choose' | 'alone' | null
}

/**
 * Read the second axis: it is refused until a second channel is chosen (spec §5), which must be a visible one, beside
 * another one for the left axis.
 */
export function readSecondAxis(
  { dual, second }: { dual: boolean; second: string | null },
  shown: ReadonlySet<string>,
): SecondAxis {
  if (!dual) return { channel: null, refusal: null }
  if (shown.size < 2) return { channel: null, refusal: 'alone' }
  if (second === null || !shown.has(second)) return { channel: null, refusal: 'choose' }
  return { channel: second, refusal: null }
}
