import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import type { Device } from '../../../domain/entities/device.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { planNeeds } from '../../../domain/permissions.ts'
import { completeTexts } from '../../i18n/catalogs.ts'
import { t } from '../../i18n/intl.ts'
import { SidePanel } from '../../parts/panel/SidePanel.tsx'
import { paths } from '../../paths.ts'
import { may } from '../../state/session.ts'
import styles from './DevicePanel.module.css'
import { DeviceFacts } from './DeviceFacts.tsx'
import { DeviceStateBadge } from './DeviceStateBadge.tsx'
import { HealthBadge } from './HealthBadge.tsx'
import type { DeviceHealth } from './health-summaries.ts'
import { LiveFacts } from './LiveFacts.tsx'

/** Loaded when the first device is opened, with the words for permissions. */
const DeviceWork = lazy(async () => {
  const [work] = await Promise.all([
    import('./DeviceWork.tsx'),
    completeTexts('faults'),
    completeTexts('lan'),
  ])
  return { default: work.DeviceWork }
})

/** Show one device: its activity, its facts, and its commands. */
export function DevicePanel(props: {
  device: Device
  swarms: readonly Swarm[]
  health: DeviceHealth | null
  onClose: () => void
}) {
  const { device, swarms, health, onClose } = props
  return (
    <SidePanel title={device.name} part="device" onClose={onClose}>
      <div className={styles.state}>
        <DeviceStateBadge device={device} />
        <HealthBadge health={health} />
        {device.analysis_uuid && (
          <Link href={paths.analysis(device.analysis_uuid)}>{t('devices.openRun')}</Link>
        )}
        {!device.analysis_uuid && device.active === 'Y' && may(planNeeds) && (
          <Link href={paths.planOn(device.uuid)}>{t('devices.plan')}</Link>
        )}
        <Link href={paths.device(device.uuid)}>{t('devices.openPage')}</Link>
      </div>
      <LiveFacts device={device} />
      <Suspense fallback={<p className={styles.quiet}>{t('parts.loading')}</p>}>
        <DeviceWork device={device} />
      </Suspense>
      <DeviceFacts device={device} swarms={swarms} />
    </SidePanel>
  )
}
