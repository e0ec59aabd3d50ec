import { Suspense } from 'react'
import { Link } from 'wouter'
import type { Device } from '../../../domain/entities/device.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import { Page } from '../../parts/page/Page.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { Tabs } from '../../parts/tabs/Tabs.tsx'
import { paths } from '../../paths.ts'
import { may } from '../../state/session.ts'
import type { Address } from '../../use-address.ts'
import { deviceViews } from './device-views.tsx'
import { FilesPart } from '../../entities/attachment/FilesPart.tsx'
import { DeviceFacts } from './DeviceFacts.tsx'
import { DeviceStateBadge } from './DeviceStateBadge.tsx'
import { LiveFacts } from './LiveFacts.tsx'
import styles from './DevicePage.module.css'

/** Show one device over the whole page: its state and facts beside the views that a panel has no room for. */
export function DevicePage(props: {
  device: Device
  swarms: readonly Swarm[]
  address: Address
  view: string
}) {
  const { device, swarms, address } = props
  const views = deviceViews.filter(({ needs }) => needs === null || may(needs))
  return (
    <Page
      title={device.name}
      state={<DeviceStateBadge device={device} />}
      facts={[<code key="hostname">{device.hostname}</code>, device.model]}
      menu={<Link href={`${paths.devices()}?device=${device.uuid}`}>{t('devices.page.back')}</Link>}
    >
      <h2 className="visually-hidden">{t('devices.page.views')}</h2>
      <div className={styles.columns}>
        <Tabs
          label={t('devices.page.views')}
          selected={props.view}
          onSelect={(page) => address.change({ page }, 'push')}
          tabs={views.map(({ id, label, Content }) => ({
            id,
            label: t(label),
            content: (
              <Suspense fallback={<Progress label={t('parts.loading')} />}>
                <Content device={device} />
              </Suspense>
            ),
          }))}
        />
        <aside className={styles.aside} aria-label={t('devices.page.about')}>
          <h2 className="visually-hidden">{t('devices.page.about')}</h2>
          <LiveFacts device={device} />
          <DeviceFacts device={device} swarms={swarms} />
          <FilesPart kind="device" uuid={device.uuid} />
        </aside>
      </div>
    </Page>
  )
}
