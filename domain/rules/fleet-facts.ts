import type { RunTransition } from '../actions/analysis.ts'
import { type Figures, figureNames, type Sides } from './rollout-gates.ts'

/** A fact of a device that the company's store sends to the provider, without persons, samples or their results. */
interface FactOf {
  /** Unique, so that a fact which is sent twice counts once. */
  id: string
  device: string
  model: string
  /** Version of the device software that it was with. */
  version: string
  /** Absent from facts of devices that were sent before rollouts could choose by swarm. */
  swarms?: readonly string[]
  at: string
}

/** Figures that are measured of the curves and results of a run; null where the run has none. */
export interface RunFigures {
  /** Natural logarithm of the noise of the baseline, relative to its level. */
  noise: number | null
  /** Mean Cq of the positive controls, in cycles. */
  control_cq: number | null
  /** Share of wells with an invalid result, from 0 to 1. */
  invalid: number | null
}

export interface RunFact extends FactOf {
  of: 'run'
  /** `broken`: the run failed. One that a person aborted says nothing about the software. */
  ended: Exclude<RunTransition, 'started'>
  /** The recipe: figures are compared within one only. */
  assay: string
  figures: RunFigures | null
  /** Heating rate in °C/s as the device last measured it. */
  heating: number | null
}

/** An installation that has ended. */
export interface InstallFact extends FactOf {
  of: 'install'
  ended: 'done' | 'rolled_back'
}

/** A day (UTC) of a device with one version. */
export interface DayFact extends FactOf {
  of: 'day'
  hours: number
  /** Restarts that nobody ordered. */
  crashes: number
}

export type FleetFact = RunFact | InstallFact | DayFact

/** Runs from which the figures of a device are made, before and after. */
export const runsOfFigures = 20
/** Least runs before: what is past does not grow any more. */
const leastBefore = 5
/** Least hours of operation for a rate of crashes. */
const leastHours = 24

/**
 * Compare the last runs of a device before a moment with its first ones after it. Null until it has so many after, so that the
 * figures of a device are fixed when they are first seen (decision 72).
 * @param facts in the order of their time
 * @param isAfter tells on which side of the moment a fact is
 */
export function sidesOf(
  facts: readonly FleetFact[],
  isAfter: (fact: FleetFact) => boolean,
): Sides | null {
  const runs = facts.filter((fact) => fact.of === 'run')
  const before = runs.filter((fact) => !isAfter(fact)).slice(-runsOfFigures)
  const after = runs.filter(isAfter).slice(0, runsOfFigures)
  if (before.length < leastBefore || after.length < runsOfFigures) return null
  const days = facts.filter((fact) => fact.of === 'day')
  const pairs: Record<keyof Figures, [number | null, number | null]> = {
    crashes: [crashRate(days.filter((day) => !isAfter(day))), crashRate(days.filter(isAfter))],
    run_failures: [failureRate(before), failureRate(after)],
    noise: compareAlike(before, after, 'noise'),
    control_cq: compareAlike(before, after, 'control_cq'),
    invalid: compareAlike(before, after, 'invalid'),
    heating: [mean(before.map((run) => run.heating)), mean(after.map((run) => run.heating))],
  }
  const side = (at: 0 | 1) =>
    Object.fromEntries(figureNames.map((name) => [name, pairs[name][at]])) as Figures
  return { before: side(0), after: side(1) }
}

function crashRate(days: readonly DayFact[]): number | null {
  const hours = days.reduce((sum, day) => sum + day.hours, 0)
  const crashes = days.reduce((sum, day) => sum + day.crashes, 0)
  return hours < leastHours ? null : (100 * crashes) / hours
}

function failureRate(runs: readonly RunFact[]): number | null {
  const judged = runs.filter(({ ended }) => ended !== 'aborted')
  if (judged.length === 0) return null
  return judged.filter(({ ended }) => ended === 'broken').length / judged.length
}

/**
 * Return the mean of a figure on both sides over the assays that were run on both, each with the same weight on both: a
 * laboratory that changes from an early assay to a late one has not got later controls.
 */
function compareAlike(
  before: readonly RunFact[],
  after: readonly RunFact[],
  name: keyof RunFigures,
): [number | null, number | null] {
  const valuesOf = (runs: readonly RunFact[], assay: string) =>
    runs.flatMap((run) => (run.assay === assay ? (run.figures?.[name] ?? []) : []))
  let [weights, from, to] = [0, 0, 0]
  for (const assay of new Set(after.map((run) => run.assay))) {
    const [early, late] = [valuesOf(before, assay), valuesOf(after, assay)]
    const weight = Math.min(early.length, late.length)
    if (weight === 0) continue
    weights += weight
    from += weight * (mean(early) ?? 0)
    to += weight * (mean(late) ?? 0)
  }
  return weights === 0 ? [null, null] : [from / weights, to / weights]
}

/** Return the mean of the values that are there; null without one. */
function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
