import type { LanData, LanInput } from '../../domain/lan/lan-call.ts'
import type { ConnectionReport } from '../../domain/lan/connection-report.ts'
import type { lanCalls } from '../../domain/lan/lan-calls.ts'
import { seesSwarm } from '../../domain/lan/lan-pass.ts'
import type { CommandAnswer, CommandMessage } from '../../domain/live/command.ts'
import type { Device } from '../device.ts'
import type { LogFiles } from '../log-files.ts'
import type { Store } from '../store.ts'
import type { LanCaller } from './authorise.ts'
import type { Challenges } from './challenges.ts'
import { findRun } from './held-runs.ts'
import type { Radios } from './radios.ts'

/** Parts of the device that calls of the local network act on. */
export interface LanWorld {
  device: Pick<Device, 'facts' | 'status'>
  store: Store
  /** Carry a command out and keep its answer, as for one of the live bus. */
  obey(message: CommandMessage): CommandAnswer
  /** There is a new command to tell the service of. */
  kept(): void
  radios: Radios
  /** Check the device's way to the service, step by step. */
  check(): Promise<ConnectionReport>
  logs: LogFiles
  challenges: Challenges
  /** The device's own wall clock. */
  now(): number
}

/** Write into the device's log who did what; the service hears of commands only. */
export function note({ logs }: LanWorld, what: string, { claims }: LanCaller): void {
  logs.write(`${what} by ${claims.sub}`)
}

/** Find a run kept here that the caller may see; null for any other run. */
export function seenRun({ store }: LanWorld, uuid: string, { claims }: LanCaller) {
  const kept = findRun(store, uuid)
  return kept && seesSwarm(claims, kept.run.order.swarm_uuid) ? kept : null
}

type Calls = typeof lanCalls

/** Handler of each row; only rows that are open to anybody have no caller. */
export type LanHandlers = {
  [Name in keyof Calls]: (
    params: LanInput<Calls[Name]>,
    caller: LanCaller,
  ) => LanData<Calls[Name]> | Promise<LanData<Calls[Name]>>
}
