import { useId } from 'react'
import { Link } from 'wouter'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { deviceTypes } from '../../../../domain/catalog/devices.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { calibrationAge, lacksSignedCalibration } from '../../../../domain/rules/calibration-age.ts'
import { deviceState } from '../../../../domain/rules/device.ts'
import { faultText } from '../../../i18n/faults.ts'
import { formatCelsius } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import lined from '../../../parts/facts/Facts.module.css'
import { paths } from '../../../paths.ts'
import { minute } from '../../../state/clock.ts'
import { deviceLooks } from '../../../state/device-looks.ts'
import { changeDraft } from '../../../state/draft.ts'
import { sayHearing, useHearing } from '../../../state/hearing.ts'
import { deviceStatuses } from '../../../state/live.ts'
import { useOwnCompany } from '../../../state/use-own-company.ts'
import styles from './Devices.module.css'

/** Show a device with its present state, the age of that, and the reason why it cannot take the run. */
export function DeviceChoice(props: {
  device: Device
  chosen: boolean
  refusal: FaultDetail | null
}) {
  const { device, chosen, refusal } = props
  const state = deviceState(device)
  const reason = refusal && faultText(refusal)
  // Read aloud name and state at once, and the facts after a pause.
  const id = useId()
  return (
    <div
      className={styles.device}
      data-off={refusal !== null || undefined}
      data-chosen={chosen || undefined}
    >
      <label className={styles.choice}>
        <input
          type="radio"
          name="device"
          checked={chosen}
          disabled={refusal !== null && !chosen}
          aria-labelledby={`${id}-name ${id}-state`}
          aria-describedby={`${id}-facts`}
          onChange={() => changeDraft({ device_uuid: device.uuid, instrument: null })}
        />
        <span className={styles.words}>
          <span id={`${id}-name`} className={styles.name}>
            {device.name}
          </span>
          <span id={`${id}-facts`} className={styles.about}>
            <DeviceFacts device={device} />
            {reason && <span className={styles.why}>{reason}</span>}
          </span>
        </span>
        <span id={`${id}-state`} className={styles.state}>
          <Badge {...deviceLooks[state]}>{t(`devices.state.${state}`)}</Badge>
          <Age device={device} />
        </span>
      </label>
      {device.analysis_uuid && state === 'in_use' && (
        <Link className={styles.run} href={paths.analysis(device.analysis_uuid)}>
          {t('wizard.device.viewRun')}
        </Link>
      )}
      {refusal?.code === 'device_outdated' && (
        <Link className={styles.run} href={paths.devices()}>
          {t('wizard.device.update')}
        </Link>
      )}
    </div>
  )
}

/** Type, cartridge, software, and what it last said of its lid and block. */
function DeviceFacts({ device }: { device: Device }) {
  const status = deviceStatuses.value.get(device.uuid)?.status
  const isThere = deviceState(device) !== 'offline'
  const days = calibrationAge(device, minute.value)
  const isRequired = useOwnCompany()?.calibration_required === 'Y'
  const isSigned = !lacksSignedCalibration(device, minute.value)
  return (
    <ul className={lined.line}>
      <li>{deviceTypes[device.deviceType].name}</li>
      <li>
        <bdi dir="ltr">{cartridges[device.cartridge_type].name}</bdi>
      </li>
      <li>{t('wizard.device.software', { version: device.bkernel_version })}</li>
      {status && isThere && <li>{formatCelsius(status.block_temperature)}</li>}
      {status && isThere && (
        <li className={status.lid === 'open' ? styles.why : undefined}>
          {t(`wizard.device.lid.${status.lid}`)}
        </li>
      )}
      {isRequired && !isSigned && <li className={styles.why}>{t('wizard.device.unsigned')}</li>}
      {isSigned && days !== null && <li>{t('wizard.device.calibrated', { days })}</li>}
      {!isRequired && !isSigned && days !== null && (
        <li>{t('wizard.device.calibratedItself', { days })}</li>
      )}
    </ul>
  )
}

/** Show the age of the device's status, where it is not current. */
function Age({ device }: { device: Device }) {
  const hearing = useHearing(device.uuid)
  if (hearing.kind === 'never' && deviceState(device) === 'offline') return null
  const age = sayHearing(hearing)
  return age === null ? null : <span className={styles.age}>{age}</span>
}
