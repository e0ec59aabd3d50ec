import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Fault } from '../../../domain/fault.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { focusFirstFault } from '../../parts/form/focus-first-fault.ts'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { mode } from '../../state/mode.ts'
import { signIn } from '../../state/session.ts'
import { CodeField } from '../../parts/form/CodeField.tsx'
import styles from './SignInForm.module.css'

/** Keep what is typed, and sign in with it. `code` and `fresh`, a new password, are null until they are asked for. */
function useSignIn(props: { username?: string; onSignedIn: () => void }) {
  const [username, setUsername] = useState(props.username ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [fresh, setFresh] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])
  const send = async () => {
    setBusy(true)
    setFailure([])
    try {
      await signIn(username.trim(), password, { code: code?.trim(), fresh: fresh ?? undefined })
      props.onSignedIn()
    } catch (error) {
      const reason =
        error instanceof Fault && error.code === 'wrong_credentials' && error.first.reason
      setFailure(reason === 'code_needed' ? [] : errorTexts(error))
      if (reason === false) return
      setTried(false)
      if (reason === 'password_change_needed') return setFresh('')
      if (reason === 'code_needed' || reason === 'code_wrong') return setCode('')
      setPassword('')
      setCode(null)
    } finally {
      setBusy(false)
    }
  }
  /** Return false where something is missing. */
  const submit = (): boolean => {
    setTried(true)
    const isWhole = Boolean(username.trim() && password && code?.trim() !== '' && fresh !== '')
    if (isWhole && !busy) void send()
    return isWhole || busy
  }
  const setName = (name: string) => {
    setUsername(name)
    setCode(null)
    setFresh(null)
  }
  const typed = { username, password, code, fresh }
  return { ...typed, setName, setPassword, setCode, setFresh, tried, busy, failure, submit }
}

/**
 * Name and password, and then a code where the account asks for one. What was typed stays on any failure but a
 * wrong password or code, which is typed again.
 */
export function SignInForm(props: { username?: string; onSignedIn: () => void }) {
  const signing = useSignIn(props)
  const { username, password, code, fresh, tried, failure } = signing
  const form = useRef<HTMLFormElement>(null)
  usePasswordFocus(form, Boolean(props.username))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!signing.submit()) focusFirstFault(form.current)
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {isBlocked() && <Notice kind="error">{t('login.blocked')}</Notice>}
      {mode.value.state === 'offline' ? (
        <Notice kind="warning">{t('login.offline')}</Notice>
      ) : (
        failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>
      )}
      <Field
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus={!props.username}
        value={username}
        error={tried && !username.trim() ? t('login.usernameMissing') : null}
        onChange={signing.setName}
      />
      <PasswordField
        label={t('login.password')}
        value={password}
        autoFocus={Boolean(props.username)}
        error={tried && !password ? t('login.passwordMissing') : null}
        onChange={signing.setPassword}
      />
      {code !== null && (
        <CodeField value={code} tried={tried} autoFocus onChange={signing.setCode} />
      )}
      {fresh !== null && (
        <PasswordField
          label={t('login.newPassword')}
          hint={t('login.newPasswordHint')}
          name="new-password"
          autoComplete="new-password"
          required
          autoFocus
          value={fresh}
          error={tried && !fresh ? t('login.passwordMissing') : null}
          onChange={signing.setFresh}
        />
      )}
      <Button type="submit" kind="primary" busy={signing.busy} className={styles.submit}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

/** Focus the password again after another dialog has taken the focus back once. */
function usePasswordFocus(form: { current: HTMLFormElement | null }, named: boolean): void {
  useEffect(() => {
    if (!named) return undefined
    const timer = setTimeout(
      () => form.current?.querySelector<HTMLElement>('[name=password]')?.focus(),
      50,
    )
    return () => clearTimeout(timer)
  }, [form, named])
}

/** Return true where the browser refuses what a sign-in needs: its cookie, and what pages keep (web/public/start.js). */
function isBlocked(): boolean {
  return !navigator.cookieEnabled || 'blocked' in document.documentElement.dataset
}
