import {
  type DeviceInfo,
  type DeviceLog,
  type DeviceMessage,
  keptMessages,
} from '../../domain/entities/device-report.ts'
import { Fault } from '../../domain/fault.ts'
import { countHours } from './rollouts/fleet-facts.ts'
import { readRecord } from './operations.ts'
import type { Sql } from './sql.ts'
import { notAfter } from './store-time.ts'

/**
 * Reports of a device about itself (domain/entities/device-report.ts). They are measured and decided by nobody: kept in tables of
 * their own, bounded per device, outside of the operations and their audit trail.
 */
export type Report =
  | { type: 'info'; info: DeviceInfo }
  | { type: 'messages'; messages: readonly Omit<DeviceMessage, 'device_uuid'>[] }
  | { type: 'logs'; logs: readonly DeviceLog[] }

/**
 * Keep a report; a message that came before is known by its uuid and counts once.
 * @returns how many messages are new.
 * @throws Fault `not_found` for a device that the company no longer has.
 */
export function keepReport(sql: Sql, device: string, report: Report, at: string): number {
  if (!readRecord(sql, 'device', device)) throw new Fault('not_found', 'No such device')
  if (report.type === 'messages') return keepMessages(sql, device, report.messages, at)
  const [table, body] =
    report.type === 'info'
      ? ['device_info', JSON.stringify(report.info)]
      : ['device_logs', JSON.stringify(report.logs)]
  sql.run(
    `INSERT INTO ${table} (device_uuid, body, heard_at) VALUES (?, ?, ?)
     ON CONFLICT (device_uuid) DO UPDATE SET body = excluded.body, heard_at = excluded.heard_at`,
    device,
    body,
    at,
  )
  if (report.type === 'info') {
    keepTemperature(sql, device, report.info.temperature, at)
    countHours(sql, device, report.info.uptime, at)
  }
  return 0
}

/** Read the last report of a device about itself, and when it came; nulls without one. */
export function readInfo(
  sql: Sql,
  device: string,
): { info: DeviceInfo | null; heard_at: string | null } {
  const row = sql.first<{ report: string; heard_at: string }>(
    'SELECT body AS report, heard_at FROM device_info WHERE device_uuid = ?',
    device,
  )
  return {
    info: row && (JSON.parse(row.report) as DeviceInfo),
    heard_at: row?.heard_at ?? null,
  }
}

/** Time for which temperatures are kept (ms). */
const keptTemperaturesMs = 31 * 86_400_000

/** Keep the lowest and highest temperature of the hour in which the service heard it. */
function keepTemperature(sql: Sql, device: string, temperature: number, at: string): void {
  sql.run(
    `INSERT INTO device_temperatures (device_uuid, hour, lowest, highest) VALUES (?1, ?2, ?3, ?3)
     ON CONFLICT (device_uuid, hour) DO UPDATE SET
       lowest = min(lowest, excluded.lowest), highest = max(highest, excluded.highest)`,
    device,
    `${at.slice(0, 13)}:00:00.000Z`,
    temperature,
  )
  const oldest = new Date(Date.parse(at) - keptTemperaturesMs).toISOString()
  sql.run('DELETE FROM device_temperatures WHERE device_uuid = ? AND hour < ?', device, oldest)
}

function keepMessages(
  sql: Sql,
  device: string,
  messages: readonly Omit<DeviceMessage, 'device_uuid'>[],
  at: string,
): number {
  const kept = messages.filter(
    ({ uuid, level, code, text, created_at }) =>
      sql.first(
        `INSERT OR IGNORE INTO device_messages (device_uuid, uuid, level, code, text, created_at, kept_at)
         VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING 1`,
        device,
        uuid,
        level,
        code,
        text,
        // Write times in one form, so that texts compare as times do.
        notAfter(at, created_at),
        at,
      ) !== null,
  )
  // Keep the newest by when they came in, since the device's own clock may be wrong.
  sql.run(
    `DELETE FROM device_messages WHERE device_uuid = ?1 AND rowid NOT IN (
       SELECT rowid FROM device_messages WHERE device_uuid = ?1 ORDER BY rowid DESC LIMIT ?2)`,
    device,
    keptMessages,
  )
  return kept.length
}
