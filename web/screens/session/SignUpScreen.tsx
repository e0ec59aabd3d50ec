import { useState } from 'react'
import { Link } from 'wouter'
import { sessionCalls } from '../../../domain/calls/session.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import { PublicCard } from './PublicCard.tsx'
import styles from './SignInForm.module.css'

const loadForm = (signal: AbortSignal) => call(sessionCalls.signupForm, {}, { signal })

/** Ask the provider of the service for an account, where the deployment takes such requests (decisions D42). */
export function SignUpScreen() {
  const { value, failure } = useAnswer(loadForm)
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <PublicCard title="signUp.title">
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!value && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {value?.allowed === false && <Notice kind="info">{t('signUp.off')}</Notice>}
      {value?.allowed === true &&
        (sentTo === null ? (
          <RequestForm onSent={setSentTo} />
        ) : (
          <Notice kind="done" title={t('signUp.sent')}>
            {t('signUp.sentText', { email: sentTo })}
          </Notice>
        ))}
      <Link href={paths.login()}>{t('forgot.back')}</Link>
    </PublicCard>
  )
}

const fields = ['name', 'email', 'company'] as const

const autoComplete = { name: 'name', email: 'email', company: 'organization' } as const

/** Ask for name, address and company; what the provider answers comes by mail. */
function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const [values, setValues] = useState({ name: '', email: '', company: '', message: '' })
  const sending = useSending([...fields, 'message'])
  const missing = {
    name: values.name.trim() === '',
    email: !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim()),
    company: values.company.trim() === '',
  }
  const set = (name: keyof typeof values) => (text: string) => {
    sending.forget(name)
    setValues({ ...values, [name]: text })
  }
  const send = () => {
    const message = values.message.trim()
    const body = {
      name: values.name.trim(),
      email: values.email.trim(),
      company: values.company.trim(),
      ...(message && { message }),
    }
    const work = async () => {
      await call(sessionCalls.signup, { body })
      onSent(body.email)
    }
    return sending.send(!Object.values(missing).includes(true), work, body)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p>{t('signUp.text')}</p>
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      {fields.map((name) => (
        <Field
          key={name}
          label={t(`signUp.${name}`)}
          type={name === 'email' ? 'email' : 'text'}
          name={name}
          autoComplete={autoComplete[name]}
          autoFocus={name === 'name'}
          required
          value={values[name]}
          error={
            sending.refused[name] ??
            (sending.tried && missing[name] ? t(`signUp.${name}Missing`) : null)
          }
          onChange={set(name)}
        />
      ))}
      <TextAreaField
        label={t('signUp.message')}
        hint={t('signUp.messageHint')}
        rows={3}
        maxLength={2000}
        value={values.message}
        error={sending.refused['message'] ?? null}
        onChange={set('message')}
      />
      <Button type="submit" kind="primary" busy={sending.busy} className={styles.submit}>
        {t('signUp.send')}
      </Button>
    </form>
  )
}
