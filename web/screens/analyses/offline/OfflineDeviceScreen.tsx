import { Link, useLocation } from 'wouter'
import {
  type AnalysisStatus,
  analysis as analysisEntity,
} from '../../../../domain/entities/analysis.ts'
import { type Device, device as deviceEntity } from '../../../../domain/entities/device.ts'
import { deviceState } from '../../../../domain/rules/device.ts'
import { foundDevices } from '../../../host/host.ts'
import { formatCelsius } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { SeenDevice } from '../../../local/seen-device.ts'
import { LanHelp } from '../../../lan/LanHelp.tsx'
import { placeFound } from '../../../lan/place-found.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import card from '../../../parts/card/Card.module.css'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { now } from '../../../state/clock.ts'
import { deviceLooks } from '../../../state/device-looks.ts'
import { may } from '../../../state/session.ts'
import { useRecords } from '../../../state/use-records.ts'
import type { AnalysisRow } from '../../../local/list-rows.ts'
import { deviceAsSeen, heardText } from '../../../lan/heard.ts'
import { HeldRuns } from './HeldRuns.tsx'
import { LocalLaunch } from './LocalLaunch.tsx'
import { useSeenDevices } from './use-seen-devices.ts'

/** Show one device by its hostname, without the service: its state, its runs, and a plan to be launched on it. */
export function OfflineDeviceScreen({ params }: { params: Record<string, string | undefined> }) {
  const hostname = decodeURIComponent(params['hostname'] ?? '')
  const devices = useRecords(deviceEntity)
  const analyses = useRecords(analysisEntity)
  const placed = placeFound(devices ?? [], foundDevices.value)
  const device = placed.known.find((one) => one.hostname === hostname)
  const met = device ?? placed.others.find((one) => one.hostname === hostname)
  const known = (uuid: string) => analyses?.find((one) => one.uuid === uuid)?.status ?? null
  const { seen, ask } = useSeenDevices(met ? [met] : [], known)
  if (devices && !met) {
    return (
      <Page title={hostname}>
        <EmptyState icon="device" title={t('offline.unknownDevice')}>
          {t('offline.unknownDeviceText')}
        </EmptyState>
      </Page>
    )
  }
  if (!met) return <Page title={hostname}>{t('parts.loading')}</Page>
  return (
    <MetDevice
      hostname={hostname}
      uuid={met.uuid}
      device={device}
      heard={seen.get(hostname)}
      ask={ask}
      analyses={analyses ?? []}
      known={known}
    />
  )
}

function MetDevice(props: {
  hostname: string
  uuid: string
  /** Its record; a device that was only found in the network has none here. */
  device: Device | undefined
  heard: SeenDevice | undefined
  ask: () => void
  analyses: readonly AnalysisRow[]
  known: (uuid: string) => AnalysisStatus | null
}) {
  const { hostname, uuid, device, heard, ask, analyses, known } = props
  const [, navigate] = useLocation()
  const current = device && deviceAsSeen(device, heard, now.value)
  const state = current && deviceState(current)
  const name = device?.name ?? hostname
  const taken = new Set(heard?.runs.map(({ analysis_uuid }) => analysis_uuid))
  const plans = analyses.filter(
    (one) =>
      one.status === 'INIT' &&
      one.cartridge_type === device?.cartridge_type &&
      !taken.has(one.uuid),
  )
  return (
    <Page
      title={name}
      {...(state && {
        state: <Badge {...deviceLooks[state]}>{t(`devices.state.${state}`)}</Badge>,
      })}
      facts={[
        <bdi key="host" dir="ltr">
          {hostname}
        </bdi>,
        heardText(heard),
      ]}
      menu={
        <>
          {device && may(deviceEntity.permission) && (
            <Link href={paths.device(device.uuid, 'work')}>{t('offline.openDevice')}</Link>
          )}
          <Button icon="refresh" onClick={ask}>
            {t('offline.askAgain')}
          </Button>
        </>
      }
    >
      {heard?.fault && <LanHelp hostnames={[hostname]} />}
      {!device && <Notice kind="info">{t('offline.foundText')}</Notice>}
      <Figures heard={heard} />
      {current && (
        <LocalLaunch
          device={current}
          plans={plans}
          onLaunched={(launched) => {
            ask()
            navigate(paths.localAnalysis(launched, hostname, true))
          }}
        />
      )}
      <HeldRuns hostname={hostname} device={uuid} name={name} heard={heard} known={known} />
    </Page>
  )
}

function Figures({ heard }: { heard: SeenDevice | undefined }) {
  const status = heard?.status
  if (!status) return null
  return (
    <dl className={card.figures}>
      <div className={card.card}>
        <dt>{t('run.block')}</dt>
        <dd>{formatCelsius(status.block_temperature)}</dd>
      </div>
      <div className={card.card}>
        <dt>{t('run.lid')}</dt>
        <dd>{formatCelsius(status.lid_temperature)}</dd>
      </div>
      <div className={card.card}>
        <dt>{t('offline.software')}</dt>
        <dd>{status.bkernel_version}</dd>
      </div>
    </dl>
  )
}
