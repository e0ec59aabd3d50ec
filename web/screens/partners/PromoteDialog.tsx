import { useState } from 'react'
import { partnerCalls } from '../../../domain/calls/partners.ts'
import { call } from '../../client/call.ts'
import { readPages } from '../../client/read-pages.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'

/** Make a company a partner, chosen among those that may become one. */
export function PromoteDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [chosen, setChosen] = useState('')
  const [reason, setReason] = useState('')
  const { value, failure } = useAnswer(readEligible)
  const sending = useSending(['id', 'reason'])
  const { tried, refused } = sending
  const submit = async () => {
    const body = reason.trim() ? { reason: reason.trim() } : {}
    const work = async (opId: string) => {
      const made = await call(partnerCalls.promote, { params: { id: chosen }, body }, { opId })
      showToast('done', t('company.done.promote', { name: made.name }))
      onDone()
    }
    if (await sending.send(chosen !== '', work, [chosen, body])) onClose()
  }
  return (
    <FormDialog
      title={t('company.act.promote')}
      submit={t('company.act.promote')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('company.consequence.promote')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      <SelectField
        label={t('partner.company')}
        hint={t('partner.companyHint')}
        required
        placeholder={t('partner.choose')}
        choices={(value ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={chosen}
        error={refused['id'] ?? (tried && chosen === '' ? t('partner.chooseMissing') : undefined)}
        onChange={setChosen}
      />
      <TextAreaField
        label={t('record.reason')}
        hint={t('record.reasonHint')}
        rows={2}
        maxLength={500}
        value={reason}
        error={refused['reason'] ?? null}
        onChange={setReason}
      />
    </FormDialog>
  )
}

async function readEligible(signal: AbortSignal) {
  const { rows } = await readPages({
    pages: 'all',
    idOf: ({ uuid }: { uuid: string; name: string }) => uuid,
    read: (page) =>
      call(
        partnerCalls.listEligible,
        { query: { limit: '500', page, order: 'name ASC' } },
        { signal },
      ),
  })
  return rows
}
