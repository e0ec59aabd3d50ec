import { useState } from 'react'
import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { type HeldSambaConfig, SambaConfig } from '../../../domain/live/device-setup.ts'
import { findSambaProblems, isSameServer } from '../../../domain/rules/samba.ts'
import { call } from '../../client/call.ts'
import { faultText } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Field } from '../../parts/form/Field.tsx'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import styles from './DevicePanel.module.css'
import { sendOrder } from './send-order.ts'
import { saySettled } from './say-settled.ts'
import { useSending } from '../../state/use-sending.ts'
import { makeUuid } from '../../client/make-uuid.ts'

const protocols = SambaConfig.entries.max_protocol.options.map((value) => ({
  value,
  label: value,
}))
const texts = ['address', 'source', 'target_folder', 'domain', 'username'] as const
const empty: SambaConfig = {
  address: '',
  source: '',
  target_folder: '',
  domain: '',
  username: '',
  max_protocol: 'SMB3',
}

/** Edit one shared folder. The device's password is never shown; a new one is sent straight to it. */
export function SambaDialog(props: {
  device: Device
  config: HeldSambaConfig | null
  onClose: (changed: boolean) => void
}) {
  const { device, config, onClose } = props
  const [form, setForm] = useState<SambaConfig>(() => fieldsOf(config ?? empty))
  const [password, setPassword] = useState('')
  const [uuid] = useState(() => config?.uuid ?? makeUuid())
  const sending = useSending([])
  const wrong = findSambaProblems(form)
  const isKept = config?.has_password && isSameServer(config, form)
  const errorOf = (name: keyof SambaConfig) =>
    sending.tried && wrong.includes(name)
      ? faultText({ code: 'invalid', reason: `samba_${name}` })
      : null
  const submit = async () => {
    const done = await sending.send(wrong.length === 0, async () => {
      const body = { config_uuid: uuid, config: form, ...(password && { password }) }
      const parts = { params: { id: device.uuid }, body }
      const sent = await sendOrder(device, { name: 'UPDATE_SAMBA_CONFIG', ...body }, (opId) =>
        call(deviceCommandCalls.updateSamba, parts, { opId }),
      )
      saySettled(sent.entry, device)
    })
    if (done) onClose(true)
  }
  return (
    <FormDialog
      title={t(config ? 'device.samba.editTitle' : 'device.samba.addTitle')}
      submit={t('device.samba.save')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={() => onClose(false)}
    >
      <div className={styles.pairs}>
        {texts.map((name) => (
          <Field
            key={name}
            label={t(`device.samba.${name}`)}
            hint={name === 'address' ? t('device.samba.addressHint') : undefined}
            required={name !== 'domain'}
            value={form[name]}
            error={errorOf(name)}
            dir="ltr"
            autoComplete="off"
            onChange={(value) => setForm({ ...form, [name]: value })}
          />
        ))}
        <SelectField
          label={t('device.samba.max_protocol')}
          value={form.max_protocol}
          choices={protocols}
          onChange={(value) =>
            setForm({ ...form, max_protocol: value as SambaConfig['max_protocol'] })
          }
        />
        <PasswordField
          label={t('device.samba.password')}
          hint={t(isKept ? 'device.samba.passwordKept' : 'device.samba.passwordHint')}
          autoComplete="new-password"
          name="samba-password"
          value={password}
          onChange={setPassword}
        />
      </div>
    </FormDialog>
  )
}

function fieldsOf(config: SambaConfig): SambaConfig {
  const { address, source, target_folder, domain, username, max_protocol } = config
  return { address, source, target_folder, domain, username, max_protocol }
}
