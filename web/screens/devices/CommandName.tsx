import type { RecordedCommand } from '../../../domain/live/command.ts'
import { t } from '../../i18n/intl.ts'
import { describeCommand } from './command-looks.ts'
import styles from './DevicePanel.module.css'

/** Name a command with its details: which version is installed, how many cycles are added. */
export function CommandName({ command }: { command: RecordedCommand }) {
  const detail = describeCommand(command)
  return (
    <span>
      <strong>{t(`device.command.${command.name}`)}</strong>
      {detail && (
        <>
          {' '}
          <bdi className={styles.quiet}>{detail}</bdi>
        </>
      )}
    </span>
  )
}
