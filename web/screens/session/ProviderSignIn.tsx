import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import {
  type FinishedSignIn,
  identityProviderCalls,
} from '../../../domain/calls/identity-provider.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths, safeReturn } from '../../paths.ts'
import { endWindow, isWindowOver, stateIn, tellOpener } from '../../state/provider-window.ts'
import { enterProven } from '../../state/session.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './MeScreen.module.css'

/** An answer is sent once, however often the page is drawn. */
const sent = new Map<string, Promise<FinishedSignIn>>()

/** Bring the provider's answer to the service, and tell a page that waits for this window. */
function bring(answer: string): Promise<FinishedSignIn> {
  const known = sent.get(answer)
  if (known) return known
  // Keep it out of the history.
  history.replaceState(history.state, '', location.pathname)
  const state = stateIn(answer)
  const asked = call(identityProviderCalls.finish, { body: { answer } }).then(
    (finished) => {
      if (finished.account) enterProven(finished.account)
      tellOpener({ state, failure: [] })
      return finished
    },
    (error: unknown) => {
      tellOpener({ state, failure: errorTexts(error) })
      throw error
    },
  )
  sent.set(answer, asked)
  return asked
}

/** Sign in with the identity provider of one's company: ask for the address, go there, and end what it answers. */
export function ProviderSignIn(props: {
  /** Query that the provider added to the address of this page; null before. */
  answer: string | null
  /** Page to return to after the sign-in. */
  from: string | null
  /** Called for who wants the password instead. */
  onBack: () => void
}) {
  const { answer, from, onBack } = props
  const [, goTo] = useLocation()
  const [failure, setFailure] = useState<string[] | null>(null)
  useEffect(() => {
    if (answer === null) return
    bring(answer).then(
      ({ popup, purpose, back }) => {
        if (popup) endWindow()
        else if (purpose === 'test') goTo(paths.ownCompany(), { replace: true })
        else goTo(safeReturn(back), { replace: true })
      },
      (error: unknown) => setFailure(errorTexts(error)),
    )
  }, [answer, goTo])
  if (isWindowOver.value) return <Notice kind="done">{t('provider.closeWindow')}</Notice>
  if (answer !== null && failure === null) return <Progress label={t('provider.ending')} />
  return <AskAddress failure={failure ?? []} from={from} onBack={onBack} />
}

function AskAddress(props: { failure: string[]; from: string | null; onBack: () => void }) {
  const { failure, from, onBack } = props
  const [email, setEmail] = useState('')
  const sending = useSending(['email'])
  const { tried, refused, others, busy } = sending
  const go = () =>
    sending.send(email.trim() !== '', async () => {
      const body = { email: email.trim(), ...(from && { back: from }) }
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
