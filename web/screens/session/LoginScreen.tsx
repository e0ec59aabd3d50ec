import { useEffect } from 'react'
import { Link, Redirect, useSearchParams } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths, safeReturn } from '../../paths.ts'
import { session } from '../../state/session.ts'
import styles from './LoginScreen.module.css'
import { LookChoice } from './LookChoice.tsx'
import { RegionChoice } from './RegionChoice.tsx'
import { SignInForm } from './SignInForm.tsx'

/** The one page for people who are not signed in. Kept light: it is the first thing every machine loads. */
export function LoginScreen() {
  const [search] = useSearchParams()
  const from = search.get('from')
  useEffect(() => {
    document.title = `${t('app.name')} · ${t('login.title')}`
  }, [])
  const current = session.value
  if (current.state === 'in') return <Redirect to={safeReturn(from)} replace />
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
        <SignInForm onSignedIn={() => undefined} />
        <Link href={paths.forgotPassword()}>{t('login.forgot')}</Link>
        <RegionChoice />
      </div>
      <div className={styles.look}>
        <LookChoice />
      </div>
    </main>
  )
}

/** Otherwise nobody was signed in here who may see the page that was asked for. */
function hasLapsed(current: typeof session.value): boolean {
  return current.state === 'out' && current.lapsed
}
