import type { Bkernel } from '../../domain/entities/bkernel.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { type AppliedCalibration, type Command, withoutSecret } from '../../domain/live/command.ts'
import type { DeviceSettings } from '../../domain/live/device-setup.ts'
import { isOfRun } from '../../domain/rules/device-config.ts'
import { acceptedOf } from '../../domain/rules/calibration-age.ts'
import {
  findCommandProblems,
  refuseCommand,
  runCommands,
  runOfCommand,
} from '../../domain/rules/command.ts'
import { findDue } from '../../domain/rules/self-install.ts'
import { type By, readSeen } from './by.ts'
import { newestUpdate, queueCommand, repeatedCommand, systemActor } from './commands.ts'
import { asSeen } from './lists.ts'
import { readRecord } from './operations.ts'
import { checkNameOf } from './rules/check-name.ts'
import type { Sql } from './sql.ts'

/** A command about a device itself, as a person orders it. */
export interface DeviceOrder {
  opId: string
  uuid: string
  device_uuid: string
  command: Command
}

/**
 * Write it into the ledger when the device can be given it; what is secret in it is left out.
 * @throws Fault `not_found` for a device out of sight, `refused`, or `invalid` naming the field.
 */
export function queueDeviceCommand(
  sql: Sql,
  { opId, uuid, device_uuid, command }: DeviceOrder,
  by: By,
  at: string,
): CommandRecord {
  if ((runCommands as readonly string[]).includes(command.name)) {
    throw new Fault('internal', 'a command about a run goes another way')
  }
  const recorded = withoutSecret(command)
  const { actor, asked } = by
  const wanted = { name: command.name, analysis: runOfCommand(recorded), asked }
  const repeated = repeatedCommand(sql, {
    opId,
    actor,
    device: device_uuid,
    command: wanted,
  })
  if (repeated) return repeated
  const device = readSeen(sql, 'device', device_uuid, by.sight)
  const refusal = refuseCommand(command.name, device)
  if (refusal === 'bkernel_too_old') {
    throw new Fault('device_outdated', 'Unavailable for this model or bkernel version', {
      reason: refusal,
    })
  }
  if (refusal) {
    throw new Fault('refused', 'Not possible on this device now', { reason: refusal })
  }
  if (command.name === 'SET_INFO') checkInfo(sql, device, command.info)
  if (command.name === 'APPLY_CALIBRATION') checkInForce(device, command.calibration)
  if (command.name === 'UPDATE_SETUP') refuseDuringRun(device, command.settings)
  // Compare with what this person is shown: they do not set what they do not see.
  const [first, ...others] = findCommandProblems(command, asSeen('device', device, by.sight))
  if (first) throw new Fault([first, ...others])
  const { deviceType } = device
  const order = { opId, uuid, device_uuid, swarm_uuid: null, deviceType, command: recorded }
  return queueCommand(sql, { ...order, actor, asked, at })
}

/** Pause after an order without an answer before a due version is ordered again (ms): its device may wait for its quiet hours. */
const orderedAgainMs = 2 * 86_400_000

/**
 * Order the newest of these versions that a device has to install by now (decision 87), unless it was ordered already or did not start on this
 * device: that is for a person to see. Must run inside a transaction.
 * @param offered versions that the device is offered
 */
export function queueDueUpdate(
  sql: Sql,
  { device: uuid, offered }: { device: string; offered: readonly Bkernel[] },
  at: string,
): CommandRecord | null {
  const device = readRecord(sql, 'device', uuid)
  if (!device) return null
  const due = findDue(offered, device, at.slice(0, 10))
  if (!due?.file_hash || refuseCommand('UPDATE', device)) return null
  const { version, file_hash } = due
  const before = newestUpdate(sql, uuid, version)
  if (before && !isOver(before, at)) return null
  const command = crypto.randomUUID()
  const { deviceType } = device
  const order = { opId: command, uuid: command, device_uuid: uuid, swarm_uuid: null, deviceType }
  const recorded = { name: 'UPDATE', version, file_hash } as const
  return queueCommand(sql, { ...order, command: recorded, actor: systemActor, at })
}

/** Return true for an order of a version that the device has not had, or was too busy for. */
function isOver({ state, reason, updated_at }: CommandRecord, at: string): boolean {
  if (state === 'refused') return reason === 'busy' || reason === 'run_going_on'
  if (state === 'unknown') return Date.parse(at) - Date.parse(updated_at) > orderedAgainMs
  return state === 'expired'
}

/** @throws Fault `refused` for a calibration that is not in force on its device in this moment: another may have been accepted just now. */
function checkInForce(device: Device, { kind, uuid }: AppliedCalibration): void {
  const known = acceptedOf(device)[kind]
  if (known?.uuid === uuid && known.brokenBy === null) return
  throw new Fault('refused', 'Only the calibration in force is sent to its device', {
    reason: 'calibration_not_in_force',
  })
}

/** @throws Fault `refused` for light source and camera while a run goes on. */
function refuseDuringRun({ analysis_uuid }: Device, settings: DeviceSettings): void {
  if (analysis_uuid === null || !isOfRun(settings)) return
  throw new Fault('refused', 'Not possible on this device now', { reason: 'run_going_on' })
}

/**
 * Refuse a name or hostname that another device has: people choose a device by its name, whichever way it came to it.
 * @throws Fault `taken`, or `invalid` for a name of marks only.
 */
export function checkInfo(
  sql: Sql,
  device: Device,
  { name = device.name, hostname }: { name?: string | undefined; hostname?: string | undefined },
): void {
  checkHostname(sql, device.uuid, hostname)
  checkNameOf(sql, 'device', { uuid: device.uuid, name }, device)
}

/** Refuse a hostname that another device has: the local network tells devices apart by it (LAN-001). */
function checkHostname(sql: Sql, uuid: string, hostname: string | undefined): void {
  if (hostname === undefined) return
  const other = sql.first(
    `SELECT 1 FROM records WHERE kind = 'device' AND deleted_at IS NULL AND uuid <> ?
       AND lower(json_extract(body, '$.hostname')) = lower(?)`,
    uuid,
    hostname,
  )
  if (!other) return
  throw new Fault('taken', 'Another device has this hostname', {
    field: 'hostname',
    reason: 'hostname_taken',
  })
}
