import { canonicalJson } from '../canonical.ts'
import type { ProcessStep } from '../entities/process-recipe.ts'

/** Places of a step before and after; -1 where it was not, or is no more. */
export type StepPair = readonly [before: number, after: number]

const apart = 1

/**
 * Pair the steps of two programmes in their order by the least cost (Wagner and Fischer 1974, J. ACM 21:168): nothing for the
 * same step, less than coming and going for one of the same kind, and no pair of different kinds. At most 100 steps each.
 */
export function pairSteps(
  before: readonly ProcessStep[],
  after: readonly ProcessStep[],
): StepPair[] {
  const columns = after.length + 1
  const costs = Array.from({ length: (before.length + 1) * columns }, () => 0)
  const costAt = (one: number, other: number) => costs[one * columns + other] ?? 0
  const pairCost = (one: number, other: number) => costOf(before[one - 1], after[other - 1])
  for (let one = 0; one <= before.length; one += 1) {
    for (let other = 0; other <= after.length; other += 1) {
      if (one === 0 || other === 0) costs[one * columns + other] = (one + other) * apart
      else {
        costs[one * columns + other] = Math.min(
          costAt(one - 1, other - 1) + pairCost(one, other),
          costAt(one - 1, other) + apart,
          costAt(one, other - 1) + apart,
        )
      }
    }
  }
  const pairs: StepPair[] = []
  let [one, other] = [before.length, after.length]
  while (one > 0 || other > 0) {
    const cost = costAt(one, other)
    const isPair =
      one > 0 && other > 0 && cost === costAt(one - 1, other - 1) + pairCost(one, other)
    if (isPair) pairs.push([(one -= 1), (other -= 1)])
    else if (other > 0 && cost === costAt(one, other - 1) + apart) pairs.push([-1, (other -= 1)])
    else pairs.push([(one -= 1), -1])
  }
  return pairs.reverse()
}

/** List the pairs that differ. A loop that goes back to the same step is the same one, wherever others moved that step to. */
export function findChangedSteps(
  before: readonly ProcessStep[],
  after: readonly ProcessStep[],
): StepPair[] {
  const pairs = pairSteps(before, after)
  const moved = new Map(pairs.flatMap(([one, other]) => (one < 0 ? [] : [[one, other] as const])))
  return pairs.filter(([one, other]) => {
    const [known, now] = [before[one], after[other]]
    if (!known || !now || known.type !== now.type) return true
    if (known.type !== 'loop' || now.type !== 'loop')
      return canonicalJson(known) !== canonicalJson(now)
    return known.repeat !== now.repeat || moved.get(known.goto) !== now.goto
  })
}

/** Cost of taking one step for the other: a quarter for each thing that differs, which binary fractions hold exactly. */
function costOf(one: ProcessStep | undefined, other: ProcessStep | undefined): number {
  if (!one || !other || one.type !== other.type) return 4 * apart
  const [first, second] = [settingsOf(one), settingsOf(other)]
  return first.filter((value, at) => value !== second[at]).length / 4
}

/**
 * Return the settings of a step by which it is found again. Leaves out the step that a loop goes back to, as its number
 * shifts with others.
 */
function settingsOf(step: ProcessStep): readonly unknown[] {
  switch (step.type) {
    case 'temperature':
      return [step.temperature, step.duration, step.measure, step.temperature_change ?? 0]
    case 'loop':
      return [step.repeat]
    case 'pause':
      return [step.temperature]
    case 'lidOpen':
      return []
  }
}
