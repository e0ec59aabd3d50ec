import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { identityProviderCalls } from '../../../domain/calls/identity-provider.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { enterProven } from '../../state/session.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './MeScreen.module.css'

/** An answer is sent once, however often the page is drawn. */
const sent = new Map<string, Promise<boolean>>()

/** Bring the provider's answer to the service. Resolves to true for a sign-in, false for a test of settings. */
function bring(answer: string): Promise<boolean> {
  const known = sent.get(answer)
  if (known) return known
  // Keep it out of the history.
  history.replaceState(history.state, '', location.pathname)
  const asked = call(identityProviderCalls.finish, { body: { answer } }).then(({ account }) => {
    if (account) enterProven(account)
    return account !== null
  })
  sent.set(answer, asked)
  return asked
}

/** Sign in with the identity provider of one's company: ask for the address, go there, and end what it answers. */
export function ProviderSignIn(props: {
  /** Query that the provider added to the address of this page; null before. */
  answer: string | null
  /** Called for who wants the password instead, and after a sign-in. */
  onBack: () => void
}) {
  const { answer, onBack } = props
  const [, goTo] = useLocation()
  const [failure, setFailure] = useState<string[] | null>(null)
  useEffect(() => {
    if (answer === null) return
    bring(answer).then(
      (isSignIn) => (isSignIn ? onBack() : goTo(paths.me(), { replace: true })),
      (error: unknown) => setFailure(errorTexts(error)),
    )
  }, [answer, goTo, onBack])
  if (answer !== null && failure === null) return <Progress label={t('provider.ending')} />
  return <AskAddress failure={failure ?? []} onBack={onBack} />
}

function AskAddress({ failure, onBack }: { failure: string[]; onBack: () => void }) {
  const [email, setEmail] = useState('')
  const sending = useSending(['email'])
  const { tried, refused, others, busy } = sending
  const go = () =>
    sending.send(email.trim() !== '', async () => {
      const body = { email: email.trim() }
      const { url } = await call(identityProviderCalls.begin, { body })
      location.assign(url)
    })
  const told = others.length > 0 ? others : failure
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void go()
      }}
    >
      {told.length > 0 && <Notice kind="error">{told.join(' ')}</Notice>}
      <Field
        label={t('provider.email')}
        type="email"
        autoComplete="email"
        autoFocus
        value={email}
        error={refused['email'] ?? (tried && !email.trim() ? t('fault.required') : null)}
        onChange={setEmail}
      />
      <Button type="submit" kind="primary" busy={busy}>
        {t('provider.go')}
      </Button>
      <Button onClick={onBack}>{t('provider.back')}</Button>
    </form>
  )
}
