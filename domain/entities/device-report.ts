import * as v from 'valibot'
import { FileName, Timestamp, Uuid } from '../fields.ts'

/**
 * Reports of a device about itself, beside its runs. They are not records: they are bounded per device and kept in tables of
 * their own (edge/store/device-reports.ts).
 */
const Words = v.pipe(v.string(), v.maxLength(120))
const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(100))

/** Device info (spec §3, ENT-031): serial number and hostname stand in the record itself. */
export const DeviceInfo = v.strictObject({
  ip: v.pipe(v.string(), v.maxLength(45), v.regex(/^[0-9A-Fa-f:.]*$/, 'ip')),
  ssid: v.pipe(v.string(), v.maxLength(32)),
  /** Degrees; null where it does not know its place. `accuracy` in metres. */
  latitude: v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))),
  longitude: v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))),
  accuracy: v.nullable(v.pipe(v.number(), v.minValue(0))),
  versions: v.pipe(v.record(v.string(), Words), v.maxEntries(20)),
  /** Seconds since it started. */
  uptime: v.pipe(v.number(), v.minValue(0)),
  /** °C inside the housing. */
  temperature: v.pipe(v.number(), v.minValue(-60), v.maxValue(200)),
  /** Percent in use. */
  health: v.strictObject({ system_disk: Share, data_disk: Share, memory: Share, cpu: Share }),
})
export type DeviceInfo = v.InferOutput<typeof DeviceInfo>

/** A line of a device's own (decisions D3). */
export const DeviceMessage = v.strictObject({
  uuid: Uuid,
  device_uuid: Uuid,
  level: v.picklist(['info', 'warning', 'error']),
  code: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{0,40}$/, 'code')),
  text: v.pipe(v.string(), v.maxLength(500)),
  created_at: Timestamp,
})
export type DeviceMessage = v.InferOutput<typeof DeviceMessage>

/** A log file that lies on the device (decisions D3). */
export const DeviceLog = v.strictObject({
  name: FileName,
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  date: Timestamp,
})
export type DeviceLog = v.InferOutput<typeof DeviceLog>

/** Most of each that is kept of one device. */
export const keptMessages = 2000
export const keptLogs = 200
