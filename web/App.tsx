import { Suspense } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { completeTexts } from './i18n/catalogs.ts'
import { language, t } from './i18n/intl.ts'
import { loadLater } from './load-later.tsx'
import { Progress } from './parts/progress/Progress.tsx'
import { isLoginExempt, paths } from './paths.ts'
import { LoginScreen } from './screens/session/LoginScreen.tsx'
import { session } from './state/session.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'

// Everything behind the sign-in is another download: the login page stays small.
const SignedIn = loadLater(async () => {
  const [shell] = await Promise.all([
    import('./shell/SignedIn.tsx').then(async (loaded) => {
      await loaded.fetchScreen(location.pathname)
      return loaded.SignedIn
    }),
    completeTexts('frame'),
  ])
  return shell
})

/**
 * Fetch the part behind the sign-in early, before it is known if anybody is signed in.
 * @returns when it has arrived, or has failed.
 */
export async function fetchSignedIn(): Promise<void> {
  // Ignore a failure here: it is shown where the part is drawn.
  await SignedIn.load().catch(() => undefined)
}

const ForgotScreen = loadLater(async () => {
  const [screen] = await Promise.all([
    import('./screens/session/ForgotScreen.tsx'),
    completeTexts('security'),
  ])
  return screen.ForgotScreen
})

const SignUpScreen = loadLater(async () => {
  const [screen] = await Promise.all([
    import('./screens/session/SignUpScreen.tsx'),
    completeTexts('security'),
  ])
  return screen.SignUpScreen
})

const SetPasswordScreen = loadLater(async () => {
  const [screen] = await Promise.all([
    import('./screens/session/SetPasswordScreen.tsx'),
    completeTexts('security'),
  ])
  return screen.SetPasswordScreen
})

const HelpDeskLoginScreen = loadLater(async () => {
  const [screen] = await Promise.all([
    import('./screens/session/HelpDeskLoginScreen.tsx'),
    completeTexts('security'),
  ])
  return screen.HelpDeskLoginScreen
})

const HelpDeskLogoutScreen = loadLater(async () => {
  const [screen] = await Promise.all([
    import('./screens/session/HelpDeskLogoutScreen.tsx'),
    completeTexts('security'),
  ])
  return screen.HelpDeskLogoutScreen
})

const VerifyScreen = loadLater(async () => {
  const [screen] = await Promise.all([
    import('./screens/verify/VerifyScreen.tsx'),
    completeTexts('verify'),
  ])
  return screen.VerifyScreen
})

const NotFoundScreen = loadLater(async () => {
  const [screen] = await Promise.all([
    import('./screens/errors/NotFoundScreen.tsx'),
    completeTexts('frame'),
  ])
  return screen.NotFoundScreen
})

export function App() {
  return (
    // Draw everything again after a change of language.
    <Router key={language.value}>
      <ErrorBoundary>
        <Switch>
          <Route path={paths.login()} component={LoginScreen} />
          <Route path={paths.forgotPassword()}>
            <ForgotScreen />
          </Route>
          <Route path={paths.signUp()}>
            <SignUpScreen />
          </Route>
          <Route path={paths.setPassword()}>
            <SetPasswordScreen />
          </Route>
          <Route path={paths.helpDeskLogin()}>
            <HelpDeskLoginScreen />
          </Route>
          <Route path={paths.helpDeskLogout()}>
            <HelpDeskLogoutScreen />
          </Route>
          <Route path={paths.verify()}>
            <VerifyScreen />
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
    return <NotFoundScreen />
  }
  if (current.state === 'out') {
    // Forget the page of a person who signed out on purpose: the next person starts at home.
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
