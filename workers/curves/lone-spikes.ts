import { estimateNoise } from './noise.ts'

/** Least height of a spike in standard deviations of the noise from point to point. */
const leastHeight = 12
/** Height of the neighbours below a spike's own line, as a part of the spike: a half if it is alone. */
const leastEcho = 0.25
const mostEcho = 0.75

/**
 * Put single readings that stick out of a curve (a bubble that passes, a reading that failed) onto the line between
 * their neighbours, in place. A spike in the baseline pulls the line far enough to move the Cq by cycles, and one on
 * the plateau makes a second crossing. A lone spike is above or below both neighbours, and each of them seems half as
 * far off to the other side; growth, a step and a bend have no such point. `scratch` is overwritten; it is as long as
 * the curve.
 * @returns the number of readings that were bridged.
 */
export function bridgeSpikes(curve: Float64Array, scratch: Float64Array): number {
  const least = leastHeight * estimateNoise(curve, 0, curve.length, scratch)
  // Return 0 for readings so coarse that most steps are equal, which say nothing about their noise.
  if (!(least > 0)) return 0
  let bridged = 0
  for (let i = 1; i + 1 < curve.length; i++) {
    const spike = offsetAt(curve, i)
    if (!(Math.abs(spike) > least) || isBetween(curve, i)) continue
    const before = i < 2 || isEcho(offsetAt(curve, i - 1), spike)
    const after = i + 2 >= curve.length || isEcho(offsetAt(curve, i + 1), spike)
    if (!before || !after) continue
    curve[i] = (curve[i - 1]! + curve[i + 1]!) / 2
    bridged++
  }
  return bridged
}

/** Return true if a curve rises or falls through a point: that may be growth at the end of a run. */
function isBetween(curve: Float64Array, i: number): boolean {
  return (curve[i]! - curve[i - 1]!) * (curve[i + 1]! - curve[i]!) >= 0
}

/** Return the height of a point above the line between its neighbours; NaN beside a gap. */
function offsetAt(curve: Float64Array, i: number): number {
  return curve[i]! - (curve[i - 1]! + curve[i + 1]!) / 2
}

function isEcho(offset: number, spike: number): boolean {
  return -offset / spike > leastEcho && -offset / spike < mostEcho
}
