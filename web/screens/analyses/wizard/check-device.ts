import { calibrationAge, longestCalibrationDays } from '../../../../domain/rules/calibration-age.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import type { Check, Checked } from './check.ts'

/** From this share of its disk on a device may not hold a whole run. */
const fullShare = 0.95

/** Check that the device can take the run, is closed, has room, and was calibrated recently. */
export function checkDevice({ plan, refusal, heard, now }: Checked): Check[] {
  const { device } = plan
  const mend = 'device' as const
  if (!device) return [{ id: 'device', state: 'open', text: t('wizard.check.device'), mend }]
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
  if (days !== null) {
    const isOld = days > longestCalibrationDays
    const text = t(isOld ? 'wizard.check.calibration.old' : 'wizard.check.calibration.good', {
      days,
    })
    const state = isOld ? 'warned' : 'ok'
    checks.push({ id: 'calibration', state, text, mend, about: device.uuid })
  }
  return checks
}

/** Return a share: devices report a share or a percentage. */
function shareOf(value: number): number {
  return value <= 1 ? value : value / 100
}
