import type { Device } from '../entities/device.ts'

/**
 * Key of a device's configuration with the time of its last calibration. Only the service writes it: from what the device
 * reports about itself (`/device/hello`) and from a thermal calibration that passed (`/calibrations/thermal/compute`).
 */
export const calibratedKey = 'calibration.last_at'

/** Age of a calibration above which a launch is warned; our choice, because the specification gives no figure. */
export const longestCalibrationDays = 365

const dayMs = 86_400_000

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
  const { [calibratedKey]: _said, ...rest } = written
  const moment = known[calibratedKey]
  return moment === undefined ? rest : { ...rest, [calibratedKey]: moment }
}

function readMoment(config: Device['config']): number | null {
  const said = config[calibratedKey]
  const moment = typeof said === 'string' ? Date.parse(said) : Number.NaN
  return Number.isNaN(moment) ? null : moment
}
