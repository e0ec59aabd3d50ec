import { useState } from 'react'
import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { Name, PlainId } from '../../../domain/fields.ts'
import type { DeviceSetup } from '../../../domain/live/device-setup.ts'
import * as v from 'valibot'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { checkFields } from '../../state/form-faults.ts'
import { resyncRecords } from '../../state/records.ts'
import { useSending } from '../../state/use-sending.ts'
import { sendOrder } from './send-order.ts'
import { saySettled } from './say-settled.ts'

const Form = v.object({ name: Name, hostname: PlainId })

/** Ask for the names by which people and the local network find the device; they are written on the device itself. */
export function InfoDialog(props: {
  device: Device
  setup: DeviceSetup
  onClose: (changed: boolean) => void
}) {
  const { device, setup, onClose } = props
  const [name, setName] = useState(setup.name ?? device.name)
  const [hostname, setHostname] = useState(setup.hostname)
  const sending = useSending(['name', 'hostname'])
  const wrong = checkFields(Form, { name: name.trim(), hostname })
  const errors = sending.tried ? { ...wrong, ...sending.refused } : sending.refused
  const submit = async () => {
    const body = { name: name.trim(), hostname }
    const done = await sending.send(Object.keys(wrong).length === 0, async () => {
      const parts = { params: { id: device.uuid }, body }
      const sent = await sendOrder(device, { name: 'SET_INFO', info: body }, (opId) =>
        call(deviceCommandCalls.setInfo, parts, { opId }),
      )
      saySettled(sent.entry, device)
    })
    resyncRecords()
    if (done) onClose(true)
  }
  return (
    <FormDialog
      title={t('device.info.title', { name: device.name })}
      submit={t('device.info.confirm')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={() => onClose(false)}
    >
      <Field
        label={t('device.setup.name')}
        value={name}
        error={errors['name']}
        onChange={setName}
      />
      <Field
        label={t('device.setup.hostname')}
        hint={t('device.info.text')}
        value={hostname}
        error={errors['hostname']}
        dir="ltr"
        onChange={setHostname}
      />
    </FormDialog>
  )
}
