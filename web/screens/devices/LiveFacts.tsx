import type { Device } from '../../../domain/entities/device.ts'
import { isConnected } from '../../../domain/rules/device.ts'
import { secondsLeft, shareOf } from '../../../domain/rules/run-time.ts'
import { formatCelsius, formatDuration, formatPercent } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import facts from '../../parts/facts/Facts.module.css'
import type { SeenDevice } from '../../local/seen-device.ts'
import { Progress } from '../../parts/progress/Progress.tsx'
import { useHearing } from '../../state/hearing.ts'
import { deviceStatuses } from '../../state/live.ts'
import styles from './DevicePanel.module.css'

const healthParts = ['cpu', 'memory', 'system_disk', 'data_disk'] as const

/**
 * Show the latest status of the device; nothing before its first message on this page. @param props.seen as it answers
 * in the local network, which counts more while the service is away.
 */
export function LiveFacts(props: { device: Device; seen?: SeenDevice | undefined }) {
  const { device, seen } = props
  const hearing = useHearing(device.uuid)
  const status = seen?.status ?? deviceStatuses.value.get(device.uuid)?.status
  if (!status) return null
  const { health } = status
  // Show the run only while it is the device's: a device still tells of one that has ended.
  const run =
    device.analysis_uuid && device.analysis_uuid === status.run?.analysis_uuid ? status.run : null
  const share = run ? shareOf(run) : null
  const isHeard = isConnected(device) && (seen?.status != null || hearing.kind === 'fresh')
  return (
    <section className={styles.section}>
      <h3>{t(isHeard ? 'devices.now' : 'devices.before')}</h3>
      {run && share !== null && (
        <>
          <Progress
            label={t('home.progress', { name: device.name })}
            value={share}
            text={formatPercent(share)}
          />
          <p className={styles.quiet}>
            {run.cycle > 0 && `${t('home.cycle', { cycle: run.cycle, cycles: run.cycles })} · `}
            {t('top.left', { time: formatDuration(secondsLeft(run)) })}
          </p>
        </>
      )}
      <dl className={facts.facts}>
        <dt>{t('devices.block')}</dt>
        <dd>{formatCelsius(status.block_temperature)}</dd>
        <dt>{t('devices.lidTemperature')}</dt>
        <dd>{formatCelsius(status.lid_temperature)}</dd>
        <dt>{t('devices.lid')}</dt>
        <dd>{t(`devices.lid.${status.lid}`)}</dd>
        <dt>{t('devices.pending')}</dt>
        <dd>{t('devices.pendingText', { count: status.pending })}</dd>
        <dt>{t('devices.uptime')}</dt>
        <dd>{formatDuration(status.uptime)}</dd>
        {healthParts.map((part) => (
          <HealthPart key={part} part={part} value={health[part]} />
        ))}
      </dl>
    </section>
  )
}

/** Show a share in percent, which is what devices send. */
function HealthPart({ part, value }: { part: (typeof healthParts)[number]; value: number }) {
  return (
    <>
      <dt>{t(`devices.health.${part}`)}</dt>
      <dd>{formatPercent(value / 100)}</dd>
    </>
  )
}
