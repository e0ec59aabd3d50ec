import { log } from '../numbers/log.ts'
import { findSpread } from '../numbers/median.ts'
import type { ConsensusCq } from './consensus-cq.ts'

/** Fewest curves that tell how much heights differ. */
const fewestHeights = 4

/**
 * Standard deviation, in cycles, of what is not known of a Cq because the curves of its target rise to
 * different heights. Twice the height may be the same growth in twice the light, which moves no Cq; or
 * growth that went on for longer, and then the curve lies by `1 / steepness` per ln of the height too
 * late. A single curve looks alike either way. Replicates tell: by how much those that rise higher lie
 * later, with its standard error. Without them all of it counts. `groups` numbers the replicates of one
 * sample alike by well and is negative for wells without any.
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
  // A run that ended early cuts off its last curves, and a fit makes much of them: the lesser is right.
  const byFit = findSpread(known.map((well) => log(rises[well]!)))
  const byTop = findSpread(known.map((well) => log(tops[well]!)))
  const spread = Math.min(byFit, byTop)
  const replicates = known.filter((well) => groups[well]! >= 0)
  return spread * Math.min(1 / steepness, learnMove(replicates, found, groups))
}

/** Cycles by which replicates lie later per ln of their height, at most; Infinity where none tell. */
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
