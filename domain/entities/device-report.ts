import * as v from 'valibot'
import { wavelengthNames } from '../catalog/wavelengths.ts'
import { FileName, Timestamp, Uuid, Version } from '../fields.ts'

/**
 * Reports of a device about itself, beside its runs. They are not records: they are bounded per device and kept in tables of
 * their own (edge/store/device-reports.ts).
 */
const Words = v.pipe(v.string(), v.maxLength(120))
const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(100))

/** A figure now, and the mean of the device's first 30 days. */
const SinceNew = v.strictObject({
  now: v.pipe(v.number(), v.minValue(0), v.maxValue(10_000)),
  first: v.pipe(v.number(), v.minValue(0), v.maxValue(10_000)),
})

/** Figures that a device measures of itself. Each is left out by a device that does not measure it. */
const Measured = v.strictObject({
  /** Its own clock when it sent this, before it was corrected by the time of the service. */
  clock: v.optional(Timestamp),
  /** Signal of its Wi-Fi in dBm; null without Wi-Fi, as on a cable. */
  wifi: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-120), v.maxValue(0)))),
  /** Speed of the fan, rotations per minute. */
  fan: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(30_000))),
  /** Heating rate of the block in °C/s. */
  heating: v.optional(SinceNew),
  /** Seconds until the lid is hot. */
  lid: v.optional(SinceNew),
  /** Light of each channel on the reference, in percent of the first days. */
  optics: v.optional(
    v.pipe(
      v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(200))),
      v.maxEntries(wavelengthNames.length),
      v.check(
        (light) => Object.keys(light).every((name) => wavelengthNames.some((one) => one === name)),
        'no_such_channel',
      ),
    ),
  ),
  /** Readings and answers that wait for the service, and the time of the oldest. */
  uploads: v.optional(
    v.strictObject({
      waiting: v.pipe(v.number(), v.integer(), v.minValue(0)),
      oldest: v.nullable(Timestamp),
    }),
  ),
  /** Update that has been ordered and not ended, with the part of the image that is there in percent. */
  update: v.optional(
    v.strictObject({
      version: Version,
      /** `run` and `window`: it has the image and waits for the end of a run, or for its time of the day. */
      stage: v.picklist(['downloading', 'run', 'window', 'trial']),
      share: Share,
    }),
  ),
  /** Its last self-test, which is a record of its own as well (domain/entities/auto-test.ts). */
  self_test: v.optional(
    v.strictObject({ outcome: v.picklist(['passed', 'failed']), ran_at: Timestamp }),
  ),
})

/** Device info (spec §3, ENT-031): serial number and hostname are in the record itself. */
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
  /** Absent from an older device. */
  measured: v.optional(Measured),
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

/** A log file that is kept on the device (decisions D3). */
export const DeviceLog = v.strictObject({
  name: FileName,
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  date: Timestamp,
})
export type DeviceLog = v.InferOutput<typeof DeviceLog>

/** Most of each that is kept of one device. */
export const keptMessages = 2000
export const keptLogs = 200
