import { playSteps } from './play.ts'
import { shrinkSteps } from './shrink.ts'
import { type Step, stepsOf } from './steps.ts'

export interface Failure {
  seed: number
  problem: string
  machines: number
  /** As few as show it. */
  steps: readonly Step[]
}

export const stepsPerSeed = 50

/** Play a seed; what went wrong with the fewest steps that show it, or null. */
export function runSeed(seed: number, count = stepsPerSeed): Failure | null {
  const machines = 2 + (seed % 3)
  const steps = stepsOf(seed, count)
  if (playSteps(steps, machines) === null) return null
  const shrunk = shrinkSteps(steps, (fewer) => playSteps(fewer, machines) !== null)
  return { seed, machines, steps: shrunk, problem: playSteps(shrunk, machines) ?? '' }
}
