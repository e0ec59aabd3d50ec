import type { Attachment } from '../../../domain/entities/attachment.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { Bkernel } from '../../../domain/entities/bkernel.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import type {
  DeviceInfo,
  DeviceLog,
  DeviceMessage,
} from '../../../domain/entities/device-report.ts'
import type { PageQuery } from '../../../domain/calls/shapes.ts'
import { Fault } from '../../../domain/fault.ts'
import { lifeOf } from '../../../domain/actions/device.ts'
import { hiddenDeviceTypes } from '../../../domain/rules/device-sight.ts'
import { allowAction } from '../allow.ts'
import { type By, readSeen } from '../by.ts'
import { type CalibrationOfRun, calibrationsAt } from '../calibrations-in-force.ts'
import { listDepartures } from '../departures.ts'
import { readInfo } from '../device-reports.ts'
import { listPage, maySee, type Filter, type Sight } from '../lists.ts'
import { findOperation, readRecord } from '../operations.ts'
import { isAlikeAnother } from '../rules/check-name.ts'
import { refuseSigned } from '../rules/material.ts'
import type { Sql, SqlValue } from '../sql.ts'
import { openRecord } from '../open-record.ts'
import { refuseUngranted } from '../visit-changes.ts'

interface Paged {
  limit: number
  offset: number
}

