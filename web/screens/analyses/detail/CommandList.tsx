import type { CommandState } from '../../../../domain/entities/command.ts'
import type { RunCommandRecord } from '../../../../domain/rules/command.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../../parts/badge/Badge.tsx'
import { account } from '../../../state/session.ts'
import detail from './Detail.module.css'
import styles from './RunView.module.css'

const looks: Readonly<Record<CommandState, { shape: BadgeShape; tone: BadgeTone }>> = {
  queued: { shape: 'ring', tone: 'neutral' },
  sent: { shape: 'half', tone: 'info' },
  accepted: { shape: 'half', tone: 'accent' },
  done: { shape: 'disc', tone: 'accent' },
  refused: { shape: 'triangle', tone: 'warning' },
  expired: { shape: 'triangle', tone: 'warning' },
  unknown: { shape: 'triangle', tone: 'warning' },
}

/** So many are shown; of more how many. */
const listed = 4

/** List the orders with their outcome, newest first. */
export function CommandList({ commands }: { commands: readonly RunCommandRecord[] }) {
  if (commands.length === 0) return null
  const zone = account.value?.preferences.timezone
  return (
    <ul className={styles.commands} aria-label={t('command.list')} aria-live="polite">
      {commands.slice(0, listed).map((entry) => {
        const key = `command.refused.${entry.reason}`
        return (
          <li key={entry.uuid}>
            <span>{commandText(entry)}</span>
            <Badge {...looks[entry.state]}>{t(`command.state.${entry.state}`)}</Badge>
            <span className={detail.quiet}>
              {entry.user_name} · {formatDateTime(entry.created_at, zone, 'time')}
              {entry.reason && ` · ${hasText(key) ? t(key) : entry.reason}`}
            </span>
          </li>
        )
      })}
      {commands.length > listed && (
        <li className={detail.quiet}>{t('parts.andMore', { count: commands.length - listed })}</li>
      )}
    </ul>
  )
}

/** Write an order; for EXTEND with the number of cycles, which may be fewer as well as more. */
function commandText({ command }: RunCommandRecord): string {
  if (command.name !== 'EXTEND') return t(`command.name.${command.name}`)
  const cycles = Math.abs(command.cycles)
  return t(command.cycles > 0 ? 'run.extend' : 'run.shorten', { cycles })
}
