import { useState } from 'react'
import { notificationCalls, type Received } from '../../domain/calls/notifications.ts'
import { Fault } from '../../domain/fault.ts'
import { call } from '../client/call.ts'
import { t } from '../i18n/intl.ts'
import { FormDialog } from '../parts/dialog/FormDialog.tsx'
import { proofFields, SignatureProof, useSignatureProof } from '../record/SignatureProof.tsx'
import { refreshInbox } from '../state/inbox.ts'
import { localTime } from '../state/local-time.ts'
import { account } from '../state/session.ts'
import { showToast } from '../state/toasts.ts'
import { useSending } from '../state/use-sending.ts'
import styles from './MessageTray.module.css'

/** Show a safety notice whole, and sign that it was read and understood. */
export function SignNoticeDialog(props: { notice: Received; onClose: () => void }) {
  // Sign what was on the screen when the dialog opened.
  const [notice] = useState(props.notice)
  const { uuid: id, title, subtitle, message, sender, created_at, sign } = notice
  const hash = sign?.record_hash ?? ''
  const proof = useSignatureProof(hash)
  const sending = useSending(proofFields)
  const submit = async () => {
    const done = await sending.send(proof.isComplete && hash !== '', async (opId) => {
      const body = { ...proof.body, meaning: 'read' as const, comment: '', record_hash: hash }
      try {
        await call(notificationCalls.sign, { params: { id }, body }, { opId })
      } catch (error) {
        proof.noteFailure(error)
        // Show what there is now: it was signed on another page, or is no message any more.
        if (error instanceof Fault && error.code !== 'wrong_credentials') refreshInbox()
        throw error
      }
    })
    if (!done) return
    showToast('done', t('notice.done', { title }))
    props.onClose()
    refreshInbox()
  }
  return (
    <FormDialog
      title={title}
      submit={t('record.sign.submit')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <p className={styles.quiet}>
        {t('notice.from', { name: sender, at: localTime(created_at) })}
      </p>
      {subtitle && <p dir="auto">{subtitle}</p>}
      <p className={styles.words} dir="auto">
        {message}
      </p>
      <p>
        <strong>{t('notice.meaning')}</strong>
      </p>
      <SignatureProof
        proof={proof}
        label={t('record.sign.password')}
        hint={t('record.sign.passwordHint', { name: account.value?.name ?? '' })}
        missing={t('record.sign.passwordMissing')}
        tried={sending.tried}
        refused={sending.refused}
        onChange={() => sending.forget()}
      />
    </FormDialog>
  )
}
