import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import type { HeldSambaConfig } from '../../../domain/live/device-setup.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { useSending } from '../../state/use-sending.ts'
import { saySettled } from './say-settled.ts'
import { makeUuid } from '../../client/make-uuid.ts'

export function SambaRemoveDialog(props: {
  device: string
  config: HeldSambaConfig
  onClose: (changed: boolean) => void
}) {
  const { device, config, onClose } = props
  const sending = useSending([])
  const submit = async () => {
    const done = await sending.send(true, async () => {
      const parts = { params: { id: device }, body: { config_uuid: config.uuid } }
      const options = { opId: makeUuid() }
      saySettled(await call(deviceCommandCalls.deleteSamba, parts, options))
    })
    if (done) onClose(true)
  }
  return (
    <FormDialog
      title={t('device.samba.removeTitle', { address: config.address })}
      submit={t('device.samba.removeConfirm')}
      danger
      sending={sending}
      onSubmit={() => void submit()}
      onClose={() => onClose(false)}
    >
      <p>{t('device.samba.removeText')}</p>
    </FormDialog>
  )
}
