import type { Fault } from '../../domain/fault.ts'
import type { HeldRun, HeldRunDetails } from '../../domain/lan/held-run.ts'
import type { LanData } from '../../domain/lan/lan-call.ts'
import type { lanCalls } from '../../domain/lan/lan-calls.ts'
import type { Reading } from '../../domain/live/event.ts'

/** A run as it was read from a device. */
export interface SeenRun extends Omit<HeldRunDetails, 'readings' | 'more'> {
  readings: Reading[]
}

/** Last known state of one device in the local network. */
export interface SeenDevice {
  hostname: string
  /** Null until it has answered once. */
  status: LanData<typeof lanCalls.status>['status'] | null
  runs: readonly HeldRun[]
  /** Runs that were fetched, by uuid. */
  details: ReadonlyMap<string, SeenRun>
  /** Time of its last answer, by this machine's clock; null for never. The shown state is as old as that. */
  heardAt: number | null
  /** Fault of the last call; null when it was answered. */
  fault: Fault | null
}
