import { useState } from 'react'
import type { NamedCompany } from '../../domain/calls/partners.ts'
import { isReason } from '../../domain/rules/plain-text.ts'
import { t } from '../i18n/intl.ts'
import { FormDialog } from '../parts/dialog/FormDialog.tsx'
import { SelectField } from '../parts/form/SelectField.tsx'
import { TextAreaField } from '../parts/form/TextAreaField.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { useAnswer } from '../state/use-answer.ts'
import { useSending } from '../state/use-sending.ts'
import { beginVisit, dismissVisit, listVisitable } from '../state/visit.ts'

/** Lengths of a visit in minutes. */
const lengths = [15, 60, 240, 480] as const

/** Ask for the company, the reason and the length of a visit, all of which the company reads. */
export function VisitDialog({ asked }: { asked: { company: NamedCompany | null } }) {
  const [company, setCompany] = useState(asked.company?.uuid ?? '')
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState('60')
  const { value, failure } = useAnswer(listVisitable)
  const sending = useSending(['id', 'reason', 'minutes'])
  const { tried, refused } = sending
  const known = value ?? (asked.company ? [asked.company] : [])
  const submit = () => {
    const body = { reason: reason.trim(), minutes: Number(minutes) }
    const work = (opId: string) => beginVisit(company, body, opId)
    return sending.send(company !== '' && isReason(reason), work, [company, body])
  }
  return (
    <FormDialog
      title={t('visit.title')}
      submit={t('visit.begin')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={dismissVisit}
    >
      <p>{t('visit.text')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      <SelectField
        label={t('partner.company')}
        required
        placeholder={t('partner.choose')}
        choices={known.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={company}
        error={refused['id'] ?? (tried && company === '' ? t('partner.chooseMissing') : undefined)}
        onChange={setCompany}
      />
      <SelectField
        label={t('visit.length')}
        required
        choices={lengths.map((one) => ({
          value: String(one),
          label: t(one < 60 ? 'visit.minutes' : 'visit.hours', {
            count: one < 60 ? one : one / 60,
          }),
        }))}
        value={minutes}
        error={refused['minutes']}
        onChange={setMinutes}
      />
      <TextAreaField
        label={t('visit.reason')}
        hint={t('visit.reasonHint')}
        required
        autoFocus
        rows={2}
        maxLength={500}
        value={reason}
        error={refused['reason'] ?? (tried && !isReason(reason) ? t('visit.reasonMissing') : null)}
        onChange={setReason}
      />
    </FormDialog>
  )
}
