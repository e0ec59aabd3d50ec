import { lazy, Suspense } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { language, t } from './i18n/intl.ts'
import { Progress } from './parts/progress/Progress.tsx'
import { paths } from './paths.ts'
import { LoginScreen } from './screens/session/LoginScreen.tsx'
import { session } from './state/session.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'

// Everything behind the sign-in is another download: the login page stays small.
const SignedIn = lazy(async () => ({ default: (await import('./shell/SignedIn.tsx')).SignedIn }))

export function App() {
  return (
    // A change of language draws everything anew.
    <Router key={language.value}>
      <ErrorBoundary>
        <Switch>
          <Route path="/login" component={LoginScreen} />
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
  if (current.state === 'out')
    return <Redirect to={paths.login(path + (search && `?${search}`))} replace />
  return (
    <Suspense fallback={<Progress label={t('app.opening')} />}>
      {/* Another person gets a page of their own; the same one keeps theirs while it is locked. */}
      <SignedIn key={current.account.uuid} />
    </Suspense>
  )
}
