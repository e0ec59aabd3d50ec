import { type CalibrationKind, calibrationKinds } from '../catalog/calibration.ts'
import type { Calibration } from '../entities/calibration.ts'
import type { Device } from '../entities/device.ts'

/**
 * Key of a device's configuration with the time of its last calibration. Only the service writes it: from what the device
 * reports about itself (`/device/hello`) and from a thermal calibration that passed (`/calibrations/thermal/compute`).
 */
export const calibratedKey = 'calibration.last_at'

/** Age of a calibration above which a launch is warned; our choice, because the specification gives no figure. */
export const longestCalibrationDays = 365

/** Days for which an accepted calibration is valid: regions as long as QuantStudio's (4489821 B), temperature as the age above. */
const validDays: Readonly<Record<CalibrationKind, number>> = {
  roi: 183,
  thermal: longestCalibrationDays,
}

const dayMs = 86_400_000

/** Beginning of the keys that only the service writes. */
const calibrationPrefix = 'calibration.'

/** Return the moment until which a calibration is valid. */
export function validUntil(kind: CalibrationKind, measuredAt: string): string {
  return new Date(Date.parse(measuredAt) + validDays[kind] * dayMs).toISOString()
}

/** Return the accepted calibrations of a device by kind: their records and the end of their validity. */
export function acceptedOf({
  config,
}: Pick<Device, 'config'>): Partial<Record<CalibrationKind, { uuid: string; until: string }>> {
  return Object.fromEntries(
    calibrationKinds.flatMap((kind) => {
      const [uuid, until] = [config[keyOf(kind, 'uuid')], config[keyOf(kind, 'until')]]
      return typeof uuid === 'string' && typeof until === 'string' ? [[kind, { uuid, until }]] : []
    }),
  )
}

function keyOf(kind: CalibrationKind, field: 'uuid' | 'until'): string {
  return `${calibrationPrefix}${kind}.${field}`
}

/** Return the configuration of a device after a calibration of it was accepted. */
export function withAccepted(
  config: Device['config'],
  { uuid, kind, valid_until, measured_at }: Calibration,
  now: string,
): Device['config'] {
  const dated = kind === 'thermal' ? withCalibration(config, measured_at, now) : config
  return { ...dated, [keyOf(kind, 'uuid')]: uuid, [keyOf(kind, 'until')]: valid_until }
}

/**
 * Return true for a device whose calibration is overdue: the last thermal one is unknown or too old, or one that was accepted is no
 * longer valid. A launch is warned, or refused where the company says so.
 */
export function isCalibrationDue(device: Pick<Device, 'config'>, at: number): boolean {
  const age = calibrationAge(device, at)
  if (age === null || age > longestCalibrationDays) return true
  return Object.values(acceptedOf(device)).some(({ until }) => Date.parse(until) < at)
}

/** Return true for a device with an accepted calibration of every kind, each of which somebody signed. */
export function isCalibrationSigned(device: Pick<Device, 'config'>): boolean {
  const accepted = acceptedOf(device)
  return calibrationKinds.every((kind) => accepted[kind] !== undefined)
}

/**
 * Return the moment at which the next calibration of a device is due (ms since 1970): the earliest end of what was accepted, or of the age
 * that is allowed; null if no thermal calibration is known, which is due at once.
 */
export function calibrationDueAt(device: Pick<Device, 'config'>): number | null {
  const last = readMoment(device.config)
  if (last === null) return null
  const ends = Object.values(acceptedOf(device)).map(({ until }) => Date.parse(until))
  return Math.min(last + (longestCalibrationDays + 1) * dayMs, ...ends)
}

/** Return the whole days since a device was calibrated; null if that is unknown. */
export function calibrationAge({ config }: Pick<Device, 'config'>, at: number): number | null {
  const moment = readMoment(config)
  return moment === null ? null : Math.max(0, Math.floor((at - moment) / dayMs))
}

/**
 * Return the configuration after a device was calibrated at a moment: never later than now, whatever its clock shows,
 * and unchanged by an earlier moment than the known one.
 */
export function withCalibration(
  config: Device['config'],
  calibratedAt: string,
  now: string,
): Device['config'] {
  const moment = Math.min(Date.parse(calibratedAt), Date.parse(now))
  const known = readMoment(config)
  if (Number.isNaN(moment) || (known !== null && known >= moment)) return config
  return { ...config, [calibratedKey]: new Date(moment).toISOString() }
}

/** Return the configuration that a person writes, with the known calibration in place of any that they wrote. */
export function keepCalibration(
  written: Device['config'],
  known: Device['config'],
): Device['config'] {
  const isOwn = ([key]: [string, unknown]) => key.startsWith(calibrationPrefix)
  return Object.fromEntries([
    ...Object.entries(written).filter((one) => !isOwn(one)),
    ...Object.entries(known).filter(isOwn),
  ])
}

function readMoment(config: Device['config']): number | null {
  const said = config[calibratedKey]
  const moment = typeof said === 'string' ? Date.parse(said) : Number.NaN
  return Number.isNaN(moment) ? null : moment
}
