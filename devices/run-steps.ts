import { Fault } from '../domain/fault.ts'
import type { RefusalReason } from '../domain/live/command.ts'
import type { Reading } from '../domain/live/event.ts'
import { amplificationLoop, type ExpandedStep } from '../domain/rules/programme.ts'
import type { Optics } from './optics-wish.ts'
import { type RunRecord, stepsOf } from './run-record.ts'
import { plainSeconds, temperatureAfter } from './thermal.ts'

/**
 * Return the run after its current step, and the reading of the step. `seconds` is the time the step really took
 * (run time); null when it took all of its ramp and hold.
 */
export function finishStep(
  run: RunRecord,
  step: ExpandedStep,
  seconds: number | null,
  optics: Optics,
): { run: RunRecord; reading: Reading | null } {
  const whole = plainSeconds(run.temperature, step)
  const took = seconds === null ? whole : Math.min(whole, seconds)
  const temperature = temperatureAfter(run.temperature, step, took)
  const elapsed = run.elapsed + took
  const next: RunRecord = {
    ...run,
    position: run.position + 1,
    temperature,
    elapsed,
    state: 'running',
  }
  if (!step.measure) return { run: next, reading: null }
  const { phase, index } = step.measure
  const values =
    phase === 'AMP' ? optics.readAmplification(index) : optics.readMelt(index, step.temperature)
  return { run: next, reading: { phase, index, temperature, elapsed, values } }
}

type Longer = { refused: RefusalReason } | { steps: ExpandedStep[]; extra: [number, number][] }

/**
 * Add `cycles` to the amplification loop of a programme. Steps that are done stay unchanged:
 * a change that would reach the current step or an earlier one is refused.
 */
export function lengthen(run: RunRecord, steps: readonly ExpandedStep[], cycles: number): Longer {
  const loop = amplificationLoop(run.order.process)
  if (!loop) return { refused: 'not_in_loop' }
  const before = new Map(run.extra)
  const wanted = (before.get(loop.last) ?? 0) + cycles
  if (loop.repeat + wanted < 1) return { refused: 'step_over' }
  const extra = [...before.set(loop.last, wanted)]
  try {
    const changed = stepsOf({ order: run.order, extra })
    const same = steps
      .slice(0, run.position + 1)
      .every((step, at) => changed[at]?.source === step.source && changed[at].pass === step.pass)
    if (same) return { steps: changed, extra }
    return {
      refused: cycles < 0 && inside(loop, steps[run.position]) ? 'step_over' : 'not_in_loop',
    }
  } catch (error) {
    if (error instanceof Fault) return { refused: 'programme_too_long' }
    throw error
  }
}

function inside(loop: { first: number; last: number }, step: ExpandedStep | undefined): boolean {
  return step !== undefined && step.source >= loop.first && step.source < loop.last
}
