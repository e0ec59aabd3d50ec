import type { CommandRecord } from '../../../domain/entities/command.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { DeviceInfo } from '../../../domain/entities/device-report.ts'
import type { CommandName } from '../../../domain/live/command.ts'
import type { DayFact, FleetFact, InstallFact, RunFact } from '../../../domain/rules/fleet-facts.ts'
import { swarmsOf } from '../../../domain/rules/rollout.ts'
import { readRecord } from '../operations.ts'
import type { Sql } from '../sql.ts'

/**
 * Facts of a company's devices by which rollouts of device software are judged (decision 72). They are written with what they are
 * about, in one transaction, and wait here until the provider's store has them (FactKeeper.ts).
 */

/** Most facts that wait: a region without a provider keeps no more, and the oldest go first. */
const mostWaiting = 10_000

/** Word by which a transaction tells that it has noted a fact (`changedKinds`). */
export const noted = 'fleet_fact'

function note(sql: Sql, fact: FleetFact): void {
  sql.changedKinds.add(noted)
  sql.run(
    'INSERT OR IGNORE INTO facts_to_tell (id, fact) VALUES (?, ?)',
    fact.id,
    JSON.stringify(fact),
  )
  sql.run(
    `DELETE FROM facts_to_tell WHERE rowid <= (SELECT max(rowid) FROM facts_to_tell) - ${mostWaiting}`,
  )
}

/** Note the end of a run, with the assay that it was of. */
export function noteRun(
  sql: Sql,
  end: {
    analysis: string
    device: string
    at: string
    transition: RunFact['ended']
    figures: RunFact['figures']
  },
  recipe: string | null,
): void {
  const device = readRecord(sql, 'device', end.device)
  if (!device) return
  note(sql, {
    of: 'run',
    id: `run:${end.analysis}`,
    ...subjectOf(device),
    at: end.at,
    ended: end.transition,
    assay: recipe ?? '',
    figures: end.figures,
    heating: readHeating(sql, end.device),
  } satisfies RunFact)
}

function readHeating(sql: Sql, device: string): number | null {
  const row = sql.first<{ heating: number | null }>(
    `SELECT json_extract(body, '$.measured.heating.now') AS heating FROM device_info WHERE device_uuid = ?`,
    device,
  )
  return row?.heating ?? null
}

/** Note how an installation has ended, if that is what the answer to a command says. */
export function noteInstall(sql: Sql, entry: CommandRecord, at: string): void {
  const { uuid, device_uuid, command, state, reason } = entry
  const ended =
    state === 'done' ? 'done' : reason === 'update_rolled_back' ? 'rolled_back' : undefined
  const device = readRecord(sql, 'device', device_uuid)
  if (command.name !== 'UPDATE' || !ended || !device) return
  const { version } = command
  note(sql, {
    of: 'install',
    id: `install:${uuid}`,
    ...subjectOf(device),
    version,
    at,
    ended,
  } satisfies InstallFact)
}

/** Orders after which a device starts again. */
const restarting: readonly CommandName[] = ['REBOOT', 'SHUTDOWN', 'UPDATE', 'FLASH']
/** Time before a restart in which its order may have been given (ms): an update waits for the end of a run. */
const orderMs = 6 * 3_600_000
/** Start times that differ by less are one start (ms): the report takes its time. */
const sameStartMs = 60_000

interface DeviceDay {
  [column: string]: string | number
  version: string
  day: string
  hours: number
  crashes: number
  heard_at: string
}

/**
 * Count hours of operation and restarts that nobody ordered, by the time since its start that a device reports. The fact of a day
 * is noted with the first report after it, or after an update.
 * @param uptime seconds
 */
export function countHours(sql: Sql, uuid: string, uptime: DeviceInfo['uptime'], at: string): void {
  const device = readRecord(sql, 'device', uuid)
  if (!device) return
  const before = sql.first<DeviceDay>(
    'SELECT version, day, hours, crashes, heard_at FROM device_days WHERE device_uuid = ?',
    uuid,
  )
  const day = at.slice(0, 10)
  const gap = before ? Date.parse(at) - Date.parse(before.heard_at) : 0
  const isRestarted = before !== null && gap - uptime * 1000 > sameStartMs
  const crashes = isRestarted && !wasOrdered(sql, uuid, before.heard_at) ? 1 : 0
  const hours = Math.min(uptime, Math.max(0, gap) / 1000) / 3600
  const isSame = before?.day === day && before.version === device.bkernel_version
  if (before && !isSame) {
    const { version, heard_at } = before
    note(sql, {
      of: 'day',
      id: `day:${uuid}:${before.day}:${version}`,
      ...subjectOf(device),
      version,
      at: heard_at,
      hours: before.hours,
      crashes: before.crashes,
    } satisfies DayFact)
  }
  sql.run(
    `INSERT OR REPLACE INTO device_days (device_uuid, version, day, hours, crashes, heard_at) VALUES (?, ?, ?, ?, ?, ?)`,
    uuid,
    device.bkernel_version,
    day,
    (isSame ? before.hours : 0) + hours,
    (isSame ? before.crashes : 0) + crashes,
    at,
  )
}

/** Return true where somebody ordered the device to start again, shortly before it was heard last or since. */
function wasOrdered(sql: Sql, device: string, heard: string): boolean {
  const from = new Date(Date.parse(heard) - orderMs).toISOString()
  return (
    sql.first(
      `SELECT 1 FROM records WHERE kind = 'command' AND json_extract(body, '$.device_uuid') = ? AND updated_at >= ?
         AND json_extract(body, '$.command.name') IN (SELECT value FROM json_each(?)) LIMIT 1`,
      device,
      from,
      JSON.stringify(restarting),
    ) !== null
  )
}

function subjectOf(device: Device) {
  const { uuid, model, bkernel_version: version } = device
  return { device: uuid, model, version, swarms: swarmsOf(device) }
}
