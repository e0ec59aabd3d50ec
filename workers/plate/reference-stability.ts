import { deviationOf } from '../numbers/mean.ts'

/** Below this a further reference target changes the normalisation too little to be worth it (Vandesompele 2002). */
export const enoughVariation = 0.15

export interface StabilityStep {
  /** Targets still in, in the order given, and the stability M of each: smaller is more stable. */
  targets: number[]
  stabilities: number[]
  /** Mean of the step's M. */
  mean: number
}

export interface ReferenceStability {
  /** From all targets to the last two, the least stable left out at each step. */
  steps: StabilityStep[]
  /** Targets from the most to the least stable; the order of the first two is unknown. */
  ranking: number[]
  /** V(n/n+1) for n = 2, 3, ...: spread of the ratio of the normalisation factors of n and n + 1 targets. */
  variations: number[]
  /** Smallest n with V(n/n+1) below 0.15, null when none is: then the n of the smallest V is the best there is. */
  recommended: number | null
  /** n of the smallest V(n/n+1); 2 for two targets. */
  leastVariation: number
}

/**
 * Rank references by geNorm (Vandesompele 2002): `logs[target][sample]` is the binary logarithm of a quantity, for
 * exact doubling `-Cq`. M of a target is the mean over the others of the standard deviation of their log ratio over the
 * samples; the least stable is left out until two remain. A sample without a value of one target does not count for
 * that target's pairs, nor in any V. Needs two targets and two samples; M is NaN where a pair has fewer than two
 * samples in common.
 */
export function rankReferences(logs: readonly (readonly number[])[]): ReferenceStability {
  const left = logs.map((_, target) => target)
  const steps: StabilityStep[] = []
  const excluded: number[] = []
  while (left.length >= 2) {
    const stabilities = left.map((target) => measureStability(logs, target, left))
    const mean = stabilities.reduce((sum, value) => sum + value, 0) / stabilities.length
    steps.push({ targets: [...left], stabilities, mean })
    if (left.length === 2) break
    // Take unknown for the worst; of equals the last given goes first.
    let worst = 0
    for (const [i, value] of stabilities.entries()) {
      if (stabilities[worst]! === stabilities[worst]! && !(value < stabilities[worst]!)) worst = i
    }
    excluded.unshift(...left.splice(worst, 1))
  }
  const ranking = [...left, ...excluded]
  const variations = findVariations(logs, ranking)
  const enough = variations.findIndex((value) => value < enoughVariation)
  const least = variations.reduce((best, value, i) => (value < variations[best]! ? i : best), 0)
  return {
    steps,
    ranking,
    variations,
    recommended: enough < 0 ? null : enough + 2,
    leastVariation: least + 2,
  }
}

/** Return M of one target among `targets`, itself included. */
function measureStability(
  logs: readonly (readonly number[])[],
  target: number,
  targets: readonly number[],
): number {
  let sum = 0
  let count = 0
  for (const other of targets) {
    if (other === target) continue
    sum += findDeviation(logs[target]!.map((value, sample) => value - logs[other]![sample]!))
    count++
  }
  return sum / count
}

function findVariations(
  logs: readonly (readonly number[])[],
  ranking: readonly number[],
): number[] {
  const samples = logs[0]?.length ?? 0
  const complete = Array.from({ length: samples }, (_, sample) => sample).filter((sample) =>
    ranking.every((target) => Number.isFinite(logs[target]![sample])),
  )
  const factors = (count: number) =>
    complete.map((sample) => {
      let sum = 0
      for (let i = 0; i < count; i++) sum += logs[ranking[i]!]![sample]!
      return sum / count
    })
  const variations: number[] = []
  for (let count = 2; count < ranking.length; count++) {
    const more = factors(count + 1)
    variations.push(findDeviation(factors(count).map((value, i) => value - more[i]!)))
  }
  return variations
}

/** Return the standard deviation (n - 1) of the values that are numbers. */
function findDeviation(values: readonly number[]): number {
  const known = values.filter(Number.isFinite)
  return known.length < 2 ? Number.NaN : deviationOf(known)
}
