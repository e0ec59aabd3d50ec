import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { Name, PlainId } from '../../../../domain/fields.ts'
import { readClaimCode, readClaimLabel } from '../../../../domain/live/device-claim.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { checkFields } from '../../../state/form-faults.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from './Commission.module.css'

// Opened by a press; the decoder comes with it.
const ScanDialog = lazy(async () => ({
  default: (await import('../../../parts/scan/ScanDialog.tsx')).ScanDialog,
}))

const Form = v.object({
  serial_no: PlainId,
  code: v.pipe(
    v.string(),
    v.check((text) => readClaimCode(text) !== null, 'claim_code'),
  ),
  name: v.optional(Name),
})

/** Add a new device to the company by the serial number and the code on its display, typed or scanned (decision 86). */
export function ClaimDialog(props: { onDone: (device: Device) => void; onClose: () => void }) {
  const [serial, setSerial] = useState('')
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [isScanning, setScanning] = useState(false)
  const sending = useSending(['serial_no', 'code', 'name'])
  const given = { serial_no: serial.trim(), code, ...(name.trim() && { name: name.trim() }) }
  const wrong = checkFields(Form, given)
  const errors = sending.tried ? { ...wrong, ...sending.refused } : sending.refused
  const take = (text: string): string | null => {
    const read = readClaimLabel(text)
    if (!read) return t('claim.scanWrong')
    setSerial(read.serial)
    setCode(read.code)
    sending.forget()
    setScanning(false)
    return null
  }
  const submit = async () => {
    const claim = async (opId: string) => {
      const device = await call(deviceCalls.claim, { body: given }, { opId })
      resyncRecords()
      showToast('done', t('claim.done', { name: device.name }))
      props.onDone(device)
    }
    await sending.send(Object.keys(wrong).length === 0, claim, given)
  }
  return (
    <>
      <FormDialog
        title={t('claim.title')}
        submit={t('claim.submit')}
        sending={sending}
        onSubmit={() => void submit()}
        onClose={props.onClose}
      >
        <p>{t('claim.hint')}</p>
        <div>
          <Button icon="camera" onClick={() => setScanning(true)}>
            {t('claim.scan')}
          </Button>
        </div>
        <Field
          label={t('claim.serial')}
          required
          value={serial}
          dir="ltr"
          error={errors['serial_no']}
          onChange={(text) => {
            setSerial(text)
            sending.forget()
          }}
        />
        <Field
          label={t('claim.code')}
          required
          value={code}
          dir="ltr"
          error={errors['code']}
          onChange={(text) => {
            setCode(text)
            sending.forget('code')
          }}
        />
        <Field label={t('claim.name')} value={name} error={errors['name']} onChange={setName} />
        <WithoutCode />
      </FormDialog>
      {isScanning && (
        <Suspense>
          <ScanDialog
            title={t('claim.scan')}
            hint={t('claim.scanHint')}
            onText={take}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Help for a device whose display has no code. */
function WithoutCode() {
  return (
    <details className={styles.noCode}>
      <summary>{t('claim.noCode')}</summary>
      <p>{t('claim.noCodeText')}</p>
    </details>
  )
}
