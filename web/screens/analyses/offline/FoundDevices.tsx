import type { FoundDevice } from '../../../../domain/desktop-bridge.ts'
import { hostNetwork } from '../../../host/host.ts'
import { compareTexts } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { SeenDevice } from '../../../local/seen-device.ts'
import card from '../../../parts/card/Card.module.css'
import { FoundDeviceCard } from './FoundDeviceCard.tsx'
import styles from './Offline.module.css'

/** By what the desktop shell looks for devices; draws nothing in a browser, which cannot look. */
export function LookingBy() {
  const { value: network } = hostNetwork
  if (!network) return null
  const addresses = network.interfaces.map(({ address }) => address).join(', ')
  return (
    <p className={styles.quiet}>
      {addresses ? t('offline.lookingBy', { addresses }) : t('offline.lookingNowhere')}
    </p>
  )
}

/** Devices that the desktop shell has found and this machine has no record of. */
export function FoundDevices(props: {
  devices: readonly FoundDevice[]
  seen: ReadonlyMap<string, SeenDevice>
}) {
  const { devices, seen } = props
  if (devices.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('offline.found')}>
      <h2>{t('offline.found')}</h2>
      <ul className={`${card.list} ${styles.cards}`}>
        {devices
          .toSorted((a, b) => compareTexts(a.hostname, b.hostname))
          .map((device) => (
            <li key={device.uuid}>
              <FoundDeviceCard device={device} seen={seen.get(device.hostname)} />
            </li>
          ))}
      </ul>
    </section>
  )
}
