import type { RunProgress } from '../domain/live/event.ts'
import { amplificationLoop, type ExpandedStep } from '../domain/rules/programme.ts'
import type { RunRecord } from './run-record.ts'

/** Ramp rate of the block in °C per second; the same that `sizeProgramme` assumes. */
const rampRate = 3

/** Run seconds of a step that begins at `from` °C: ramp and hold. */
export function plainSeconds(from: number, step: ExpandedStep): number {
  return Math.abs(step.temperature - from) / rampRate + step.duration
}

/** Block temperature after so many seconds of a step that began at `from` °C. */
export function temperatureAfter(from: number, step: ExpandedStep, seconds: number): number {
  const way = step.temperature - from
  const ramped = rampRate * Math.max(0, seconds)
  return ramped >= Math.abs(way) ? step.temperature : from + Math.sign(way) * ramped
}

/** Run seconds of the steps from an index on, beginning at `from` °C. */
function secondsFrom(steps: readonly ExpandedStep[], first: number, from: number): number {
  let seconds = 0
  let temperature = from
  for (const step of steps.slice(first)) {
    seconds += plainSeconds(temperature, step)
    temperature = step.temperature
  }
  return seconds
}

/** Return the progress of a run, `spent` run seconds into its current step. Rounded for people. */
export function measureProgress(
  run: RunRecord,
  steps: readonly ExpandedStep[],
  spent: number,
): RunProgress {
  const step = run.outcome ? undefined : steps[run.position]
  const heating = run.state === 'heating_lid'
  const done = step && !heating ? Math.min(spent, plainSeconds(run.temperature, step)) : 0
  const left = step ? secondsFrom(steps, run.position, run.temperature) - done : 0
  const temperature =
    step && !heating ? temperatureAfter(run.temperature, step, done) : run.temperature
  return {
    analysis_uuid: run.order.analysis_uuid,
    position: run.position,
    steps: steps.length,
    cycle: cycleAt(run, steps),
    cycles: steps.filter((each) => each.measure?.phase === 'AMP').length,
    phase: step && !heating ? phaseOf(run, step) : null,
    temperature: Math.round(temperature * 100) / 100,
    elapsed: Math.round((run.elapsed + done) * 10) / 10,
    remaining: Math.round(left * 10) / 10,
    state: run.state,
  }
}

/** Return the amplification cycle that is going on; 0 before the first, the last one after it. */
function cycleAt(run: RunRecord, steps: readonly ExpandedStep[]): number {
  const measured = steps
    .slice(0, run.position)
    .filter((step) => step.measure?.phase === 'AMP').length
  const step = steps[run.position]
  const loop = amplificationLoop(run.order.process)
  if (!step || !loop || step.source < loop.first || step.source >= loop.last) return measured
  return Math.max(measured, step.pass)
}

function phaseOf(run: RunRecord, step: ExpandedStep): RunProgress['phase'] {
  if (step.measure) return step.measure.phase
  const loop = amplificationLoop(run.order.process)
  return loop && step.source >= loop.first && step.source < loop.last ? 'AMP' : null
}
