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
import { paths } from '../../paths.ts'
import {
  endedTest,
  endWindow,
  isWindowOver,
  stateIn,
  tellOpener,
} from '../../state/provider-window.ts'
import { enterProven, may, returnAfterSignIn, session } from '../../state/session.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './MeScreen.module.css'

/** End of a way to the provider: what the service made of it, or why it failed and whether a page that waits shows that. */
type Ended = { finished: FinishedSignIn } | { failure: string[]; isHeard: boolean }

/** An answer is sent once, however often the page is drawn. */
const sent = new Map<string, Promise<Ended>>()

/** Bring the provider's answer to the service, and tell a page that waits for this window. */
function bring(answer: string): Promise<Ended> {
  const known = sent.get(answer)
  if (known) return known
  // Keep it out of the history.
  history.replaceState(history.state, '', location.pathname)
  const asked = finish(answer)
  sent.set(answer, asked)
  return asked
}

async function finish(answer: string): Promise<Ended> {
  const state = stateIn(answer)
  try {
    const finished = await call(identityProviderCalls.finish, { body: { answer } })
    if (finished.account) enterProven(finished.account)
    void tellOpener({ state, failure: [] })
    return { finished }
  } catch (error) {
    const failure = errorTexts(error)
    return { failure, isHeard: await tellOpener({ state, failure }) }
  }
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
  const [failed, setFailed] = useState<string[] | null>(null)
  useEffect(() => {
    if (answer === null) return
    void bring(answer).then((ended) => {
      if ('failure' in ended) {
        setFailed(ended.failure)
        if (ended.isHeard) endWindow()
        return
      }
      const { popup, purpose, back } = ended.finished
      if (popup) return endWindow()
      if (purpose === 'test') {
        endedTest.value = { failure: [] }
        goTo(paths.ownCompany(), { replace: true })
      } else goTo(returnAfterSignIn(back), { replace: true })
    })
  }, [answer, goTo])
  const isSignedIn = session.value.state === 'in'
  useEffect(() => {
    if (!failed || !isSignedIn || isWindowOver.peek()) return
    // Lead back to the settings: somebody who is signed in has tested them, and has nothing to do at the sign-in.
    endedTest.value = { failure: failed }
    goTo(may(identityProviderCalls.test.needs) ? paths.ownCompany() : returnAfterSignIn(from), {
      replace: true,
    })
  }, [failed, isSignedIn, goTo, from])
  if (isWindowOver.value) return <WindowOver failure={failed ?? []} />
  if (answer !== null && (failed === null || isSignedIn))
    return <Progress label={t('provider.ending')} />
  return <AskAddress failure={failed ?? []} from={from} onBack={onBack} />
}

/** Say what is left to do in a window that was opened for the provider and cannot close itself. */
function WindowOver({ failure }: { failure: string[] }) {
  if (failure.length === 0) return <Notice kind="done">{t('provider.closeWindow')}</Notice>
  return <Notice kind="error">{[...failure, t('provider.closeFailed')].join(' ')}</Notice>
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
        required
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
