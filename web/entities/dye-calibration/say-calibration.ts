import type { Compensation } from '../../../domain/entities/evaluation-recipe.ts'
import { localTime } from '../../state/local-time.ts'

/** Name a colour calibration by when, where and in which run it was measured. */
export function sayCalibration(from: NonNullable<Compensation['from']>): string {
  const { measured_at: at, device_name: device, run_name: run } = from
  return [localTime(at, 'date'), device, run].filter(Boolean).join(' · ')
}
