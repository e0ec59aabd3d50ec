import { useCallback, useState } from 'react'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { isReason } from '../../../../domain/rules/plain-text.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Fetching } from '../../../parts/progress/Fetching.tsx'
import { ConfirmByName } from '../../../record/ConfirmByName.tsx'
import { ReasonField } from '../../../record/ReasonField.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { useHearing } from '../../../state/hearing.ts'
import { deviceStatuses } from '../../../state/live.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useSending } from '../../../state/use-sending.ts'
import { newDeviceKey } from '../new-device-key.ts'
import { whyBusy } from './RegistrationSection.tsx'
import styles from './Settings.module.css'
import views from '../DeviceView.module.css'

/** Move a device to another company, or remove it. Nothing for people who may do neither. */
export function LifeSection({ device }: { device: Device }) {
  const [open, setOpen] = useState<'move' | 'remove' | null>(null)
  const [why, whyRemove] = [whyNotCall(deviceCalls.migrate), whyNotCall(deviceCalls.delete)]
  if (why !== null && whyRemove !== null) return null
  return (
    <section className={views.part} aria-labelledby="life">
      <h2 id="life">{t('view.life')}</h2>
      <div className={styles.acts}>
        <Button disabledReason={why ?? whyBusy(device)} onClick={() => setOpen('move')}>
          {t('view.move')}
        </Button>
        <Button
          icon="trash"
          disabledReason={whyRemove ?? whyBusy(device)}
          onClick={() => setOpen('remove')}
        >
          {t('view.remove')}
        </Button>
      </div>
      {open === 'move' && <MoveDialog device={device} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <ConfirmByName
          name={device.name}
          title={t('view.remove.ask', { name: device.name })}
          submit={t('view.remove')}
          send={async ({ reason }, opId) => {
            const parts = { params: { id: device.uuid }, body: { reason } }
            await call(deviceCalls.delete, parts, { opId })
            resyncRecords()
            showToast('done', t('view.removed', { name: device.name }))
          }}
          onClose={() => setOpen(null)}
        >
          <p>{t('view.remove.text')}</p>
        </ConfirmByName>
      )}
    </section>
  )
}

/** Choose the other company, after saying what stays behind on the device and in this company. */
function MoveDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const load = useCallback(
    (signal: AbortSignal) =>
      call(deviceCalls.migrateForm, { params: { id: device.uuid } }, { signal }),
    [device.uuid],
  )
  const form = useAnswer(load)
  const [company, setCompany] = useState('')
  const [newKey, setNewKey] = useState(true)
  const [reason, setReason] = useState('')
  const sending = useSending(['company_uuid', 'reason'])
  const choices = form.value?.options['company_uuid'] ?? []
  const isFresh = useHearing(device.uuid).kind === 'fresh'
  // Say nothing of what a device had to send some time ago: it may have measured since.
  const pending = isFresh ? deviceStatuses.value.get(device.uuid)?.status.pending : undefined
  const move = async () => {
    const body = { company_uuid: company, new_key: newKey, reason: reason.trim() }
    const work = async (opId: string) => {
      const answer = await call(
        deviceCalls.migrate,
        { params: { id: device.uuid }, body },
        { opId },
      )
      if (answer.key !== null) newDeviceKey.value = answer.key
    }
    if (!(await sending.send(company !== '' && isReason(reason), work, body))) return
    showToast('done', t('view.moved', { name: device.name }))
    resyncRecords()
    onClose()
  }
  return (
    <FormDialog
      title={t('view.move.ask', { name: device.name })}
      submit={t('view.move')}
      danger
      wide
      sending={sending}
      onSubmit={() => void move()}
      onClose={onClose}
    >
      <p>{t('view.move.text')}</p>
      <p>
        <strong>
          {pending === undefined
            ? t('view.move.unheard')
            : t('view.move.pending', { count: pending })}
        </strong>
      </p>
      <p>{t('view.move.wipe')}</p>
      {form.value ? (
        <SelectField
          label={t('view.move.company')}
          required
          value={company}
          choices={choices}
          placeholder={t('view.move.choose')}
          error={
            sending.refused['company_uuid'] ??
            (sending.tried && company === '' ? t('view.move.choose') : null)
          }
          onChange={setCompany}
        />
      ) : (
        <Fetching failure={form.failure} again={form.again} title={t('parts.fetchFailed')} />
      )}
      <CheckField
        label={t('view.move.newKey')}
        hint={t('view.move.newKeyHint')}
        checked={newKey}
        onChange={setNewKey}
      />
      <ReasonField value={reason} sending={sending} onChange={setReason} />
    </FormDialog>
  )
}
