import type { Device } from '../../../../domain/entities/device.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import { calibrationDueAt } from '../../../../domain/rules/calibration-age.ts'
import {
  type DueBand,
  dueBand,
  type FleetTask,
  fleetTask,
  isPersonNeeded,
  type LastRunBand,
  lastRunBand,
  noUse,
  type Presence,
  presenceOf,
  type RunUse,
} from '../../../../domain/rules/fleet.ts'
import { writeSwarms } from '../../../entities/swarm/write-swarms.ts'
import type { DeviceHealth } from '../health-summaries.ts'

/** A device of the fleet with what was found out about it. The same object until something of it changes. */
export interface FleetRow {
  uuid: string
  device: Device
  task: FleetTask
  since: number | null
  health: DeviceHealth | null
  /** True if the task needs a person. */
  isNeeded: boolean
  presence: Presence
  use: RunUse
  due: number | null
  dueBand: DueBand
  lastBand: LastRunBand
  swarmNames: string
}

/** Sources of the rows, beside the devices. */
export interface FleetSources {
  swarms: readonly Swarm[]
  healthOf: (device: Device) => DeviceHealth | null
  isHealthShown: boolean
  /** Runs of the period by device. */
  uses: ReadonlyMap<string, RunUse>
  /** Moment from which the version of a device is out of support, by device. */
  unsupported: ReadonlyMap<string, string>
  /** Time of the reader (ms since 1970). */
  at: number
}

/**
 * Return a function that makes the rows of a fleet. It keeps those whose content stays the same: thousands of rows are searched, sorted and
 * drawn by them, while some of the devices change many times a second.
 */
export function createFleetRows(): (
  devices: readonly Device[],
  sources: FleetSources,
) => readonly FleetRow[] {
  let kept = new Map<string, FleetRow>()
  let sources: FleetSources | null = null
  return (devices, given) => {
    const isSame = sources === given
    const rows: FleetRow[] = []
    const next = new Map<string, FleetRow>()
    for (const device of devices) {
      const before = kept.get(device.uuid)
      const row =
        before && isSame && before.device === device
          ? before
          : keepSame(before, makeRow(device, given))
      next.set(device.uuid, row)
      rows.push(row)
    }
    kept = next
    sources = given
    return rows
  }
}

function makeRow(device: Device, sources: FleetSources): FleetRow {
  const { swarms, healthOf, isHealthShown, uses, unsupported, at } = sources
  const health = healthOf(device)
  const unsupportedSince = unsupported.get(device.uuid) ?? null
  const use = uses.get(device.uuid) ?? noUse
  const due = calibrationDueAt(device)
  const { task, since } = fleetTask({ device, health, isHealthShown, unsupportedSince }, at)
  return {
    uuid: device.uuid,
    device,
    task,
    since,
    isNeeded: isPersonNeeded(task),
    health,
    presence: presenceOf(device),
    use,
    due,
    dueBand: dueBand(due, at),
    lastBand: lastRunBand(use.lastAt, at),
    swarmNames: writeSwarms(device.swarms, swarms),
  }
}

function keepSame(before: FleetRow | undefined, row: FleetRow): FleetRow {
  if (!before) return row
  const { use, health, ...plain } = row
  const isSame =
    (Object.keys(plain) as (keyof typeof plain)[]).every((key) => before[key] === row[key]) &&
    before.health?.verdict === health?.verdict &&
    before.health?.check === health?.check &&
    (Object.keys(use) as (keyof RunUse)[]).every((key) => before.use[key] === use[key])
  return isSame ? before : row
}
