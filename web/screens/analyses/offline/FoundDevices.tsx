import type { FoundDevice } from '../../../../domain/desktop-bridge.ts'
import { hostNetwork } from '../../../host/host.ts'
import { compareTexts } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { SeenDevice } from '../../../local/seen-device.ts'
import card from '../../../parts/card/Card.module.css'
import styles from './Offline.module.css'
import { Link } from 'wouter'
import { lanErrorTexts } from '../../../lan/say-outcome.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { paths } from '../../../paths.ts'
import { heardText } from '../../../lan/heard.ts'

/** Names of the two kinds, which no language translates. */
const kindNames = { bcube: 'bCUBE', bgate: 'bGATE' } as const

/** Show a device that was found in the local network, and of which this machine has no record. */
function FoundDeviceCard(props: { device: FoundDevice; seen: SeenDevice | undefined }) {
  const { device, seen } = props
  return (
    <Link href={paths.offlineDevice(device.hostname)} className={`${card.card} ${styles.device}`}>
      <span className={styles.head}>
        <strong>
          <bdi dir="ltr">{device.hostname}</bdi>
        </strong>
        <Badge tone="neutral">{kindNames[device.deviceType]}</Badge>
      </span>
      <span className={styles.quiet}>{heardText(seen)}</span>
      {seen?.fault && <span className={styles.quiet}>{lanErrorTexts(seen.fault).join(' ')}</span>}
    </Link>
  )
}

/** Show how the desktop shell searches devices; nothing in a browser, which cannot search. */
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

/** List the devices that the desktop shell has found and this machine has no record of. */
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
