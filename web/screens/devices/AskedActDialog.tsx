import type { Device } from '../../../domain/entities/device.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { type ActName, order } from './device-acts.ts'
import type { GivenCommand } from './use-command.ts'

const asked = ['clearFolders', 'resetIllumination', 'reboot', 'shutdown'] as const
type AskedAct = (typeof asked)[number]

export function isAsked(act: ActName | null): act is AskedAct {
  return (asked as readonly (string | null)[]).includes(act)
}

/** Ask for confirmation of a command that affects others at the device, with its consequences. */
export function AskedActDialog(props: {
  act: AskedAct
  device: Device
  command: GivenCommand
  onClose: () => void
}) {
  const { act, device, command, onClose } = props
  const { name } = device
  const submit = async () => {
    if (await command.give(() => order(act, device))) onClose()
  }
  return (
    <FormDialog
      title={t(`device.ask.${act}`, { name })}
      submit={t(`device.confirm.${act}`)}
      danger
      // Leave it free for another command: an earlier one may wait long, as an update does for the service, and holds up no other.
      sending={{ busy: command.sending, others: command.failure }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t(`device.consequence.${act}`)}</p>
    </FormDialog>
  )
}
