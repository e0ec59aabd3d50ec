import { findMedian } from '../numbers/median.ts'
import { log } from '../numbers/log.ts'

/**
 * Return the standard deviation of Cq, in cycles, that chance alone gives a reaction of so many copies: pipetting N
 * copies is a Poisson draw, so ln N varies by 1 / sqrt(N) and Cq by that over ln(1 + E). `efficiency` is the growth per
 * cycle, 1..2. It is independent of the curve and kept apart from the Cq's own standard error. NaN without a count;
 * below about five copies it is only an order of magnitude.
 */
export function poissonError(copies: number, efficiency: number): number {
  return copies > 0 && efficiency > 1 ? 1 / (Math.sqrt(copies) * log(efficiency)) : Number.NaN
}

/** Fewest wells with replicates from which the handling error is estimated. */
const fewestReplicates = 8

/**
 * Estimate the standard deviation, in cycles, of replicates of a plate beyond that of their curves and chance: the part
 * of pipetting and the block. It is learnt from the plate's own replicates, because no curve shows it. `groups` numbers
 * the replicates of one sample alike and is negative for wells without any; `errors` are the wells' standard errors,
 * the Poisson part included where it is known. Each well's distance from the median of its replicates gives an estimate
 * of the variance; the median of these, which a bad well does not move, is scaled to the variance of normal values. 0
 * when the errors explain it all, NaN below eight wells.
 */
export function findHandlingError(
  cq: Float64Array,
  errors: Float64Array,
  groups: Int32Array,
): number {
  const byGroup = new Map<number, number[]>()
  for (let well = 0; well < cq.length; well++) {
    const group = groups[well]!
    if (group < 0 || Number.isNaN(cq[well]! + errors[well]!)) continue
    const members = byGroup.get(group)
    if (members) members.push(well)
    else byGroup.set(group, [well])
  }
  const excess: number[] = []
  for (const members of byGroup.values()) {
    const count = members.length
    if (count < 2) continue
    const middle = findMedian(members.map((well) => cq[well]!))
    for (const well of members) {
      const distance = cq[well]! - middle
      // Divide by 0.4549, the median of a squared standard normal value.
      const variance = (distance * distance * count) / (0.4549 * (count - 1))
      excess.push(variance - errors[well]! * errors[well]!)
    }
  }
  if (excess.length < fewestReplicates) return Number.NaN
  return Math.sqrt(Math.max(0, findMedian(excess)))
}
