import { isFirm } from '../../../../domain/catalog/calibration.ts'
import type { RoiFinding } from '../../../../workers/images/read-roi.ts'

/** Verdict on a well in a channel: all limits kept, one beyond that may be accepted with a reason, or one that may not. */
export type WellState = 'sound' | 'doubtful' | 'failed'

/** Return the verdicts of the wells with findings in one channel; findings of all channels count in each. */
export function statesIn(findings: readonly RoiFinding[], channel: string): Map<string, WellState> {
  const states = new Map<string, WellState>()
  for (const { limit, channel: of, well } of findings) {
    if (of !== null && of !== channel) continue
    if (isFirm(limit)) states.set(well, 'failed')
    else if (!states.has(well)) states.set(well, 'doubtful')
  }
  return states
}

/** Return colour and dashes of a circle: who tells no colours apart sees the dashes. */
export function colourOf(state: WellState) {
  return {
    'data-state': state,
    strokeDasharray: { sound: undefined, doubtful: '6 3', failed: '2 2' }[state],
  }
}
