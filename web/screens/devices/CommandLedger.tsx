import {
  type CommandRecord,
  type CommandState,
  command as commandEntity,
} from '../../../domain/entities/command.ts'
import { faultText } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../parts/badge/Badge.tsx'
import { localTime } from '../../state/local-time.ts'
import { useRecords } from '../../state/use-records.ts'
import styles from './DevicePanel.module.css'

const looks: Readonly<Record<CommandState, { shape: BadgeShape; tone: BadgeTone }>> = {
  queued: { shape: 'ring', tone: 'neutral' },
  sent: { shape: 'half', tone: 'neutral' },
  accepted: { shape: 'half', tone: 'accent' },
  done: { shape: 'disc', tone: 'accent' },
  refused: { shape: 'triangle', tone: 'warning' },
  expired: { shape: 'triangle', tone: 'warning' },
}

const listed = 10

/** What the device was told to do: by whom, when, and what became of it. */
export function CommandLedger({ device }: { device: string }) {
  const commands = (useRecords(commandEntity) ?? []).filter(
    ({ device_uuid }) => device_uuid === device,
  )
  return (
    <section className={styles.section}>
      <h3>{t('devices.commands')}</h3>
      {commands.length === 0 && <p className={styles.quiet}>{t('devices.commands.none')}</p>}
      <ul className={styles.ledger}>
        {commands.slice(0, listed).map((one) => (
          <Entry key={one.uuid} entry={one} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry }: { entry: CommandRecord }) {
  const { command, state, reason } = entry
  return (
    <li>
      <strong>{t(`devices.command.${command.name}`)}</strong>
      <Badge {...looks[state]}>{t(`devices.commandState.${state}`)}</Badge>
      <span className={styles.quiet}>
        {entry.user_name} · {localTime(entry.created_at)}
      </span>
      {(reason || state === 'expired') && (
        <span className={styles.reason}>
          {faultText({ code: 'refused', reason: reason || 'expired' })}
        </span>
      )}
    </li>
  )
}
