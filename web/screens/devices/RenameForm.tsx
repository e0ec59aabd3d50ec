import { type FormEvent, useState } from 'react'
import { deviceCalls } from '../../../domain/calls/devices.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { resyncRecords } from '../../state/records.ts'
import { may } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import styles from './DevicePanel.module.css'
import { makeUuid } from '../../client/make-uuid.ts'

/** Rename a device. On a failure the typed name stays. */
export function RenameForm({ device }: { device: Device }) {
  const [name, setName] = useState(device.name)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (!may(deviceCalls.edit.needs)) return null
  const changed = name.trim() !== device.name
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!changed || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await call(
        deviceCalls.edit,
        { params: { id: device.uuid }, body: { name: name.trim() } },
        { opId: makeUuid() },
      )
      resyncRecords()
      showToast('done', t('devices.saved', { name: name.trim() }))
    } catch (error) {
      setFailure(errorTexts(error).join(' '))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <Field label={t('devices.name')} value={name} error={failure} onChange={setName} />
      <Button type="submit" busy={busy} disabledReason={changed ? null : t('devices.unchanged')}>
        {t('devices.rename')}
      </Button>
    </form>
  )
}
