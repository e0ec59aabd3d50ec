import { useState } from 'react'
import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { shellMinutes } from '../../../domain/live/command.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { sendOrder } from './send-order.ts'
import type { GivenCommand } from './use-command.ts'

type Minutes = (typeof shellMinutes)[number]

/** Open a remote shell for a reason and a time, which the audit trail keeps; the device closes it by itself. */
export function ShellDialog(props: { device: Device; command: GivenCommand; onClose: () => void }) {
  const { device, command, onClose } = props
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState<Minutes>(shellMinutes[0])
  const [asked, setAsked] = useState(false)
  const isShort = reason.replaceAll(/\s/g, '').length < 3
  const submit = async () => {
    setAsked(true)
    if (isShort) return
    const body = { action: 'start', reason: reason.trim(), minutes } as const
    const parts = { params: { id: device.uuid }, body }
    const isGiven = await command.give(() =>
      sendOrder(device, { name: 'REMOTE_SHELL', ...body }, (opId) =>
        call(deviceCommandCalls.remoteShell, parts, { opId }),
      ),
    )
    if (isGiven) onClose()
  }
  return (
    <FormDialog
      title={t('device.shell.title', { name: device.name })}
      submit={t('device.act.shellStart')}
      sending={{ busy: command.sending, others: command.failure }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('device.shell.text')}</p>
      <TextAreaField
        label={t('device.shell.reason')}
        value={reason}
        rows={2}
        maxLength={500}
        required
        autoFocus
        error={asked && isShort ? t('device.shell.reasonShort') : null}
        onChange={setReason}
      />
      <Segments
        label={t('device.shell.time')}
        showLabel
        value={String(minutes)}
        choices={shellMinutes.map((one) => ({
          value: String(one),
          label: t('device.shell.minutes', { minutes: one }),
        }))}
        onChange={(value) => setMinutes(Number(value) as Minutes)}
      />
    </FormDialog>
  )
}
