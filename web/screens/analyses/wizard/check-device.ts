import {
  calibrationAge,
  dyesWithout,
  isCalibrationDue,
  lacksSignedCalibration,
  longestCalibrationDays,
} from '../../../../domain/rules/calibration-age.ts'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import type { Check, Checked } from './check.ts'

/** From this share of its disk on a device may not hold a whole run. */
const fullShare = 0.95

/** Check that the device can take the run, is closed, has room, and was calibrated recently. */
export function checkDevice({ plan, refusal, heard, now, calibrationRequired }: Checked): Check[] {
  const { device } = plan
  const mend = 'device' as const
  if (!device) return [{ id: 'device', state: 'todo', text: t('wizard.check.device'), mend }]
  if (refusal) return [{ id: 'device', state: 'open', text: faultText(refusal), mend }]
  const { name, bkernel_version: version } = device
  const checks: Check[] = [
    { id: 'device', state: 'ok', text: t('wizard.check.deviceReady', { name, version }), mend },
  ]
  if (heard) {
    const isShut = heard.lid === 'closed'
    const lid = t(isShut ? 'wizard.check.lid.closed' : 'wizard.check.lid.open', { name })
    checks.push({ id: 'lid', state: isShut ? 'ok' : 'open', text: lid, mend })
    if (shareOf(heard.health.data_disk) >= fullShare) {
      const text = t('wizard.check.storage', { name })
      checks.push({ id: 'storage', state: 'warned', text, mend, about: device.uuid })
    }
  }
  const days = calibrationAge(device, now)
  const isDue = calibrationRequired
    ? lacksSignedCalibration(device, now)
    : isCalibrationDue(device, now)
  // Say nothing of an unknown age, unless the company asks for a calibration.
  if (days !== null || calibrationRequired) {
    const state = !isDue ? 'ok' : calibrationRequired ? 'open' : 'warned'
    const text = sayCalibration(name, days ?? 0, state)
    checks.push({ id: 'calibration', state, text, mend, about: device.uuid })
  }
  const channels = (plan.method?.process.channels ?? []).map(({ wavelength }) => wavelength)
  const without = dyesWithout(device, channels, now)
  if (without.length > 0) {
    const text = t('wizard.check.calibration.dyes', {
      name,
      channels: without.map((one) => displayName(one)).join(', '),
    })
    const state = calibrationRequired ? 'open' : 'warned'
    checks.push({ id: 'dyes', state, text, mend, about: device.uuid })
  }
  return checks
}

function sayCalibration(name: string, days: number, state: 'ok' | 'open' | 'warned'): string {
  if (state === 'ok') return t('wizard.check.calibration.good', { days })
  if (state === 'open') return t('wizard.check.calibration.refused', { name })
  // Say that one is due while the last thermal calibration is recent: its age says nothing about the regions.
  if (days <= longestCalibrationDays) return t('wizard.check.calibration.due', { name })
  return t('wizard.check.calibration.old', { days })
}

/** Return a share: devices report a share or a percentage. */
function shareOf(value: number): number {
  return value <= 1 ? value : value / 100
}
