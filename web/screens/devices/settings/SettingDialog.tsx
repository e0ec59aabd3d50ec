import { useState } from 'react'
import { deviceCommandCalls } from '../../../../domain/calls/device-commands.ts'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { findConfigProblems } from '../../../../domain/rules/device-config.ts'
import { isReason } from '../../../../domain/rules/plain-text.ts'
import type { DriftRow } from '../../../../domain/rules/setting-drift.ts'
import { call } from '../../../client/call.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { readNumber } from '../../../parts/form/read-number.ts'
import { ReasonField } from '../../../record/ReasonField.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { useSeenVersion } from '../../../record/use-seen-version.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'

/** Read what was typed as a value of the kind that the setting had: a number stays a number. */
function readValue(text: string, before: DriftRow['stored']): string | number | boolean {
  if (typeof before === 'number') return readNumber(text) ?? text
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Change one stored setting with a reason, and send it to the device at once where that is wanted. */
export function SettingDialog(props: { device: Device; row: DriftRow; onClose: () => void }) {
  const { device, row, onClose } = props
  const before = row.stored ?? row.reported
  const [text, setText] = useState(String(before ?? ''))
  const [reason, setReason] = useState('')
  const base = useSeenVersion(device, device.config[row.key])
  const mayNotSend = whyNotCall(deviceCommandCalls.updateSetup)
  const [isSent, setSent] = useState(mayNotSend === null)
  const field = `config.${row.key}`
  const sending = useSending([field, 'reason'])
  const value = readValue(text, before)
  const [problem] = findConfigProblems({ [row.key]: value }, device)
  const wrong =
    problem === undefined && typeof value === typeof before
      ? null
      : faultText(problem ?? { code: 'invalid', reason: 'setting_refused' })
  const save = async () => {
    const config = { ...device.config, [row.key]: value }
    const body = { config, base, reason: reason.trim() }
    const params = { id: device.uuid }
    const work = async (opId: string) => {
      await call(deviceCalls.setConfig, { params, body }, { opId })
      if (!isSent) return
      const settings = { [row.key]: value }
      await call(
        deviceCommandCalls.updateSetup,
        { params, body: { settings } },
        { opId: makeUuid() },
      )
    }
    const isDone = await sending.send(wrong === null && isReason(reason), work, { body, isSent })
    resyncRecords()
    if (!isDone) return
    showToast('done', t('view.saved', { name: device.name }))
    onClose()
  }
  return (
    <FormDialog
      title={t('view.drift.changeOf', { key: row.key })}
      submit={t('view.drift.store')}
      sending={sending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field
        label={row.key}
        dir="ltr"
        required
        value={text}
        error={sending.refused[field] ?? (sending.tried ? wrong : null)}
        onChange={setText}
      />
      <CheckField
        label={t('view.drift.alsoSend')}
        checked={isSent}
        disabled={mayNotSend !== null}
        {...(mayNotSend !== null && { hint: mayNotSend })}
        onChange={setSent}
      />
      <ReasonField value={reason} sending={sending} onChange={setReason} />
    </FormDialog>
  )
}
