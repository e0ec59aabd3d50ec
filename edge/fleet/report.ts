import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { DeviceInfo } from '../../domain/entities/device-report.ts'

/** Newest order of a version for a device, as far as it tells how the update ended. */
export type UpdateOrder = Pick<CommandRecord, 'state' | 'reason' | 'created_at' | 'updated_at'> & {
  version: string
}

/**
 * Facts of a device that the index of the fleet keeps (decision 100): what it is, where it is, and how far its updates are. No person, no reason
 * that a person wrote, and nothing of its runs.
 */
export type FleetDevice = Pick<
  Device,
  | 'uuid'
  | 'created_at'
  | 'name'
  | 'serial_no'
  | 'model'
  | 'bkernel_version'
  | 'swarms'
  | 'merged_swarms'
  | 'connected'
  | 'disconnected_at'
> & {
  postponed?: Pick<NonNullable<Device['postponed']>, 'version' | 'until' | 'at'>
  /** Newest order of each version, the newest first. */
  orders: UpdateOrder[]
  /** Update that the device has said it is at, and when it said so; null without one. */
  told: (NonNullable<NonNullable<DeviceInfo['measured']>['update']> & { heard_at: string }) | null
}

export interface FleetSwarm {
  uuid: string
  name: string
}

/** Report of a company's store to the index: of everything, or of what has changed since the last one. */
export interface FleetReport {
  company: string
  /** Id of the store's history: another one numbers its changes again (`readGeneration`). */
  generation: string
  /** `seq` up to which the report before this one told; null for a report of everything, which replaces what was known. */
  from: number | null
  /** `seq` up to which this one tells. */
  to: number
  devices: FleetDevice[]
  swarms: FleetSwarm[]
  /** Size of the company's store. */
  bytes: number
  /** Devices and swarms that are no longer there; empty in a report of everything. */
  gone: string[]
}

/** State of the index, for the operator. */
export interface FleetState {
  companies: number
  devices: number
  /** Moment of the oldest report that is still the last one of its company. */
  oldest: string | null
  /** The last rebuild: the first one began when the index was made. */
  rebuild: {
    begun_at: string
    ended_at: string | null
    /** Stores that were asked, and those of them that did not answer. */
    asked: number
    failed: number
  }
}
