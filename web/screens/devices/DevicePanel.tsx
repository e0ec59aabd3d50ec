import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../domain/catalog/wavelengths.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { isConnected } from '../../../domain/rules/device.ts'
import { FilesPart } from '../../entities/attachment/FilesPart.tsx'
import { completeTexts } from '../../i18n/catalogs.ts'
import { t } from '../../i18n/intl.ts'
import facts from '../../parts/facts/Facts.module.css'
import { SidePanel } from '../../parts/panel/SidePanel.tsx'
import { paths } from '../../paths.ts'
import styles from './DevicePanel.module.css'
import { DeviceStateBadge } from './DeviceStateBadge.tsx'
import { LiveFacts } from './LiveFacts.tsx'
import { RenameForm } from './RenameForm.tsx'
import { writeSwarms } from '../../entities/swarm/write-swarms.ts'

/** Loaded when the first device is opened, with the words for permissions. */
const DeviceWork = lazy(async () => {
  const [work] = await Promise.all([import('./DeviceWork.tsx'), completeTexts('faults')])
  return { default: work.DeviceWork }
})

/** Show one device: its activity, its facts, and its commands. */
export function DevicePanel(props: {
  device: Device
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const { device, swarms, onClose } = props
  const cartridge = cartridges[device.cartridge_type]
  return (
    <SidePanel title={device.name} onClose={onClose}>
      <div className={styles.state}>
        <DeviceStateBadge device={device} />
        {device.analysis_uuid && (
          <Link href={paths.analysis(device.analysis_uuid)}>{t('devices.openRun')}</Link>
        )}
      </div>
      <LiveFacts device={device} />
      <Suspense fallback={<p className={styles.quiet}>{t('parts.loading')}</p>}>
        <DeviceWork device={device} />
      </Suspense>
      <section className={styles.section}>
        <h3>{t('devices.facts')}</h3>
        <dl className={facts.facts}>
          <dt>{t('devices.connection')}</dt>
          <dd>{t(isConnected(device) ? 'devices.connected' : 'devices.state.offline')}</dd>
          <dt>{t('devices.model')}</dt>
          <dd>{device.model}</dd>
          <dt>{t('devices.cartridge')}</dt>
          <dd>
            <bdi dir="ltr">{cartridge.name}</bdi>
          </dd>
          <dt>{t('devices.channels')}</dt>
          <dd>{device.wavelengths.map(displayName).join(', ')}</dd>
          <dt>{t('devices.serial')}</dt>
          <dd>
            <code>{device.serial_no}</code>
          </dd>
          <dt>{t('devices.hostname')}</dt>
          <dd>
            <code>{device.hostname}</code>
          </dd>
          <dt>{t('devices.software')}</dt>
          <dd>{device.bkernel_version}</dd>
          <dt>{t('devices.swarms')}</dt>
          <dd>{writeSwarms(device.swarms, swarms) || t('devices.noSwarm')}</dd>
        </dl>
      </section>
      <RenameForm device={device} />
      <FilesPart kind="device" uuid={device.uuid} />
    </SidePanel>
  )
}
