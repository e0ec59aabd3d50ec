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
  /** Keep the run and the reading, both or neither, before it returns. */
  keep(run: RunRecord, reading: Reading | null): void
  /** Message that is sent at once. */
  notice(kind: DeviceNotice['kind'], text: string): void
}

export interface Cycler {
  /** End the step that is going on, or leave a pause; a measured step is read first. */
  skip(position: number): RefusalReason | null
  /** Lengthens (or shortens) the amplification loop. */
  extend(cycles: number): RefusalReason | null
  /** End the run for good. */
  abort(reason: string): void
  /** Stop the timer and nothing else: the run goes on when the next cycler takes it up. */
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

/** Take up a run where its record says it is. */
export function startCycler(record: RunRecord, ports: CyclerPorts): Cycler {
  return new RunCycler(record, ports)
}

class RunCycler implements Cycler {
  readonly #ports: CyclerPorts
  #run: RunRecord
  #steps: ExpandedStep[]
  #began: number
  #cancel = () => {}
  /** Start time of each step that this process has run. */
  readonly #beginnings = new Map<number, number>()

  constructor(record: RunRecord, ports: CyclerPorts) {
    this.#ports = ports
    this.#run = record
    this.#steps = stepsOf(record)
    this.#began = ports.clock.now()
    this.#begin()
  }

  skip(position: number): RefusalReason | null {
    const { clock, speed } = this.#ports
    if (this.#run.outcome) return 'no_run'
    const here = this.#run.position
    const endedAt = this.#beginnings.get(position + 1) ?? -Infinity
    const inGrace = speed > 1 && clock.now() - endedAt < graceMs
    const isMeant = position === here || (position < here && inGrace)
    if (this.#run.state === 'heating_lid' || !isMeant) return 'step_over'
    this.#cancel()
    this.#ports.notice('step_skipped', `Step ${here + 1} of ${this.#steps.length}`)
    this.#complete(this.#spent())
    return null
  }

  extend(cycles: number): RefusalReason | null {
    if (this.#run.outcome) return 'no_run'
    const longer = lengthen(this.#run, this.#steps, cycles)
    if ('refused' in longer) return longer.refused
    this.#steps = longer.steps
    this.#keep({ extra: longer.extra })
    this.#ports.notice('run_extended', `${cycles > 0 ? '+' : ''}${cycles} cycles`)
    return null
  }

  abort(reason: string): void {
    if (!this.#run.outcome) this.#end('aborted', 'aborted', reason)
  }

  stop(): void {
    this.#cancel()
  }

  progress(): RunProgress {
    const { speed } = this.#ports
    const progress = measureProgress(this.#run, this.#steps, this.#run.outcome ? 0 : this.#spent())
    return speed === 1 ? progress : { ...progress, speed }
  }

  lidTemperature(): number {
    const wanted = this.#run.order.process.lid_temperature
    const isHeating = this.#run.state === 'heating_lid'
    return isHeating ? Math.min(wanted, lidStart + lidRate * this.#spent()) : wanted
  }

  lidOpen(): boolean {
    return this.#run.state === 'paused' && this.#current()?.kind === 'lidOpen'
  }

  #begin(): void {
    this.#began = this.#ports.clock.now()
    this.#beginnings.set(this.#run.position, this.#began)
    if (this.#run.state === 'heating_lid') {
      const seconds = (this.#run.order.process.lid_temperature - lidStart) / lidRate
      return this.#wait(seconds, () => this.#startProgramme())
    }
    const step = this.#current()
    if (!step) return this.#end('completed', 'finished', '')
    if (step.kind === 'temperature') {
      return this.#wait(plainSeconds(this.#run.temperature, step), () => this.#complete(null))
    }
    // Wait for a person at a pause and an open lid: SKIP goes on.
    if (this.#run.state !== 'paused') this.#keep({ state: 'paused' })
    if (step.kind === 'lidOpen') {
      this.#ports.notice('lid_opened', 'The lid is open; skip the step to go on')
    }
  }

  #startProgramme(): void {
    this.#keep({ state: 'running', started_at: this.#timestamp() })
    this.#ports.notice('run_started', '')
    this.#begin()
  }

  /** End the current step after `seconds` of run time; null: after all of it. */
  #complete(seconds: number | null): void {
    const step = this.#current() as ExpandedStep
    if (step.kind === 'lidOpen') this.#ports.notice('lid_closed', 'The lid is closed')
    const finished = finishStep(this.#run, step, seconds, this.#ports.optics)
    this.#keep(finished.run, finished.reading)
    this.#begin()
  }

  #end(outcome: 'completed' | 'aborted', state: 'finished' | 'aborted', reason: string): void {
    this.#cancel()
    this.#keep({ outcome, state, reason, ended_at: this.#timestamp() })
    this.#ports.notice(outcome === 'completed' ? 'run_finished' : 'run_aborted', reason)
  }

  #current(): ExpandedStep | undefined {
    return this.#steps[this.#run.position]
  }

  /** Return the run seconds since the current step began. */
  #spent(): number {
    return ((this.#ports.clock.now() - this.#began) / 1000) * this.#ports.speed
  }

  /** Act after so many run seconds. */
  #wait(seconds: number, act: () => void): void {
    const { clock, speed } = this.#ports
    this.#cancel = clock.after(Math.max(shortestMs, (seconds / speed) * 1000), act)
  }

  #keep(changes: Partial<RunRecord>, reading: Reading | null = null): void {
    this.#run = { ...this.#run, ...changes }
    this.#ports.keep(this.#run, reading)
  }

  #timestamp(): string {
    return new Date(this.#ports.clock.now()).toISOString()
  }
}
