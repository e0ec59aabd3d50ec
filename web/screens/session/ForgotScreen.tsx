import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { passwordCalls } from '../../../domain/calls/passwords.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths } from '../../paths.ts'
import { PublicCard } from './PublicCard.tsx'
import styles from './SignInForm.module.css'
import { useDeployment } from './use-deployment.ts'

/** Ask for a link to set a new password. The answer says nothing about whether there is such an account. */
export function ForgotScreen() {
  const isKept = useDeployment()?.mail === false
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState<string[]>([])
  const good = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!good || busy) return
    setBusy(true)
    setFailure([])
    try {
      await call(passwordCalls.forgot, { body: { email: email.trim() } })
      setSent(true)
    } catch (error) {
      setFailure(errorTexts(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <PublicCard title="forgot.title">
      {sent ? (
        <Notice kind="done" title={t(isKept ? 'forgot.asked' : 'forgot.sent')}>
          {t(isKept ? 'forgot.kept' : 'forgot.sentText', { email: email.trim() })}
        </Notice>
      ) : (
        <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
          {isKept ? <Notice kind="warning">{t('forgot.kept')}</Notice> : <p>{t('forgot.text')}</p>}
          {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
          <Field
            label={t('forgot.email')}
            type="email"
            name="email"
            autoComplete="email"
            autoFocus
            required
            value={email}
            error={tried && !good ? t('forgot.emailMissing') : null}
            onChange={setEmail}
          />
          <Button type="submit" kind="primary" busy={busy} className={styles.submit}>
            {t(isKept ? 'forgot.make' : 'forgot.send')}
          </Button>
        </form>
      )}
      <Link href={paths.login()}>{t('forgot.back')}</Link>
    </PublicCard>
  )
}
