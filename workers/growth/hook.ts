import { studentTail } from '../numbers/distributions.ts'

/** Fall of a curve after its top, with its significance. */
export interface Hook {
  /** Fall of a straight line from the top to the last cycle, as a part of the height; 0 when it rises. */
  fall: number
  /** Chance of such a slope where there is none (Student's t, one-sided); 1 below five points. */
  chance: number
}

/**
 * Limits of the hook flag: the chance is the level that PCRedux's `hookreg` uses; a fall under 2 % of
 * the height is nothing that anybody would see.
 */
export const hookLimits = { fall: 0.02, chance: 0.0025 } as const
/**
 * Fall, as a part of the height, from which the readings after the top are left out of a Cq: a shape that only rises
 * comes too early with them. Readings with a noise of 1 % of the rise fall by 3 % by chance, which is no reason to lose them.
 */
const clearFall = 0.04
/** Fewest points from the top on that show a fall. */
const fewestPoints = 5

/**
 * Measure the hook effect: the signal falls after the top, because the strands find each other before the probe or
 * primer finds them (Barratt & Mackay, J Clin Microbiol 2002;40:1571; Burdukiewicz et al., Biomol Detect Quantif
 * 2018;16:1). Fit a straight line to the points from the top on, for the size and the significance of the fall. `top`
 * is the index of the top, `height` the rise up to it.
 */
export function measureHook(points: Float64Array, top: number, height: number): Hook {
  const count = points.length - top
  if (count < fewestPoints) return { fall: 0, chance: 1 }
  let sum = 0
  for (let i = top; i < points.length; i++) sum += points[i]!
  const mean = sum / count
  const middle = top + (count - 1) / 2
  let sxx = 0
  let sxy = 0
  let syy = 0
  for (let i = top; i < points.length; i++) {
    sxx += (i - middle) * (i - middle)
    sxy += (i - middle) * (points[i]! - mean)
    syy += (points[i]! - mean) * (points[i]! - mean)
  }
  const slope = sxy / sxx
  if (!(slope < 0)) return { fall: 0, chance: 1 }
  const error = Math.sqrt(Math.max(0, syy - slope * sxy) / (count - 2) / sxx)
  return { fall: (-slope * (count - 1)) / height, chance: studentTail(-slope / error, count - 2) }
}

/** Return true if the fall after the top is large and certain enough to be flagged. */
export function isHook({ fall, chance }: Hook): boolean {
  return fall > hookLimits.fall && chance < hookLimits.chance
}

/** Return true if the fall after the top is so large that it moves the Cq of a shape that only rises. */
export function isClearHook(hook: Hook): boolean {
  return isHook(hook) && hook.fall > clearFall
}
