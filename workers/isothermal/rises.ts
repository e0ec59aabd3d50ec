import {
  even,
  findPlainRise,
  slow,
  slowFoot,
  type PlainRise,
  type RiseFamily,
} from '../curves/plain-rise.ts'

/** Fastest rate that is tried, per reading: from 10 to 90 % in three readings. */
const fastest = 1.5
/** Each rate is so many times the next slower one. */
const ratio = 1.5
/** Slowest rise that is tried: from 10 to 90 % in so much of the run. */
const longest = 0.6

/**
 * Rises of an isothermal amplification. Nothing doubles at the beat of a cycle, so the rates follow from the length of the
 * run: from a rise of three readings to one of 60 % of the run.
 */
const isothermalRises: RiseFamily = {
  rates: (points) => {
    const rates: number[] = []
    for (let rate = fastest; rate * longest * points >= 4.4; rate /= ratio) rates.push(rate)
    return rates
  },
  bends: [even, slow, slowFoot],
  step: (rate) => Math.max(0.5, 0.5 / rate),
}

/**
 * Limits from which a rise is an amplification: the rise over the noise, and how many times more of the curve a drift (a cubic,
 * or a line with the warming-up of the block) and a single step leave unexplained, as variances. From `likely` on it may be one.
 * Of 3,600 simulated wells without amplification (`tests/accuracy/isothermal.ts`) 1 % of those that rise come to 1.05.
 */
export const riseLimits = { rise: 8, likely: 1.1, clear: 1.6 } as const

/** Find what rises in a curve without gaps; null where nothing does. */
export function findRise(points: Float64Array): PlainRise | null {
  return findPlainRise(points, isothermalRises)
}

/** Return the residual variance of the best drift or step over that of the rise. */
export function unlikeDrift({ overDrift, overStep }: PlainRise): number {
  return Math.min(overDrift, overStep)
}

/** Return true for a rise out of the noise that a drift or a step explains clearly worse. */
export function isAmplified(rise: PlainRise): boolean {
  return rise.rise >= riseLimits.rise && unlikeDrift(rise) >= riseLimits.likely
}
