import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { passwordCalls } from '../../../domain/calls/passwords.ts'
import { Fault } from '../../../domain/fault.ts'
import { uuidForm } from '../../../domain/fields.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { focusFirstFault } from '../../parts/form/focus-first-fault.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { type FieldTexts, sortFaults } from '../../state/form-faults.ts'
import { findGaps, NewPasswordFields } from './NewPasswordFields.tsx'
import { PublicCard } from './PublicCard.tsx'
import { SignInForm } from './SignInForm.tsx'
import styles from './SignInForm.module.css'

type State = 'checking' | 'good' | 'spent' | 'done'

/** Owner of the password; null while it is not known. */
type Holder = { username: string; invited: boolean } | null

/** Link of this page. A change of language draws the page again, and by then the address has it no more. */
let opened: ReturnType<typeof readLink> = null

/**
 * Set a password by the link of a mail: a new one, or the first of an invited person. The secret is in the fragment of
 * the address, which is never sent.
 */
export function SetPasswordScreen() {
  const [link] = useState(() => (opened = readLink() ?? opened))
  const [state, move] = useState<State>(link ? 'checking' : 'spent')
  const [holder, setHolder] = useState<Holder>(null)
  const [others, setOthers] = useState<string[]>([])
  const setState = useCallback((next: State) => {
    if (next === 'spent' || next === 'done') opened = null
    move(next)
  }, [])
  useEffect(() => {
    // Start again when another link is opened in this tab: only the fragment changes.
    const startAfresh = () => readLink() && location.reload()
    addEventListener('hashchange', startAfresh)
    return () => removeEventListener('hashchange', startAfresh)
  }, [])
  useEffect(() => {
    if (!link) return
    // Remove it from the address, where the next person at this machine would find it.
    history.replaceState(history.state, '', paths.setPassword())
    call(passwordCalls.verifyReset, { body: link }).then(
      (known) => {
        setHolder(known)
        setState('good')
      },
      (error: unknown) => {
        if (isSpent(error)) return setState('spent')
        setState('good')
        setOthers(sortFaults(error, []).others)
      },
    )
  }, [link, setState])
  return (
    <PublicCard title={holder?.invited ? 'setPassword.welcome' : 'setPassword.title'}>
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
      {state === 'checking' && <Progress label={t('setPassword.checking')} />}
      {state === 'spent' && (
        <Notice kind="warning" title={t('setPassword.spent')}>
          <Link href={paths.forgotPassword()}>{t('setPassword.askAgain')}</Link>
        </Notice>
      )}
      {state === 'done' && (
        <>
          <Notice kind="done">{t('setPassword.done')}</Notice>
          {holder && (
            // Load the page again, as the account was not asked for on this one.
            <SignInForm
              username={holder.username}
              onSignedIn={() => location.assign(paths.home())}
            />
          )}
        </>
      )}
      {state === 'good' && link && (
        <SetPasswordForm link={link} holder={holder} onState={setState} onOthers={setOthers} />
      )}
      {state !== 'checking' && !(state === 'done' && holder) && (
        <a href={paths.login()}>{t(state === 'done' ? 'login.submit' : 'forgot.back')}</a>
      )}
    </PublicCard>
  )
}

function SetPasswordForm(props: {
  link: { user: string; token: string }
  holder: Holder
  onState: (state: State) => void
  onOthers: (texts: string[]) => void
}) {
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<FieldTexts>({})
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setTried(true)
    props.onOthers([])
    if (busy) return
    if (findGaps(password) || password !== repeat) return focusFirstFault(form)
    setBusy(true)
    try {
      await call(passwordCalls.confirmReset, { body: { ...props.link, password, repeat } })
      props.onState('done')
    } catch (error) {
      if (isSpent(error)) return props.onState('spent')
      const sorted = sortFaults(error, ['password', 'repeat'])
      setRefused(sorted.fields)
      props.onOthers(sorted.others)
      focusFirstFault(form)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <p>{t(props.holder?.invited ? 'setPassword.welcomeText' : 'setPassword.text')}</p>
      {props.holder && (
        <Field
          label={t('setPassword.username')}
          name="username"
          autoComplete="username"
          readOnly
          value={props.holder.username}
          onChange={() => undefined}
        />
      )}
      <NewPasswordFields
        password={password}
        repeat={repeat}
        tried={tried}
        refused={refused}
        onPassword={(value) => {
          setPassword(value)
          setRefused({})
        }}
        onRepeat={setRepeat}
      />
      <Button type="submit" kind="primary" busy={busy} className={styles.submit}>
        {t('setPassword.save')}
      </Button>
    </form>
  )
}

const linkShape = new RegExp(String.raw`^#(${uuidForm})\.([\w-]{43})$`)

function readLink(): { user: string; token: string } | null {
  const [, user, token] = linkShape.exec(location.hash) ?? []
  return user && token ? { user, token } : null
}

function isSpent(error: unknown): boolean {
  return error instanceof Fault && error.first.reason === 'reset_spent'
}
