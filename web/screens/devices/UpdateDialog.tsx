import { useCallback, useState } from 'react'
import { bkernelCalls, type OfferedBkernel } from '../../../domain/calls/bkernels.ts'
import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { useAnswer } from '../../state/use-answer.ts'
import styles from './DevicePanel.module.css'
import type { GivenCommand } from './use-command.ts'
import { sendOrder } from './send-order.ts'

/** Choose one of the versions for the device, newest first. */
export function UpdateDialog(props: {
  device: Device
  command: GivenCommand
  onClose: () => void
}) {
  const { device, command, onClose } = props
  const { uuid, name, bkernel_version: version } = device
  const [chosen, setChosen] = useState('')
  const load = useCallback(
    (signal: AbortSignal) =>
      call(
        bkernelCalls.search,
        { query: { limit: '100' }, body: { device_uuid: uuid } },
        { signal },
      ),
    // Ask again when the device runs another version: one on trial is offered nothing, and may be rolled back.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [uuid, version],
  )
  const { value, failure } = useAnswer(load)
  const offered = value?.data ?? null
  const submit = async () => {
    if (!chosen) return
    const parts = { params: { id: uuid }, body: { version: chosen } }
    const file_hash = offered?.find((one) => one.version === chosen)?.file_hash ?? ''
    const isGiven = await command.give(() =>
      sendOrder(device, { name: 'UPDATE', version: chosen, file_hash }, (opId) =>
        call(deviceCommandCalls.update, parts, { opId }),
      ),
    )
    if (isGiven) onClose()
  }
  const failures = [...failure, ...command.failure]
  return (
    <Dialog
      open
      title={t('device.update.title', { name })}
      role="alertdialog"
      size="small"
      onClose={onClose}
      onSubmit={() => void submit()}
      busy={command.sending}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            busy={command.sending}
            disabledReason={chosen ? null : t('device.update.choose')}
          >
            {t('device.update.confirm')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {failures.length > 0 && <Notice kind="error">{failures.join(' ')}</Notice>}
        <p>{t('device.update.text', { version })}</p>
        {offered === null && failure.length === 0 && <p>{t('device.update.loading')}</p>}
        {offered?.length === 0 && <Notice kind="info">{t('device.update.none')}</Notice>}
        {offered && offered.length > 0 && (
          <SelectField
            label={t('device.update.version')}
            placeholder={t('device.update.choose')}
            value={chosen}
            choices={offered.map(choiceOf)}
            onChange={setChosen}
          />
        )}
      </div>
    </Dialog>
  )
}

function choiceOf({ version, file_hash, days_left: days }: OfferedBkernel) {
  if (file_hash === null) {
    return { value: version, label: t('device.update.noHash', { version }), disabled: true }
  }
  const label = days === null ? version : t('device.update.left', { version, days })
  return { value: version, label }
}
