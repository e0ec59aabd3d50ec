import { device } from '../../domain/entities/device.ts'
import { ShellBanner } from '../screens/devices/ShellBanner.tsx'
import { useRecords } from '../state/use-records.ts'
import styles from './Locked.module.css'

/** Over every page: a remote shell that is open on a device of the company concerns whoever works there. */
export function OpenShells() {
  const devices = useRecords(device)
  return (
    <div className={styles.bar}>
      <ShellBanner devices={devices ?? []} />
    </div>
  )
}
