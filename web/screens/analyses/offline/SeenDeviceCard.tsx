import { Link } from 'wouter'
import type { Device } from '../../../../domain/entities/device.ts'
import { deviceState } from '../../../../domain/rules/device.ts'
import { secondsLeft, shareOf } from '../../../../domain/rules/run-time.ts'
import { formatDuration } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { SeenDevice } from '../../../local/seen-device.ts'
import { deviceAsSeen, heardText } from '../../../lan/heard.ts'
import { lanErrorTexts } from '../../../lan/say-outcome.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import card from '../../../parts/card/Card.module.css'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { paths } from '../../../paths.ts'
import { now } from '../../../state/clock.ts'
import { deviceLooks } from '../../../state/device-looks.ts'

import styles from './Offline.module.css'

/** Show one device as it answers in the local network, with the age of the answer. */
export function SeenDeviceCard(props: { device: Device; seen: SeenDevice | undefined }) {
  const { device, seen } = props
  const state = deviceState(deviceAsSeen(device, seen, now.value))
  const run = seen?.status?.run ?? null
  const share = run ? shareOf(run) : null
  return (
    <Link href={paths.offlineDevice(device.hostname)} className={`${card.card} ${styles.device}`}>
      <span className={styles.head}>
        <strong>
          <bdi>{device.name}</bdi>
        </strong>
        <Badge {...deviceLooks[state]}>{t(`devices.state.${state}`)}</Badge>
      </span>
      <span className={styles.quiet}>
        <bdi dir="ltr">{device.hostname}</bdi> · {heardText(seen)}
      </span>
      {state === 'in_use' && share !== null && (
        <Progress
          label={t('run.progress')}
          value={share}
          text={formatLeft(run ? secondsLeft(run) : 0)}
        />
      )}
      {seen?.fault && <span className={styles.quiet}>{lanErrorTexts(seen.fault).join(' ')}</span>}
    </Link>
  )
}

function formatLeft(seconds: number): string {
  return t('top.left', { time: formatDuration(seconds) })
}
