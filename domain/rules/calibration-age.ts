import type { Device } from '../entities/device.ts'

/** Where a device's configuration says when it was last calibrated, as a day or a moment. */
export const calibratedKey = 'calibration.last_at'

/** A calibration older than this is told before a launch; ours, the specification gives no figure. */
export const longestCalibrationDays = 365

const dayMs = 86_400_000

/** Whole days since a device was calibrated; null where it does not say. */
export function calibrationAge({ config }: Pick<Device, 'config'>, at: number): number | null {
  const said = config[calibratedKey]
  const moment = typeof said === 'string' ? Date.parse(said) : Number.NaN
  return Number.isNaN(moment) ? null : Math.max(0, Math.floor((at - moment) / dayMs))
}
