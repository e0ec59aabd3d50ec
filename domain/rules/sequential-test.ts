/**
 * Tests that may be looked at after every device: the chance that they ever halt a version that is no worse is at most
 * `alpha`, however often somebody looks (Ville's inequality: a nonnegative supermartingale that starts at 1 ever reaches
 * 1 / alpha with a chance of alpha at most). Evidence is given as a natural logarithm: -ln(alpha) is the limit.
 */
interface Sequential {
  /** Number of observations. */
  count: number
  /** Their mean; 0 without one. */
  mean: number
  /** Natural logarithm of the evidence against "no worse". */
  evidence: number
}

/** Weight of the mixture, in observations of the expected size: the test is sharpest after some tens of them. */
const mixtureWeight = 4

/**
 * Test whether differences between pairs are shifted, in the unit of the figure. Of a pair one device has the new version
 * and the other, chosen by the same draw, has not: without an effect a difference is as often positive as negative and of
 * equal size, which is all that the test assumes. Then `exp(λS − λ²V/2)`, with the sum S and the sum of squares V, is a
 * supermartingale (de la Peña, Klass and Lai 2004, Annals of Probability 32, 1902), here mixed over λ by a normal
 * distribution (Robbins 1970, Annals of Mathematical Statistics 41, 1397).
 *
 * @param scale the size that a difference is expected to have; fixed before the first one, it changes power only.
 * @throws RangeError for a difference that is no number
 */
export function testShift(differences: readonly number[], scale: number): Sequential {
  let sum = 0
  let squares = 0
  for (const difference of differences) {
    if (!Number.isFinite(difference)) throw new RangeError('A difference is no number')
    sum += difference / scale
    squares += (difference / scale) ** 2
  }
  const count = differences.length
  const spread = squares + mixtureWeight
  return {
    count,
    mean: count === 0 ? 0 : (sum * scale) / count,
    evidence: 0.5 * Math.log(mixtureWeight / spread) + sum ** 2 / (2 * spread),
  }
}

/** Shares that the version is compared with, as powers of the limit: from a little above it to nearly all. */
const alternatives = [0.75, 0.5, 0.25, 0.05]

/**
 * Test whether more than a share `limit` of attempts fail (Wald 1945, Annals of Mathematical Statistics 16, 117): the mean
 * of likelihood ratios against shares above the limit is a supermartingale for each true share up to it.
 *
 * @param limit above 0 and below 1
 * @throws RangeError for numbers that are no counts
 */
export function testShare(failed: number, count: number, limit: number): Sequential {
  const isCount = Number.isInteger(failed) && Number.isInteger(count)
  if (!isCount || failed < 0 || failed > count) throw new RangeError('No counts of attempts')
  const logs = alternatives.map((power) => {
    const share = limit ** power
    return failed * Math.log(share / limit) + (count - failed) * Math.log((1 - share) / (1 - limit))
  })
  // Take the largest out of the sum, which would grow past what a number can hold.
  const largest = Math.max(...logs)
  const total = logs.reduce((sum, log) => sum + Math.exp(log - largest), 0)
  return {
    count,
    mean: count === 0 ? 0 : failed / count,
    evidence: largest + Math.log(total / logs.length),
  }
}
