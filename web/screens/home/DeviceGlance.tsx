import { Link } from 'wouter'
import type { Device } from '../../../domain/entities/device.ts'
import { t } from '../../i18n/intl.ts'
import { deviceState } from '../../../domain/rules/device.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { paths } from '../../paths.ts'
import { compareTexts, formatDuration } from '../../i18n/format.ts'
import { useHearing } from '../../state/hearing.ts'
import { deviceLooks } from '../../state/device-looks.ts'
import styles from './HomeScreen.module.css'

/** Show which devices are free. */
export function DeviceGlance({ devices }: { devices: readonly Device[] }) {
  const sorted = devices.toSorted((a, b) => compareTexts(a.name, b.name))
  return (
    <section className={styles.section} aria-label={t('devices.title')}>
      <h2>{t('devices.title')}</h2>
      {sorted.length === 0 && <p className={styles.quiet}>{t('devices.empty.title')}</p>}
      <ul className={styles.list}>
        {sorted.map((one) => (
          <li key={one.uuid}>
            <DeviceLine device={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DeviceLine({ device }: { device: Device }) {
  const state = deviceState(device)
  const hearing = useHearing(device.uuid)
  return (
    <Link href={`${paths.devices()}?device=${device.uuid}`} className={styles.line}>
      <span className={styles.between}>
        <strong>{device.name}</strong>
        <Badge {...deviceLooks[state]}>{t(`devices.state.${state}`)}</Badge>
      </span>
      <span className={styles.quiet}>
        {device.model}
        {state !== 'offline' &&
          hearing.kind === 'old' &&
          ` · ${t('devices.heard.old', { age: formatDuration(hearing.seconds) })}`}
      </span>
    </Link>
  )
}
