import { Suspense } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import type { Device } from '../../../domain/entities/device.ts'
import { deviceState } from '../../../domain/rules/device.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import { deviceAsSeen } from '../../lan/heard.ts'
import { localName } from '../../lan/local-names.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { Tabs } from '../../parts/tabs/Tabs.tsx'
import { paths } from '../../paths.ts'
import { now } from '../../state/clock.ts'
import { deviceLooks } from '../../state/device-looks.ts'
import { usePageName } from '../../state/page-name.ts'
import { may } from '../../state/session.ts'
import type { Address } from '../../use-address.ts'
import { deviceViews } from './device-views.tsx'
import { FilesPart } from '../../entities/attachment/FilesPart.tsx'
import { DeviceFacts } from './DeviceFacts.tsx'
import { DeviceStateBadge } from './DeviceStateBadge.tsx'
import { LiveFacts } from './LiveFacts.tsx'
import { LocalNotice, useLocalStatus } from './LocalNotice.tsx'
import styles from './DevicePage.module.css'
import { isLocalWay } from './send-order.ts'

/**
 * Show one device over the whole page: its state and facts beside the views that a panel has no room for. While the
 * service is away the state is the one that the device itself tells in the local network.
 */
export function DevicePage(props: {
  device: Device
  swarms: readonly Swarm[]
  address: Address
  view: string
}) {
  useSignals()
  const { swarms, address } = props
  const isLocal = isLocalWay()
  const seen = useLocalStatus(props.device)
  const device = isLocal ? deviceAsSeen(props.device, seen, now.value) : props.device
  const views = deviceViews.filter(({ needs }) => needs === null || may(needs))
  // Name the page, so that a person on it stays here when the service goes away.
  usePageName(device.name)
  return (
    <Page
      title={device.name}
      state={isLocal ? <LocalBadge device={device} /> : <DeviceStateBadge device={device} />}
      facts={[<code key="hostname">{localName(device)}</code>, device.model]}
      menu={
        <Link className={styles.back} href={`${paths.devices()}?device=${device.uuid}`}>
          {t('devices.page.back')}
        </Link>
      }
    >
      {isLocal && <LocalNotice device={device} seen={seen} />}
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
                <div className={styles.view} data-part="page">
                  <Content device={device} />
                </div>
              </Suspense>
            ),
          }))}
        />
        <aside className={styles.aside} aria-label={t('devices.page.about')}>
          <h2 className="visually-hidden">{t('devices.page.about')}</h2>
          <LiveFacts device={device} seen={seen} />
          <DeviceFacts device={device} swarms={swarms} />
          <FilesPart kind="device" uuid={device.uuid} />
        </aside>
      </div>
    </Page>
  )
}

function LocalBadge({ device }: { device: Device }) {
  const state = deviceState(device)
  return <Badge {...deviceLooks[state]}>{t(`devices.state.${state}`)}</Badge>
}
