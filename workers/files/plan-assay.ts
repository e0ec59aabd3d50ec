import {
  type AssayRule,
  evaluationLimits,
  type TargetRule,
} from '../../domain/entities/evaluation-recipe.ts'
import type { Process } from '../../domain/entities/process-recipe.ts'
import { amplificationLoop } from '../../domain/rules/programme.ts'
import type { ImportedRun } from './imported-run.ts'

/** Largest difference of temperature within the loop of an isothermal amplification, in °C. */
const mostDifference = 1

/**
 * Recognise an isothermal run by its programme: the loop that measures stays at one temperature, and its length is the
 * time between readings. Null for a PCR, and for steps too short to give that time.
 */
export function findIsothermalAssay(process: Process): AssayRule | null {
  const loop = amplificationLoop(process)
  if (!loop) return null
  const steps = process.steps
    .slice(loop.first, loop.last)
    .flatMap((step) => (step.type === 'temperature' ? step : []))
  const temperatures = steps.map(({ temperature }) => temperature)
  const isLevel =
    Math.max(...temperatures) - Math.min(...temperatures) <= mostDifference &&
    steps.length === loop.last - loop.first &&
    steps.every(({ temperature_change: change = 0 }) => change === 0)
  const minutes = steps.reduce((sum, { duration }) => sum + duration, 0) / 60
  const { min, max } = evaluationLimits.minutes_per_reading
  return isLevel && minutes >= min && minutes <= max
    ? { kind: 'isothermal', minutes_per_reading: minutes }
    : null
}

/** Return the assay of a run whose file has times in the place of cycles; null for one with cycles. */
export function timedAssay({ minutesPerReading: minutes }: ImportedRun): AssayRule | null {
  return minutes === undefined ? null : { kind: 'isothermal', minutes_per_reading: minutes }
}

/** Return the same target with its limit in minutes, and the methods that an isothermal run has. */
export function asIsothermal(target: TargetRule, longest: number): TargetRule {
  return {
    ...target,
    cq_method: 'threshold',
    cq_max: Math.min(evaluationLimits.cq.max, Math.max(1, longest)),
  }
}
