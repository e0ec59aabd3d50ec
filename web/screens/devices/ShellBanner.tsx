import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { OpenShell } from '../../../domain/rules/open-shells.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { whyNotAway } from '../../record/rights.ts'
import { localTime } from '../../state/local-time.ts'
import { may } from '../../state/session.ts'
import { order } from './device-acts.ts'
import { useCommand } from './use-command.ts'

/** Show for each remote shell that is open on one of these devices who opened it, why, until when, and how to end it. */
export function ShellBanner(props: { shells: readonly OpenShell[]; devices: readonly Device[] }) {
  return props.shells.map((shell) => {
    const device = props.devices.find(({ uuid }) => uuid === shell.device_uuid)
    return device && <OpenShellNotice key={device.uuid} shell={shell} device={device} />
  })
}

function OpenShellNotice({ shell, device }: { shell: OpenShell; device: Device }) {
  const command = useCommand(device)
  return (
    <Notice
      kind="warning"
      title={t('device.shell.open', { name: device.name })}
      action={
        <Button
          icon="stop"
          busy={command.sending}
          disabledReason={
            may(deviceCommandCalls.remoteShell.needs)
              ? whyNotAway(deviceCommandCalls.remoteShell)
              : t('refusal.permission_missing')
          }
          onClick={() => void command.give(() => order('shellStop', device))}
        >
          {t('device.shell.end')}
        </Button>
      }
    >
      {t('device.shell.openText', {
        who: shell.user_name,
        reason: shell.reason || '–',
        time: localTime(shell.until, 'time'),
      })}
      {command.failure.length > 0 && <p role="alert">{command.failure.join(' ')}</p>}
    </Notice>
  )
}
