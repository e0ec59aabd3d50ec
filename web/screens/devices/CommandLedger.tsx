import { type CommandRecord, command as commandEntity } from '../../../domain/entities/command.ts'
import { formatDuration } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { now } from '../../state/clock.ts'
import { localTime } from '../../state/local-time.ts'
import { useRecords } from '../../state/use-records.ts'
import { commandLooks, explainState } from './command-looks.ts'
import { CommandName } from './CommandName.tsx'
import { isLocalWay } from './send-order.ts'
import styles from './DevicePanel.module.css'

const listed = 10
const hourMs = 3_600_000

/** List the commands of a device, with sender, time, age and outcome. */
export function CommandLedger({ device }: { device: string }) {
  const commands = (useRecords(commandEntity) ?? []).filter(
    ({ device_uuid }) => device_uuid === device,
  )
  return (
    <section className={styles.section} aria-label={t('device.commands')}>
      <h3>{t('device.commands')}</h3>
      {commands.length === 0 && <p className={styles.quiet}>{t('device.commands.none')}</p>}
      <ul className={styles.ledger}>
        {commands.slice(0, listed).map((one) => (
          <Entry key={one.uuid} entry={one} />
        ))}
      </ul>
      {isLocalWay() && <p className={styles.quiet}>{t('device.local.ledger')}</p>}
      {commands.length > listed && (
        <p className={styles.quiet}>{t('parts.andMore', { count: commands.length - listed })}</p>
      )}
    </section>
  )
}

function Entry({ entry }: { entry: CommandRecord }) {
  const { command, state, created_at } = entry
  const why = explainState(entry)
  const ageMs = Math.max(0, now.value - Date.parse(created_at))
  return (
    <li>
      <CommandName command={command} />
      <Badge {...commandLooks[state]}>{t(`device.state.${state}`)}</Badge>
      <span className={styles.meta}>
        <bdi>{entry.user_name}</bdi> · {localTime(created_at)}
        {entry.local && ` · ${t('device.way.local')}`}
        {ageMs < hourMs && ` · ${t('device.ago', { age: formatDuration(ageMs / 1000) })}`}
      </span>
      {entry.transcript && (
        <span className={styles.meta}>
          {t('device.shell.transcript', { lines: entry.transcript.lines })}{' '}
          <code>{entry.transcript.digest}</code>
        </span>
      )}
      {why && <span className={styles.reason}>{why}</span>}
    </li>
  )
}
