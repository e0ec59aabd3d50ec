import { useState } from 'react'
import { isReason } from '../../../../../domain/rules/plain-text.ts'
import { t } from '../../../../i18n/intl.ts'
import { FormDialog } from '../../../../parts/dialog/FormDialog.tsx'
import { Segments } from '../../../../parts/form/Segments.tsx'
import { TextAreaField } from '../../../../parts/form/TextAreaField.tsx'
import { errorTexts } from '../../../../i18n/faults.ts'
import { namesOf } from './name-samples.ts'
import type { SampleReviews } from './use-sample-reviews.ts'

/** Ask for the reason of holding back or rejecting, which reports and certificates show and the audit trail keeps. */
export function HoldDialog(props: {
  reviews: SampleReviews
  samples: readonly string[]
  onClose: () => void
}) {
  const { reviews, samples, onClose } = props
  const [verdict, setVerdict] = useState<'held' | 'rejected'>('held')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [refused, setRefused] = useState(false)
  const short = !isReason(reason)
  const decide = async () => {
    setAsked(true)
    if (short || reviews.busy) return
    setRefused(false)
    if (await reviews.decide(samples, verdict, reason.trim())) onClose()
    else setRefused(true)
  }
  const others = refused && reviews.error !== null ? errorTexts(reviews.error) : []
  return (
    <FormDialog
      title={t('verdict.hold.title', { names: namesOf(reviews.record, samples) })}
      submit={t(`verdict.submit.${verdict}`)}
      danger={verdict === 'rejected'}
      sending={{ busy: reviews.busy, others }}
      onSubmit={() => void decide()}
      onClose={onClose}
    >
      <p>{t('verdict.hold.text')}</p>
      <Segments
        label={t('verdict.kind')}
        showLabel
        value={verdict}
        choices={[
          { value: 'held', label: t('verdict.kind.held') },
          { value: 'rejected', label: t('verdict.kind.rejected') },
        ]}
        onChange={setVerdict}
      />
      <TextAreaField
        label={t('detail.reason')}
        hint={t('detail.reason.hint')}
        value={reason}
        rows={3}
        maxLength={500}
        required
        autoFocus
        error={asked && short ? t('detail.reason.short') : null}
        onChange={setReason}
      />
    </FormDialog>
  )
}
