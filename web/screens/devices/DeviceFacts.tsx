import { cartridges } from '../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../domain/catalog/wavelengths.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { isConnected } from '../../../domain/rules/device.ts'
import { writeSwarms } from '../../entities/swarm/write-swarms.ts'
import { t } from '../../i18n/intl.ts'
import facts from '../../parts/facts/Facts.module.css'
import styles from './DevicePanel.module.css'

/** List what identifies a device and what it can measure. */
export function DeviceFacts({ device, swarms }: { device: Device; swarms: readonly Swarm[] }) {
  const cartridge = cartridges[device.cartridge_type]
  return (
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
  )
}
