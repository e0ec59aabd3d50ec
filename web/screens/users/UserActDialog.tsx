import { useState } from 'react'
import type { User } from '../../../domain/entities/user.ts'
import { isReason } from '../../../domain/rules/plain-text.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { doUserAct } from './do-user-act.ts'
import type { UserAct } from '../../entities/user/user-actions.ts'
import styles from './UserPanel.module.css'

/** What has consequences for the person is asked first, with the consequences. */
export type AskedAct = Extract<UserAct, 'sendReset' | 'lostPhone' | 'deactivate' | 'confirm'>

export function isAsked(act: UserAct): act is AskedAct {
  return ['sendReset', 'lostPhone', 'deactivate', 'confirm'].includes(act)
}

const harmless: readonly AskedAct[] = ['sendReset', 'confirm']

export function UserActDialog(props: { act: AskedAct; user: User; onClose: () => void }) {
  const { act, user, onClose } = props
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])
  const reasonDue = act === 'lostPhone' || act === 'confirm'
  const tooShort = !isReason(reason)
  const missing = tooShort && (reasonDue || reason.trim() !== '')
  const submit = async () => {
    setTried(true)
    if (missing || busy) return
    setBusy(true)
    setFailure([])
    try {
      await doUserAct(act, user, reason)
      onClose()
    } catch (error) {
      setFailure(errorTexts(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={t(`people.ask.${act}`, { name: user.name })}
      role="alertdialog"
      size="small"
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button type="submit" kind={harmless.includes(act) ? 'primary' : 'danger'} busy={busy}>
            {t(`people.confirm.${act}`)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
        <p>{t(`people.consequence.${act}`, { name: user.name, email: user.email })}</p>
        {act !== 'sendReset' && (
          <TextAreaField
            label={t('people.reason')}
            hint={t('people.reasonHint')}
            required={reasonDue}
            rows={2}
            maxLength={500}
            value={reason}
            error={tried && missing ? t('people.reasonMissing') : null}
            onChange={setReason}
          />
        )}
      </div>
    </Dialog>
  )
}
