import { lazy, Suspense } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { completeTexts } from './i18n/catalogs.ts'
import { language, t } from './i18n/intl.ts'
import { Progress } from './parts/progress/Progress.tsx'
import { isLoginExempt, paths } from './paths.ts'
import { LoginScreen } from './screens/session/LoginScreen.tsx'
import { session } from './state/session.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'

// Everything behind the sign-in is another download: the login page stays small.
const SignedIn = lazy(async () => {
  const [{ SignedIn: shell }] = await Promise.all([
    import('./shell/SignedIn.tsx'),
    completeTexts('rest'),
  ])
  return { default: shell }
})

const ForgotScreen = lazy(async () => {
  const [screen] = await Promise.all([
    import('./screens/session/ForgotScreen.tsx'),
    completeTexts('security'),
  ])
  return { default: screen.ForgotScreen }
})

const SetPasswordScreen = lazy(async () => {
  const [screen] = await Promise.all([
    import('./screens/session/SetPasswordScreen.tsx'),
    completeTexts('security'),
  ])
  return { default: screen.SetPasswordScreen }
})

const VerifyScreen = lazy(async () => {
  const [screen] = await Promise.all([
    import('./screens/verify/VerifyScreen.tsx'),
    completeTexts('verify'),
  ])
  return { default: screen.VerifyScreen }
})

const NotFoundScreen = lazy(async () => {
  const [screen] = await Promise.all([
    import('./screens/errors/NotFoundScreen.tsx'),
    completeTexts('rest'),
  ])
  return { default: screen.NotFoundScreen }
})

export function App() {
  return (
    // A change of language draws everything anew.
    <Router key={language.value}>
      <ErrorBoundary>
        <Switch>
          <Route path={paths.login()} component={LoginScreen} />
          <Route path={paths.forgotPassword()}>
            <Suspense fallback={<Progress label={t('app.opening')} />}>
              <ForgotScreen />
            </Suspense>
          </Route>
          <Route path={paths.setPassword()}>
            <Suspense fallback={<Progress label={t('app.opening')} />}>
              <SetPasswordScreen />
            </Suspense>
          </Route>
          <Route path={paths.verify()}>
            <Suspense fallback={<Progress label={t('app.opening')} />}>
              <VerifyScreen />
            </Suspense>
          </Route>
          <Route>
            <Guarded />
          </Route>
        </Switch>
      </ErrorBoundary>
    </Router>
  )
}

function Guarded() {
  const [path] = useLocation()
  const search = useSearch()
  const current = session.value
  if (current.state === 'unknown') return <Progress label={t('app.opening')} />
  if (current.state === 'out' && isLoginExempt(path)) {
    return (
      <Suspense fallback={<Progress label={t('app.opening')} />}>
        <NotFoundScreen />
      </Suspense>
    )
  }
  if (current.state === 'out') {
    // Who left by their own wish does not send the next person to where they were.
    const from = current.left ? paths.home() : path + (search && `?${search}`)
    return <Redirect to={paths.login(from)} replace />
  }
  return (
    <Suspense fallback={<Progress label={t('app.opening')} />}>
      {/* Another person gets a page of their own; the same one keeps theirs while it is locked. */}
      <SignedIn key={current.account.uuid} />
    </Suspense>
  )
}
