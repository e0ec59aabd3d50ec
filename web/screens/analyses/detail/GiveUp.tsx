import { useState } from 'react'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { resyncRecords } from '../../../state/records.ts'
import { useSending } from '../../../state/use-sending.ts'
import { isReasonMissing } from './missing-reason.ts'
import { useRefusal } from './use-refusal.ts'
import { makeUuid } from '../../../client/make-uuid.ts'

/** End a run whose device never returns, with what has come of it. The edge looks whether it has been silent for long. */
export function GiveUp({ record, measured }: { record: Analysis; measured: number }) {
  const refuse = useRefusal(record)
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const sending = useSending(['reason'])
  const missing = isReasonMissing('giveUp', record, reason)
  const submit = async () => {
    const done = await sending.send(!missing, async () => {
      const parts = { params: { id: record.uuid }, body: { reason: reason.trim() } }
      await call(analysisCalls.giveUp, parts, { opId: makeUuid() })
    })
    resyncRecords()
    if (done) setOpen(false)
  }
  return (
    <>
      <Button disabledReason={refuse('giveUp')} onClick={() => setOpen(true)}>
        {t('run.giveUp')}
      </Button>
      {open && (
        <FormDialog
          title={t('run.giveUp.title')}
          submit={t('run.giveUp.confirm')}
          danger
          sending={sending}
          onSubmit={() => void submit()}
          onClose={() => setOpen(false)}
        >
          <p>{t('run.giveUp.text', { cycles: measured })}</p>
          <TextAreaField
            label={t('run.giveUp.reason')}
            required
            rows={2}
            maxLength={500}
            value={reason}
            error={
              sending.refused['reason'] ??
              (sending.tried && missing ? t('fault.reason_needed') : null)
            }
            onChange={setReason}
          />
        </FormDialog>
      )}
    </>
  )
}
