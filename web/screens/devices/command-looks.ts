import type { CommandRecord, CommandState } from '../../../domain/entities/command.ts'
import type { RecordedCommand } from '../../../domain/live/command.ts'
import { faultText } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import type { BadgeShape, BadgeTone } from '../../parts/badge/Badge.tsx'

export const commandLooks: Readonly<Record<CommandState, { shape: BadgeShape; tone: BadgeTone }>> =
  {
    queued: { shape: 'ring', tone: 'neutral' },
    sent: { shape: 'half', tone: 'neutral' },
    accepted: { shape: 'half', tone: 'accent' },
    done: { shape: 'disc', tone: 'accent' },
    refused: { shape: 'triangle', tone: 'warning' },
    expired: { shape: 'diamond', tone: 'warning' },
    unknown: { shape: 'triangle', tone: 'danger' },
  }

/** Describe the details of a command; empty if its name is enough. */
export function describeCommand(command: RecordedCommand): string {
  switch (command.name) {
    case 'UPDATE':
      return command.version
    case 'EXTEND':
      return t('device.detail.cycles', { cycles: command.cycles })
    case 'SKIP':
      return t('device.detail.step', { step: command.position + 1 })
    case 'REMOTE_SHELL':
      return [
        t(`device.detail.shell.${command.action}`),
        command.minutes && t('device.shell.minutes', { minutes: command.minutes }),
        command.reason,
      ]
        .filter(Boolean)
        .join(', ')
    case 'SET_INFO':
      return [command.info.name, command.info.hostname].filter(Boolean).join(', ')
    case 'UPDATE_SAMBA_CONFIG':
      return command.config.address
    case 'LOAD_RECIPE':
      return command.order.name
    default:
      return ''
  }
}

/** Explain the outcome of a command; empty for a success. */
export function explainState({ state, reason, command }: CommandRecord): string {
  // Say that its software is older than the remote shell, or has none.
  if (command.name === 'REMOTE_SHELL' && ['unreadable', 'not_supported'].includes(reason))
    return t('device.word.noShell')
  if (reason !== '') return faultText({ code: 'refused', reason })
  if (state === 'expired' || state === 'unknown') return t(`device.word.${state}`)
  return ''
}
