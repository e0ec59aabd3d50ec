import { device } from '../../domain/entities/device.ts'
import { ShellBanner } from '../screens/devices/ShellBanner.tsx'
import { useRecords } from '../state/use-records.ts'
import styles from './Locked.module.css'

/** Show on every page that a remote shell is open on a device: it concerns everybody who works there. */
export function OpenShells() {
  const devices = useRecords(device)
  return (
    <div className={styles.bar}>
      <ShellBanner devices={devices ?? []} />
    </div>
  )
}
