import type { Process } from '../../../../domain/entities/process-recipe.ts'
import type { RunProgress } from '../../../../domain/live/event.ts'
import {
  amplificationLoop,
  assumedRampRate,
  type ExpandedStep,
  expandProgramme,
} from '../../../../domain/rules/programme.ts'
import { planPoints } from '../../../../domain/rules/run-points.ts'
import type { ProfilePoint } from '../../../parts/chart/profile.ts'

const roomCelsius = 25

export interface Profile {
  points: ProfilePoint[]
  steps: readonly ExpandedStep[]
  /** Start of each step's ramp and end of its hold, in seconds of the picture. */
  spans: readonly { from: number; to: number }[]
  /** False where the device reports an impossible programme: nothing is drawn then. */
  isKnown: boolean
  /** Stretches that are measured, and those between them. */
  phases: { from: number; to: number; phase: 'AMP' | 'VAL' | null; points: number }[]
}

/** Make the temperature over time of a process, with cycles that EXTEND has added to (or taken from) its loop. */
export function makeProfile(process: Process, addedCycles = 0): Profile {
  const walked = walkProgramme(process, addedCycles)
  const steps = walked ?? []
  const points: ProfilePoint[] = [{ seconds: 0, celsius: roomCelsius }]
  const spans: { from: number; to: number }[] = []
  let seconds = 0
  let celsius = roomCelsius
  for (const step of steps) {
    const from = seconds
    seconds += Math.abs(step.temperature - celsius) / assumedRampRate
    celsius = step.temperature
    points.push({ seconds, celsius })
    if (step.duration > 0) points.push({ seconds: (seconds += step.duration), celsius })
    spans.push({ from, to: seconds })
  }
  const phases = findPhases(process, steps, spans)
  return { points, steps, spans, phases, isKnown: walked !== null }
}

/** Expand a programme; null if that fails: a device may report any number of cycles, and the page must not fail. */
function walkProgramme(process: Process, addedCycles: number): ExpandedStep[] | null {
  try {
    const loop = amplificationLoop(process)
    return expandProgramme(process, new Map(loop && addedCycles ? [[loop.last, addedCycles]] : []))
  } catch {
    return null
  }
}

/** Count the cycles that EXTEND has added, from the device's own total. */
export function countAdded(process: Process, progress: RunProgress | null): number {
  if (!progress || progress.cycles === 0) return 0
  return progress.cycles - (planPoints(process)?.AMP ?? progress.cycles)
}

/** Return the position of the run in the picture: inside the span of its step, however fast the real block ramps. */
export function placeRun(
  { spans }: Pick<Profile, 'spans'>,
  progress: RunProgress | null,
): number | null {
  if (!progress) return null
  const span = spans[Math.min(progress.position, spans.length - 1)]
  if (!span) return null
  return Math.min(span.to, Math.max(span.from, progress.elapsed))
}

/** Find the phases: consecutive steps of the same measuring loop as one, and the rest between them. */
function findPhases(
  process: Process,
  steps: readonly ExpandedStep[],
  spans: readonly { from: number; to: number }[],
): Profile['phases'] {
  const phases: Profile['phases'] = []
  for (const [at, step] of steps.entries()) {
    const span = spans[at]
    if (!span) continue
    const phase = phaseOf(process, step)
    const last = phases.at(-1)
    if (last && last.phase === phase) {
      last.to = span.to
      last.points += step.measure ? 1 : 0
    } else phases.push({ ...span, phase, points: step.measure ? 1 : 0 })
  }
  return phases
}

/** Return the phase measured in the loop around a step, or by the step itself. */
function phaseOf(process: Process, step: ExpandedStep): 'AMP' | 'VAL' | null {
  if (step.measure) return step.measure.phase
  const loop = amplificationLoop(process)
  return loop && loop.first <= step.source && step.source < loop.last ? 'AMP' : null
}
