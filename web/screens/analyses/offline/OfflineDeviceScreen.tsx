import { Link, useLocation } from 'wouter'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { device as deviceEntity } from '../../../../domain/entities/device.ts'
import type { HeldRun } from '../../../../domain/lan/held-run.ts'
import { hasEnded } from '../../../../domain/rules/analysis.ts'
import { deviceState } from '../../../../domain/rules/device.ts'
import { formatCelsius } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { LanHelp } from '../../../lan/LanHelp.tsx'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import card from '../../../parts/card/Card.module.css'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { now } from '../../../state/clock.ts'
import { deviceLooks } from '../../../state/device-looks.ts'
import { localTime } from '../../../state/local-time.ts'
import { useRecords } from '../../../state/use-records.ts'
import { AnalysisStatusBadge } from '../shared/AnalysisStatusBadge.tsx'
import { deviceAsSeen } from './SeenDeviceCard.tsx'
import { heardText } from './heard.ts'
import { LocalLaunch } from './LocalLaunch.tsx'
import styles from './Offline.module.css'
import { useSeenDevices } from './use-seen-devices.ts'

/** One device by its hostname, without the service: how it is, what lies on it, and a plan to be launched on it. */
export function OfflineDeviceScreen({ params }: { params: Record<string, string | undefined> }) {
  const hostname = decodeURIComponent(params['hostname'] ?? '')
  const [, navigate] = useLocation()
  const devices = useRecords(deviceEntity)
  const analyses = useRecords(analysisEntity)
  const device = devices?.find((one) => one.hostname === hostname)
  const known = (uuid: string) => analyses?.find((one) => one.uuid === uuid)?.status ?? null
  const { seen, ask } = useSeenDevices(device ? [device] : [], known)
  const heard = seen.get(hostname)
  if (devices && !device) {
    return (
      <Page title={hostname}>
        <EmptyState icon="device" title={t('offline.unknownDevice')}>
          {t('offline.unknownDeviceText')}
        </EmptyState>
      </Page>
    )
  }
  if (!device) return <Page title={hostname}>{t('parts.loading')}</Page>
  const current = deviceAsSeen(device, heard, now.value)
  const state = deviceState(current)
  const taken = new Set(heard?.runs.map(({ analysis_uuid }) => analysis_uuid))
  const plans = (analyses ?? []).filter(
    ({ uuid, status, cartridge_type }) =>
      status === 'INIT' && cartridge_type === device.cartridge_type && !taken.has(uuid),
  )
  const status = heard?.status
  return (
    <Page
      title={device.name}
      state={<Badge {...deviceLooks[state]}>{t(`devices.state.${state}`)}</Badge>}
      facts={[
        <bdi key="host" dir="ltr">
          {hostname}
        </bdi>,
        heardText(heard),
      ]}
      menu={
        <Button icon="refresh" onClick={ask}>
          {t('offline.askAgain')}
        </Button>
      }
    >
      {heard?.fault && <LanHelp hostnames={[hostname]} />}
      {status && (
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
      )}
      <LocalLaunch
        device={current}
        plans={plans}
        onLaunched={(uuid) => {
          ask()
          navigate(paths.localAnalysis(uuid, hostname, true))
        }}
      />
      <section className={styles.section} aria-label={t('offline.runs')}>
        <h2>{t('offline.runs')}</h2>
        {heard && heard.runs.length === 0 && (
          <p className={styles.quiet}>
            {heard.heardAt === null ? heardText(heard) : t('offline.noRuns')}
          </p>
        )}
        <ul className={card.list}>
          {heard?.runs.map((run) => (
            <RunLine key={run.analysis_uuid} run={run} hostname={hostname} />
          ))}
        </ul>
      </section>
    </Page>
  )
}

function RunLine({ run, hostname }: { run: HeldRun; hostname: string }) {
  const running = !hasEnded(run.status)
  return (
    <li>
      <Link
        href={paths.localAnalysis(run.analysis_uuid, hostname, running)}
        className={`${card.card} ${styles.plan}`}
      >
        <bdi>{run.name}</bdi>
        <AnalysisStatusBadge status={run.status} />
        <span className={styles.quiet}>
          {t(run.delivered ? 'offline.delivered' : 'offline.notDelivered')}
        </span>
        <span className={styles.quiet}>{run.started_at ? localTime(run.started_at) : ''}</span>
      </Link>
    </li>
  )
}
