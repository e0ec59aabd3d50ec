import { useState } from 'react'
import { faultText, errorTexts } from '../../../i18n/faults.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { Fault } from '../../../../domain/fault.ts'
import type { AnalysisAction } from '../../../../domain/actions/analysis.ts'
import { isReasonDue } from '../../../../domain/actions/refuse.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import styles from './Detail.module.css'
import { isReasonMissing } from './missing-reason.ts'

/** Confirm a decision, with a reason for the audit trail if the rules require one. */
export function ReasonDialog(props: {
  record: Analysis
  decision: AnalysisAction
  title: string
  /** Consequence of the action. */
  text: string
  action: string
  danger?: boolean
  onClose: () => void
  /** Does it; what it throws is shown and the reason stays. */
  onDecide: (reason: string) => Promise<void>
}) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const short = isReasonMissing(props.decision, props.record, reason)
  const atField = error instanceof Fault && error.first.field === 'reason'
  const decide = async () => {
    setAsked(true)
    if (short || busy) return
    setBusy(true)
    setError(null)
    try {
      await props.onDecide(reason.trim())
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={props.title}
      role="alertdialog"
      size="small"
      onClose={props.onClose}
      onSubmit={() => void decide()}
      busy={busy}
      actions={
        <>
          <Button onClick={props.onClose}>{t('parts.cancel')}</Button>
          <Button type="submit" kind={props.danger ? 'danger' : 'primary'} busy={busy}>
            {props.action}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{props.text}</p>
        {error !== null && !atField && <Notice kind="error">{errorTexts(error).join(' ')}</Notice>}
        <TextAreaField
          label={t('detail.reason')}
          hint={t('detail.reason.hint')}
          value={reason}
          maxLength={500}
          required={isReasonDue('analysis', props.decision, props.record.status)}
          error={
            asked && short ? t('detail.reason.short') : atField ? faultText(error.first) : null
          }
          onChange={setReason}
        />
      </div>
    </Dialog>
  )
}
