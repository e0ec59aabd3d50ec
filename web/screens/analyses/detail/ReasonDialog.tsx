import { useState } from 'react'
import { faultText, errorTexts } from '../../../i18n/faults.ts'
import { Fault } from '../../../../domain/fault.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import styles from './Detail.module.css'

/** A decision that needs a reason, which goes into the audit trail. */
export function ReasonDialog(props: {
  title: string
  /** What will happen. */
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
  const short = reason.replaceAll(/\s/g, '').length < 3
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
          required
          error={
            asked && short ? t('detail.reason.short') : atField ? faultText(error.first) : null
          }
          onChange={setReason}
        />
      </div>
    </Dialog>
  )
}
