import type { Device } from '../../../domain/entities/device.ts'
import { deviceState } from '../../../domain/rules/device.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { deviceLooks } from '../../state/device-looks.ts'
import { sayHearing, useHearing } from '../../state/hearing.ts'
import styles from './DeviceStateBadge.module.css'

/** Show the state of a device, with its age if the device has been silent. */
export function DeviceStateBadge({ device }: { device: Device }) {
  const state = deviceState(device)
  const hearing = useHearing(device.uuid)
  const age = state === 'offline' && hearing.kind === 'never' ? null : sayHearing(hearing)
  return (
    <span className={styles.state}>
      <Badge {...deviceLooks[state]}>{t(`devices.state.${state}`)}</Badge>
      {age !== null && (
        <span className={state === 'offline' ? styles.quiet : styles.old}>{age}</span>
      )}
    </span>
  )
}
