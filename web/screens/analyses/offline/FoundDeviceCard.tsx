import { Link } from 'wouter'
import type { FoundDevice } from '../../../../domain/desktop-bridge.ts'
import type { SeenDevice } from '../../../local/seen-device.ts'
import { lanErrorTexts } from '../../../lan/say-outcome.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import card from '../../../parts/card/Card.module.css'
import { paths } from '../../../paths.ts'
import { heardText } from './heard.ts'
import styles from './Offline.module.css'

/** Names of the two kinds, which no language translates. */
const kindNames = { bcube: 'bCUBE', bgate: 'bGATE' } as const

/** A device that was found in the local network, and of which this machine has no record. */
export function FoundDeviceCard(props: { device: FoundDevice; seen: SeenDevice | undefined }) {
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
