import type { RefusalReason } from '../domain/live/command.ts'
import type { DeviceNotice, Reading, RunProgress } from '../domain/live/event.ts'
import type { ExpandedStep } from '../domain/rules/programme.ts'
import type { Clock } from './clock.ts'
import type { Optics } from './optics-wish.ts'
import { type RunRecord, stepsOf } from './run-record.ts'
import { finishStep, lengthen } from './run-steps.ts'
import { measureProgress, plainSeconds } from './thermal.ts'

/**
 * The run clock: walks the block through the expanded programme, one timer per step, `speed` times faster
 * than real time. When a step ends, its reading and the next position are kept together before anything
 * else happens; a restart begins the step that was going on again, so no point is lost or measured twice.
 */
export interface CyclerPorts {
  clock: Clock
  /** Run seconds per real second. */
  speed: number
  optics: Optics
  /** Keeps the run and the reading, both or neither, before it returns. */
  keep(run: RunRecord, reading: Reading | null): void
  /** Message that is sent at once. */
  notice(kind: DeviceNotice['kind'], text: string): void
}

export interface Cycler {
  /** Ends the step that is going on, or leaves a pause; a measured step is read first. */
  skip(position: number): RefusalReason | null
  /** Lengthens (or shortens) the amplification loop. */
  extend(cycles: number): RefusalReason | null
  /** Ends the run for good. */
  abort(reason: string): void
  /** Stops the timer and nothing else: the run goes on when the next cycler takes it up. */
  stop(): void
  progress(): RunProgress
  lidTemperature(): number
  lidOpen(): boolean
}

/**
 * On an accelerated clock a step is over before a hand can reach it: a SKIP of a step that ended so many
 * milliseconds ago then ends the current one. At life's own speed a late SKIP never hits the next step.
 */
const graceMs = 2_000
/** Shortest timer: at a high speed the steps still take turns with everything else the device does. */
const shortestMs = 5
const lidRate = 2
const lidStart = 25

/** Takes up a run where its record says it is. */
export function startCycler(record: RunRecord, ports: CyclerPorts): Cycler {
  let run = record
  let steps = stepsOf(run)
  let began = ports.clock.now()
  let cancel = () => {}
  /** Start time of each step that this process has run. */
  const beginnings = new Map<number, number>()

  const current = (): ExpandedStep | undefined => steps[run.position]
  const spent = (): number => ((ports.clock.now() - began) / 1000) * ports.speed
  const lidSeconds = (run.order.process.lid_temperature - lidStart) / lidRate
  const timer = (seconds: number, act: () => void) => {
    cancel = ports.clock.after(Math.max(shortestMs, (seconds / ports.speed) * 1000), act)
  }
  const keep = (changes: Partial<RunRecord>, reading: Reading | null = null) => {
    run = { ...run, ...changes }
    ports.keep(run, reading)
  }
  const timestamp = () => new Date(ports.clock.now()).toISOString()

  function begin(): void {
    began = ports.clock.now()
    beginnings.set(run.position, began)
    if (run.state === 'heating_lid') return timer(lidSeconds, startProgramme)
    const step = current()
    if (!step) return end('completed', 'finished', '')
    if (step.kind === 'temperature')
      return timer(plainSeconds(run.temperature, step), () => complete(null))
    // A pause and an open lid wait for a person: SKIP goes on.
    if (run.state !== 'paused') keep({ state: 'paused' })
    if (step.kind === 'lidOpen')
      ports.notice('lid_opened', 'The lid is open; skip the step to go on')
  }

  function startProgramme(): void {
    keep({ state: 'running', started_at: timestamp() })
    ports.notice('run_started', '')
    begin()
  }

  /** Ends the current step after `seconds` of run time; null: after all of it. */
  function complete(seconds: number | null): void {
    if (current()?.kind === 'lidOpen') ports.notice('lid_closed', 'The lid is closed')
    const finished = finishStep(run, current() as ExpandedStep, seconds, ports.optics)
    keep(finished.run, finished.reading)
    begin()
  }

  function end(
    outcome: 'completed' | 'aborted',
    state: 'finished' | 'aborted',
    reason: string,
  ): void {
    cancel()
    keep({ outcome, state, reason, ended_at: timestamp() })
    ports.notice(outcome === 'completed' ? 'run_finished' : 'run_aborted', reason)
  }

  function skip(position: number): RefusalReason | null {
    if (run.outcome) return 'no_run'
    const endedAt = beginnings.get(position + 1) ?? -Infinity
    const inGrace = ports.speed > 1 && ports.clock.now() - endedAt < graceMs
    const isMeant = position === run.position || (position < run.position && inGrace)
    if (run.state === 'heating_lid' || !isMeant) return 'step_over'
    cancel()
    ports.notice('step_skipped', `Step ${run.position + 1} of ${steps.length}`)
    complete(spent())
    return null
  }

  function extend(cycles: number): RefusalReason | null {
    if (run.outcome) return 'no_run'
    const longer = lengthen(run, steps, cycles)
    if ('refused' in longer) return longer.refused
    steps = longer.steps
    keep({ extra: longer.extra })
    ports.notice('run_extended', `${cycles > 0 ? '+' : ''}${cycles} cycles`)
    return null
  }

  begin()
  return {
    skip,
    extend,
    abort: (reason) => {
      if (!run.outcome) end('aborted', 'aborted', reason)
    },
    stop: () => cancel(),
    progress: () => measureProgress(run, steps, run.outcome ? 0 : spent()),
    lidTemperature: () =>
      run.state === 'heating_lid'
        ? Math.min(run.order.process.lid_temperature, lidStart + lidRate * spent())
        : run.order.process.lid_temperature,
    lidOpen: () => run.state === 'paused' && current()?.kind === 'lidOpen',
  }
}