export const materialQueries = {
  /**
   * Check whether a record takes a file, before that is kept; not again for one that this operation has added already.
   * @throws Fault as the upload itself does.
   */
  checkAttach: (
    sql: Sql,
    { to, opId }: { to: Pick<Attachment, 'resource_kind' | 'resource_uuid'>; opId: string },
    sight: Sight,
  ): null => {
    readSeen(sql, to.resource_kind, to.resource_uuid, sight)
    if (!findOperation(sql, opId)) refuseSigned(sql, to)
    return null
  },
  /** Return the last report of a device about itself; nulls without one. */
  deviceInfo: (
    sql: Sql,
    { uuid }: { uuid: string },
    sight: Sight,
  ): { info: DeviceInfo | null; heard_at: string | null } => {
    readSeen(sql, 'device', uuid, sight)
    return readInfo(sql, uuid)
  },
  /**
   * Return the name and serial number of a device for files of runs that were seen, also of one that has left the company. Its hostname
   * is for the network of the laboratory alone.
   */
  deviceLabel: (sql: Sql, { uuid }: { uuid: string }, _sight: Sight): string | null => {
    const row = sql.first<{ name: string; serial: string }>(
      `SELECT name, body ->> '$.serial_no' AS serial FROM records WHERE kind = 'device' AND uuid = ?`,
      uuid,
    )
    if (!row) return null
    return row.name === row.serial ? row.name : `${row.name} (${row.serial})`
  },
  /** Lowest and highest housing temperature of each hour that a device was heard in, the oldest first. */
  deviceTemperatures: (
    sql: Sql,
    { uuid }: { uuid: string },
    sight: Sight,
  ): { hour: string; lowest: number; highest: number }[] => {
    readSeen(sql, 'device', uuid, sight)
    return sql.all<{ hour: string; lowest: number; highest: number }>(
      'SELECT hour, lowest, highest FROM device_temperatures WHERE device_uuid = ? ORDER BY hour',
      uuid,
    )
  },
  /** A page of devices, each with its last report about itself. */
  deviceReports: (
    sql: Sql,
    { query }: { query: PageQuery },
    sight: Sight,
  ): {
    data: { device: Device; info: DeviceInfo | null; heard_at: string | null }[]
    pages: number
    total: number
  } => {
    const { data, pages, total } = listPage(sql, 'device', query, sight)
    const reports = data.map((device) => ({ device, ...readInfo(sql, device.uuid) }))
    return { data: reports, pages, total }
  },
  /** Log files on the device, by name. */
  deviceLogs: (sql: Sql, { uuid }: { uuid: string }, sight: Sight): DeviceLog[] => {
    readSeen(sql, 'device', uuid, sight)
    const row = reportRow(sql, 'device_logs', uuid)
    return row ? (JSON.parse(row.body) as DeviceLog[]) : []
  },
  /** Messages of one device or of all in sight. */
  deviceMessages: (
    sql: Sql,
    wanted: {
      device?: string | undefined
      levels?: readonly string[] | undefined
      from?: string | undefined
      to?: string | undefined
      search?: string | undefined
      oldestFirst: boolean
    } & Paged,
    sight: Sight,
  ): { data: DeviceMessage[]; total: number } => listMessages(sql, wanted, sight),
  /**
   * The record of a device that has left for another company, as it was, and that company while it is on its way; null where it is
   * still here or went otherwise.
   */
  departedDevice: (
    sql: Sql,
    { uuid }: { uuid: string },
    sight: Sight,
  ): { body: Device; to: string | null } | null => {
    const row = sql.first<{ body: string; action: string }>(
      `SELECT body, action FROM records JOIN operations USING (seq)
       WHERE records.kind = 'device' AND records.uuid = ? AND deleted_at IS NOT NULL`,
      uuid,
    )
    const body = row?.action === 'device.migrate' ? openRecord('device', row.body) : null
    if (!body || !maySee('device', body, sight)) return null
    return { body, to: listDepartures(sql).find((one) => one.uuid === uuid)?.to ?? null }
  },
  /** The whole record, also of what this reader is not shown: for the server's own use. */
  wholeDevice: (sql: Sql, { uuid }: { uuid: string }, sight: Sight): Device =>
    readSeen(sql, 'device', uuid, sight),
  /**
   * Ask for all that this company may refuse a device for, before that leaves the other one: afterwards nobody could rename it.
   * @throws Fault `taken` for a name that a device here has, or one that looks like it: people choose devices by their names.
   */
  checkArrival: (
    sql: Sql,
    { uuid, device: name, by }: { uuid: string; device: string; by: By },
    _sight: Sight,
  ): null => {
    // Refuse partners alone: the provider's administration moves devices wherever it keeps the deployment.
    refuseUngranted(sql, by, ['partner'])
    allowAction('device', 'register', lifeOf(readRecord(sql, 'device', uuid)), by.permissions)
    if (!isAlikeAnother(sql, 'device', { uuid, name })) return null
    const text = 'The other company has a device with this name: rename this one first'
    throw new Fault('taken', text, { field: 'company_uuid', reason: 'name_taken' })
  },
  /** Every version that fits: there are at most some hundreds, chosen from and paged by the handler. */
  bkernels: (sql: Sql, { filter }: { filter: Filter }, sight: Sight): Bkernel[] =>
    listPage(sql, 'bkernel', { limit: '1000', order: 'created_at DESC' }, sight, filter).data,
  /** Lots with what a label says of their kits, in the order asked for. */
  lotLabels: (
    sql: Sql,
    { uuids }: { uuids: readonly string[] },
    _sight: Sight,
  ): { lot: BkitLot; kit: Bkit | null }[] =>
    uuids.map((uuid) => {
      const lot = readRecord(sql, 'bkit_lot', uuid)
      if (!lot) throw new Fault('not_found', 'No such bkit_lot', { params: { uuid } })
      return { lot, kit: readRecord(sql, 'bkit', lot.bkit_uuid) }
    }),
  /** Calibrations that were in force on the device when a run began, by kind; none of a run that has not begun. */
  calibrationsOfRun: (sql: Sql, { uuid }: { uuid: string }, sight: Sight): CalibrationOfRun[] => {
    const { device_uuid: device, started_at: start } = readSeen(sql, 'analysis', uuid, sight)
    return device === null || start === null ? [] : calibrationsAt(sql, device, start)
  },
  /** Moment at which a picture with these bytes was first kept with a device; null for one that never was. */
  pictureSince: (
    sql: Sql,
    { device, hash }: { device: string; hash: string },
    sight: Sight,
  ): string | null => {
    readSeen(sql, 'device', device, sight)
    const row = sql.first<{ since: string | null }>(
      `SELECT min(created_at) AS since FROM records WHERE kind = 'attachment'
         AND json_extract(body, '$.resource_uuid') = ? AND json_extract(body, '$.role') = 'roi'
         AND json_extract(body, '$.content_hash') = ?`,
      device,
      hash,
    )
    return row?.since ?? null
  },
  /** The picture of a device that a calibration kept under this name, the newest of them. */
  roiFile: (
    sql: Sql,
    { device, file }: { device: string; file: string },
    sight: Sight,
  ): Attachment | null => {
    readSeen(sql, 'device', device, sight)
    const row = sql.first<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'attachment' AND deleted_at IS NULL
         AND json_extract(body, '$.resource_uuid') = ? AND json_extract(body, '$.role') = 'roi' AND name = ?
       ORDER BY created_at DESC LIMIT 1`,
      device,
      file,
    )
    return row && openRecord('attachment', row.body)
  },
}

function reportRow(sql: Sql, table: 'device_info' | 'device_logs', uuid: string) {
  return sql.first<{ body: string; heard_at: string }>(
    `SELECT body, heard_at FROM ${table} WHERE device_uuid = ?`,
    uuid,
  )
}

function listMessages(
  sql: Sql,
  wanted: Parameters<(typeof materialQueries)['deviceMessages']>[1],
  sight: Sight,
): { data: DeviceMessage[]; total: number } {
  const where = [
    `device_uuid IN (SELECT uuid FROM records WHERE kind = 'device' AND deleted_at IS NULL
       AND json_extract(body, '$.deviceType') NOT IN (SELECT value FROM json_each(?)))`,
  ]
  const values: SqlValue[] = [JSON.stringify(hiddenDeviceTypes(sight.closed ?? []))]
  const add = (condition: string, value: string | undefined) => {
    if (value === undefined) return
    where.push(condition)
    values.push(value)
  }
  if (wanted.device !== undefined) readSeen(sql, 'device', wanted.device, sight)
  add('device_uuid = ?', wanted.device)
  add('level IN (SELECT value FROM json_each(?))', wanted.levels && JSON.stringify(wanted.levels))
  add('created_at >= ?', wanted.from)
  add('created_at <= ?', wanted.to)
  add('instr(lower(text), lower(?)) > 0', wanted.search)
  const from = `FROM device_messages WHERE ${where.join(' AND ')}`
  const direction = wanted.oldestFirst ? 'ASC' : 'DESC'
  const data = sql.all<DeviceMessage>(
    `SELECT uuid, device_uuid, level, code, text, created_at ${from}
     ORDER BY created_at ${direction}, rowid ${direction} LIMIT ? OFFSET ?`,
    ...values,
    wanted.limit,
    wanted.offset,
  )
  const total = sql.first<{ total: number }>(`SELECT count(*) AS total ${from}`, ...values)?.total
  return { data, total: total ?? 0 }
}
