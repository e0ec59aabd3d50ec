import { Link } from 'wouter'
import type { Device } from '../../../domain/entities/device.ts'
import { t } from '../../i18n/intl.ts'
import { deviceState, type DeviceState } from '../../../domain/rules/device.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { paths } from '../../paths.ts'
import { compareTexts, formatNumber } from '../../i18n/format.ts'
import { sayHearing, useHearing } from '../../state/hearing.ts'
import { deviceLooks } from '../../state/device-looks.ts'
import styles from './HomeScreen.module.css'

/** Number of devices up to which each has its line. */
const most = 8
/** Number of lines where there are more. */
const listed = 6

/** Show which devices are free. Of many, count them by state and list those that can take a run first. */
export function DeviceGlance({ devices }: { devices: readonly Device[] }) {
  const isMany = devices.length > most
  const states = Object.keys(deviceLooks) as DeviceState[]
  const rank = (device: Device) => (isMany ? states.indexOf(deviceState(device)) : 0)
  const sorted = devices.toSorted((a, b) => rank(a) - rank(b) || compareTexts(a.name, b.name))
  return (
    <section className={styles.section} aria-label={t('devices.title')}>
      <h2>
        {t('devices.title')} {isMany && <span className={styles.count}>{devices.length}</span>}
      </h2>
      {sorted.length === 0 && <p className={styles.quiet}>{t('devices.empty.title')}</p>}
      {isMany && <StateCounts devices={devices} states={states} />}
      <ul className={styles.list}>
        {sorted.slice(0, isMany ? listed : most).map((one) => (
          <li key={one.uuid}>
            <DeviceLine device={one} />
          </li>
        ))}
      </ul>
      {isMany && <Link href={paths.devices()}>{t('home.all', { count: devices.length })}</Link>}
    </section>
  )
}

function StateCounts(props: { devices: readonly Device[]; states: readonly DeviceState[] }) {
  const found = Map.groupBy(props.devices, deviceState)
  return (
    <p className={styles.states}>
      {props.states.map((state) => {
        const count = found.get(state)?.length ?? 0
        if (count === 0) return null
        return (
          <Badge key={state} {...deviceLooks[state]}>
            {t(`devices.state.${state}`)}: {formatNumber(count)}
          </Badge>
        )
      })}
    </p>
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
        {state !== 'offline' && hearing.kind === 'old' && ` · ${sayHearing(hearing)}`}
      </span>
    </Link>
  )
}
