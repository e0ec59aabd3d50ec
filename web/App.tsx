import { lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { hasText, language, t } from './i18n/intl.ts'
import { Progress } from './parts/progress/Progress.tsx'
import { paths } from './paths.ts'
import { LoginScreen } from './screens/session/LoginScreen.tsx'
import { session } from './state/session.ts'

// Everything behind the sign-in is another download: the login page stays small.
const SignedIn = lazy(async () => ({ default: (await import('./shell/SignedIn.tsx')).SignedIn }))

export function App() {
  return (
    // A change of language draws everything anew.
    <Router key={language.value}>
      <Switch>
        <Route path="/login" component={LoginScreen} />
        <Route>
          <Guarded />
        </Route>
      </Switch>
    </Router>
  )
}

function Guarded() {
  const [path] = useLocation()
  const { state } = session.value
  useEffect(() => {
    document.title = hasText('app.name') ? t('app.name') : 'bApp'
  }, [])
  if (state === 'unknown') return <Progress label={t('app.opening')} />
  if (state === 'out') return <Redirect to={paths.login(path + location.search)} replace />
  return (
    <Suspense fallback={<Progress label={t('app.opening')} />}>
      <SignedIn />
    </Suspense>
  )
}
