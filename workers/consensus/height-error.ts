import { log } from '../numbers/log.ts'
import { findSpread } from '../numbers/median.ts'
import type { ConsensusCq } from './consensus-cq.ts'

/** Fewest curves from which the spread of heights can be estimated. */
const fewestHeights = 4

/**
 * Estimate the standard deviation, in cycles, that is left in a Cq because the curves of its target rise
 * to different heights. Twice the height may be the same growth in twice the light, which moves no Cq, or
 * growth that lasted longer; then the curve comes `1 / steepness` cycles too late per ln of the height. A
 * single curve looks the same in both cases. Replicates show how much later the higher curves come, with
 * a standard error; without replicates the whole spread counts. `groups` has the number of the sample for
 * each well, negative for wells without one.
 */
export function findHeightError(
  found: Pick<ConsensusCq, 'cq' | 'rises' | 'tops' | 'steepness'>,
  groups: Int32Array,
): number {
  const { cq, rises, tops, steepness } = found
  const known = [...cq.keys()].filter(
    (well) => cq[well] === cq[well] && rises[well]! > 0 && tops[well]! > 0,
  )
  if (known.length < fewestHeights) return 0
  // Take the smaller spread: when a run ended early, the fit overestimates the rise of cut-off curves.
  const byFit = findSpread(known.map((well) => log(rises[well]!)))
  const byTop = findSpread(known.map((well) => log(tops[well]!)))
  const spread = Math.min(byFit, byTop)
  const replicates = known.filter((well) => groups[well]! >= 0)
  return spread * Math.min(1 / steepness, learnMove(replicates, found, groups))
}

/** Estimate by how many cycles replicates come later per ln of their height, at most; Infinity without replicates. */
function learnMove(
  wells: readonly number[],
  { cq, rises }: Pick<ConsensusCq, 'cq' | 'rises'>,
  groups: Int32Array,
): number {
  let heights = 0
  let mixed = 0
  let squares = 0
  let freedom = -1
  for (const members of Map.groupBy(wells, (well) => groups[well]!).values()) {
    const count = members.length
    const meanHeight = members.reduce((sum, well) => sum + log(rises[well]!), 0) / count
    const meanCq = members.reduce((sum, well) => sum + cq[well]!, 0) / count
    for (const well of members) {
      const height = log(rises[well]!) - meanHeight
      const distance = cq[well]! - meanCq
      heights += height * height
      mixed += height * distance
      squares += distance * distance
    }
    freedom += count - 1
  }
  if (freedom < fewestHeights || !(heights > 0)) return Number.POSITIVE_INFINITY
  const move = mixed / heights
  const variance = Math.max(0, squares - move * mixed) / (freedom * heights)
  return Math.sqrt(move * move + variance)
}
