import { Suspense, useEffect, useState } from 'react'
import { Link, Redirect, useSearchParams } from 'wouter'
import { completeTexts } from '../../i18n/catalogs.ts'
import { t } from '../../i18n/intl.ts'
import { loadLater } from '../../load-later.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths } from '../../paths.ts'
import { returnAfterSignIn, session } from '../../state/session.ts'
import styles from './LoginScreen.module.css'
import { LookChoice } from './LookChoice.tsx'
import { SignInForm } from './SignInForm.tsx'
import { aboutCalls } from '../../../domain/calls/about.ts'
import { sessionCalls } from '../../../domain/calls/session.ts'
import type { CallData } from '../../../domain/call.ts'
import { call } from '../../client/call.ts'
import { SelectField } from '../../parts/form/SelectField.tsx'

/** Most people sign in with a password: the other way is another download. */
const ProviderSignIn = loadLater(async () => {
  const [screen] = await Promise.all([import('./ProviderSignIn.tsx'), completeTexts('security')])
  return screen.ProviderSignIn
})

/** Show the page for people who are not signed in. Keep it light: every machine loads it first. */
export function LoginScreen() {
  const [search] = useSearchParams()
  const from = search.get('from')
  useEffect(() => {
    document.title = `${t('app.name')} · ${t('login.title')}`
  }, [])
  const [answer] = useState(readAnswer)
  const [byProvider, setByProvider] = useState(answer !== null)
  const current = session.value
  // Bring the answer of a provider first, also where somebody is signed in: it may be of a test of settings.
  if (current.state === 'in' && !(byProvider && answer !== null))
    return <Redirect to={returnAfterSignIn(from)} replace />
  const why = current.state === 'out' ? current.why : null
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header className={styles.head}>
          <img src="/icon.svg" alt="" width={40} height={40} />
          <div>
            <h1>{t('app.name')}</h1>
            <p className={styles.claim}>{t('login.claim')}</p>
          </div>
        </header>
        {why ? (
          <Notice kind="warning">
            {t(`login.ended.${why}`)} {t('login.goOn')}
          </Notice>
        ) : (
          from && (
            <Notice kind="info">{t(hasLapsed(current) ? 'login.expired' : 'login.return')}</Notice>
          )
        )}
        {byProvider ? (
          <Suspense>
            <ProviderSignIn answer={answer} from={from} onBack={() => setByProvider(false)} />
          </Suspense>
        ) : (
          <>
            <SignInForm onSignedIn={() => undefined} />
            <Button icon="user" onClick={() => setByProvider(true)}>
              {t('login.provider')}
            </Button>
            <Link href={paths.forgotPassword()}>{t('login.forgot')}</Link>
            <SignUpLink />
          </>
        )}
        <RegionChoice />
      </div>
      <div className={styles.look}>
        <LookChoice />
      </div>
    </main>
  )
}

/** Offer the page that asks for an account, where the deployment takes such requests. */
function SignUpLink() {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    call(sessionCalls.signupForm, {}, { signal: stop.signal }).then(
      ({ allowed }) => setOffered(allowed),
      () => undefined,
    )
    return () => stop.abort()
  }, [])
  return isOffered && <Link href={paths.signUp()}>{t('login.signUp')}</Link>
}

/** Return the query that a provider added to the address; null without one. */
function readAnswer(): string | null {
  const { search } = location
  return new URLSearchParams(search).has('state') ? search.slice(1) : null
}

/** Return true if a session has lapsed; otherwise no person was signed in here. */
function hasLapsed(current: typeof session.value): boolean {
  return current.state === 'out' && current.lapsed
}

/**
 * Choose the region of the company's data. Another region is another deployment with its own stores, so choosing it
 * opens that address: no name or password is ever sent across.
 */
function RegionChoice() {
  const [list, setList] = useState<CallData<typeof aboutCalls.regions> | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    // Offer no choice without an answer: this address is the region.
    call(aboutCalls.regions, {}, { signal: stop.signal }).then(setList, () => undefined)
    return () => stop.abort()
  }, [])
  if (!list) return null
  const choose = (region: string) => {
    const chosen = list.regions.find((one) => one.region === region)
    if (chosen && chosen.region !== list.own) location.assign(`${chosen.baseUrl}/login`)
  }
  return (
    <SelectField
      label={t('login.region')}
      value={list.own}
      choices={list.regions.map(({ region }) => ({ value: region, label: t(`region.${region}`) }))}
      hint={t(list.regions.length > 1 ? 'login.regionLeaves' : 'login.regionHint')}
      onChange={choose}
    />
  )
}
