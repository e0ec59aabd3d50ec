import type { CommandRecord } from '../../../domain/entities/command.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { localTime } from '../../state/local-time.ts'
import { commandLooks, explainState } from './command-looks.ts'
import { CommandName } from './CommandName.tsx'
import styles from './DevicePanel.module.css'
import type { GivenCommand } from './use-command.ts'

/** Show the progress of the last command, and who has to act next. */
export function CommandProgress({ command }: { command: Pick<GivenCommand, 'entry' | 'failure'> }) {
  const { entry, failure } = command
  if (failure.length > 0) return <Notice kind="error">{failure.join(' ')}</Notice>
  return (
    <div className={styles.progress} role="status">
      {entry && (
        <>
          <CommandName command={entry.command} />
          <Badge {...commandLooks[entry.state]}>{t(`device.state.${entry.state}`)}</Badge>
          <span className={styles.quiet}>
            {[t(entry.local ? 'device.way.local' : 'device.way.service'), sayNext(entry)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      )}
    </div>
  )
}

function sayNext(entry: CommandRecord): string {
  const { state, expires_at } = entry
  if (state === 'queued') return t('device.word.queued', { time: localTime(expires_at, 'minute') })
  if (state === 'sent' || state === 'accepted') return t(`device.word.${state}`)
  return explainState(entry)
}
