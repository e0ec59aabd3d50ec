import type { RunOrder } from '../domain/live/command.ts'
import type { RunProgress } from '../domain/live/event.ts'
import { type ExpandedStep, expandProgramme } from '../domain/rules/programme.ts'

/** A run as the device keeps it: enough to go on after a power cut. Times in seconds of the run's own clock. */
export interface RunRecord {
  order: RunOrder
  /** The LOAD_RECIPE that brought it; done when the programme begins. */
  command_uuid: string
  /** Cycles added to a loop by EXTEND: index of the loop step and number. */
  extra: [number, number][]
  /** Step of the expanded programme that is going on; a restart begins this step again. */
  position: number
  /** Run time when that step began. */
  elapsed: number
  /** Block temperature (°C) when that step began. */
  temperature: number
  state: RunProgress['state']
  /** Outcome of the run; null while it runs. */
  outcome: 'completed' | 'aborted' | 'broken' | null
  reason: string
  /** Wall-clock times, ISO 8601. */
  started_at: string | null
  /** Calibration of light that its readings are divided by; null for raw ones, absent where the device has none. */
  light?: string | null
  ended_at: string | null
}

/** Block at rest, before a run. */
export const roomTemperature = 25

export function newRun(order: RunOrder, commandUuid: string): RunRecord {
  return {
    order,
    command_uuid: commandUuid,
    extra: [],
    position: 0,
    elapsed: 0,
    temperature: roomTemperature,
    state: 'heating_lid',
    outcome: null,
    reason: '',
    started_at: null,
    ended_at: null,
  }
}

export function stepsOf(run: Pick<RunRecord, 'order' | 'extra'>): ExpandedStep[] {
  return expandProgramme(run.order.process, new Map(run.extra))
}
