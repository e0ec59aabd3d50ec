import { Fault } from '../fault.ts'
import type { Process, ProcessStep } from '../entities/process-recipe.ts'

/** One step of the programme with its loops unrolled: what the block really does, in order. */
export interface ExpandedStep {
  /** Index of the step in the recipe. */
  source: number
  temperature: number
  /** Hold in seconds; ramps come on top. */
  duration: number
  /** Reading at the end of the hold, with the number of its point in the phase, counted from 1. */
  measure: { phase: 'AMP' | 'VAL'; index: number } | null
  /** Pass through the innermost loop, counted from 1; 1 outside a loop. */
  pass: number
  kind: 'temperature' | 'pause' | 'lidOpen'
}

export interface LoopBounds {
  /** Indices of the recipe's steps: the loop runs `first`..`last`, `last` being the loop step itself. */
  first: number
  last: number
  repeat: number
}

/** A programme longer than this is a mistake: 500 cycles of 20 steps. */
const longest = 10_000

/**
 * Find and check the loops of a programme: a loop goes back to an earlier step and does not cross another.
 * @throws Fault `invalid` naming the step.
 */
export function findLoops(steps: readonly ProcessStep[]): LoopBounds[] {
  const loops: LoopBounds[] = []
  for (const [last, step] of steps.entries()) {
    if (step.type !== 'loop') continue
    if (step.goto >= last) {
      throw new Fault('invalid', 'A loop must go back to an earlier step', {
        field: `process.steps.${last}.goto`,
        reason: 'loop_forward',
      })
    }
    if (loops.some((inner) => step.goto > inner.first && step.goto <= inner.last)) {
      throw new Fault('invalid', 'A loop must not start inside another', {
        field: `process.steps.${last}.goto`,
        reason: 'loop_crossing',
      })
    }
    loops.push({ first: step.goto, last, repeat: step.repeat })
  }
  return loops
}

/**
 * Unroll the loops of a process into the steps that a device runs. `extra` holds cycles added to (or taken from) a loop
 * by EXTEND, by the index of its loop step.
 * @throws Fault `invalid` for crossing loops or a programme without end.
 */
export function expandProgramme(
  process: Process,
  extra: ReadonlyMap<number, number> = new Map(),
): ExpandedStep[] {
  const loops = findLoops(process.steps)
  const expanded: ExpandedStep[] = []
  const passes = new Map<number, number>()
  const measured = { AMP: 0, VAL: 0 }
  for (let at = 0; at < process.steps.length;) {
    const step = process.steps[at] as ProcessStep
    if (step.type === 'loop') {
      const done = passes.get(at) ?? 1
      if (done < step.repeat + (extra.get(at) ?? 0)) {
        passes.set(at, done + 1)
        at = step.goto
        continue
      }
      passes.delete(at)
    } else {
      // Take the first that holds the step: loops are found inner first, so it is the innermost.
      const loop = loops.find(({ first, last }) => first <= at && at < last)
      const pass = (loop && passes.get(loop.last)) ?? 1
      expanded.push(expandStep(step, at, pass, measured))
      if (expanded.length > longest) {
        throw new Fault('invalid', 'The programme is too long', {
          field: 'process.steps',
          reason: 'programme_too_long',
          params: { longest },
        })
      }
    }
    at += 1
  }
  return expanded
}

function expandStep(
  step: Exclude<ProcessStep, { type: 'loop' }>,
  source: number,
  pass: number,
  measured: { AMP: number; VAL: number },
): ExpandedStep {
  if (step.type === 'lidOpen') {
    return { source, temperature: 25, duration: 0, measure: null, pass, kind: 'lidOpen' }
  }
  if (step.type === 'pause') {
    return {
      source,
      temperature: step.temperature,
      duration: 0,
      measure: null,
      pass,
      kind: 'pause',
    }
  }
  const phase = step.measure === 'real time' ? 'AMP' : step.measure === 'meltcurve' ? 'VAL' : null
  return {
    source,
    temperature: step.temperature + (step.temperature_change ?? 0) * (pass - 1),
    duration: step.duration,
    measure: phase ? { phase, index: (measured[phase] += 1) } : null,
    pass,
    kind: 'temperature',
  }
}

export interface ProgrammeSize {
  /** Points that will be measured: amplification cycles and melt points. */
  cycles: number
  meltPoints: number
  /** Holds and ramps, in seconds, at the given rate of the block. */
  seconds: number
}

/** The rate of the block that estimates assume, in °C per second; no device has said its own. */
export const assumedRampRate = 3

/** Count the points that a programme measures, and estimate its time at a ramp of `rampRate` °C per second. */
export function sizeProgramme(
  expanded: readonly ExpandedStep[],
  rampRate = assumedRampRate,
): ProgrammeSize {
  const size = { cycles: 0, meltPoints: 0, seconds: 0 }
  let temperature = 25
  for (const step of expanded) {
    size.seconds += Math.abs(step.temperature - temperature) / rampRate + step.duration
    temperature = step.temperature
    if (step.measure?.phase === 'AMP') size.cycles += 1
    if (step.measure?.phase === 'VAL') size.meltPoints += 1
  }
  return size
}

/** Count the amplification cycles of a programme in its recipe. */
export function plannedCycles(process: Process): number {
  return sizeProgramme(expandProgramme(process)).cycles
}

/** Find the loop with an amplification reading: the one SKIP leaves and EXTEND lengthens. */
export function amplificationLoop(process: Process): LoopBounds | null {
  const measured = process.steps.findIndex(
    (step) => step.type === 'temperature' && step.measure === 'real time',
  )
  return (
    findLoops(process.steps).find((loop) => loop.first <= measured && measured < loop.last) ?? null
  )
}
